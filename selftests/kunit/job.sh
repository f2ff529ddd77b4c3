# In the guest: loads KUnit (if the kernel has none) and the tests, which run as
# they load.
[ ! -e kunit.ko ] || insmod ./kunit.ko || exit
dmesg --clear
insmod ./spile_kunit.ko
status=$?
dmesg | sed 's/^\[ *[0-9.]*\] //; s/^[a-z_]*: \(KTAP version\|1\.\.\)/\1/' |
	sed -n '/^KTAP version/,$p' >"$OUT/ktap"
[ $status = 0 ] && rmmod spile_kunit && { [ ! -e kunit.ko ] || rmmod kunit; }
