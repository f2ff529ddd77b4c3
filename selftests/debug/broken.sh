# SPDX-License-Identifier: GPL-2.0
#
# In the guest, on the debug kernel: makes each fault of broken.ko and looks for
# the report that names the C++ function. Prints a line for each; counts in
# $OUT/counts.
set -u
passed=0 failed=0
insmod ./broken.ko || exit

# seen NAME PATTERN...: all patterns are in what the log says since `make_fault`.
seen() {
	local name=$1 pattern missing=''
	shift
	for pattern; do
		grep -qE -- "$pattern" "$OUT/$name" || missing+=" '$pattern'"
	done
	if [ -z "$missing" ]; then
		echo "ok $name is reported"
		passed=$((passed + 1))
	else
		echo "not ok $name: the log lacks$missing"
		sed 's/^/    /' "$OUT/$name" | head -n 20
		failed=$((failed + 1))
	fi
	echo "$passed $failed 0" >"$OUT/counts"
}

make_fault() {
	dmesg --clear
	echo "$1" >/sys/module/broken/parameters/fault
	dmesg >"$OUT/$1"
}

# Locks first: their checker stops at any report, also of another.
make_fault lock_order
seen lock_order 'possible circular locking dependency' 'broken (left|right)' 'broken_lock_order'
make_fault sleep
seen sleep 'sleeping function called from invalid context' 'broken_sleep'
make_fault shift
seen shift 'UBSAN: shift-out-of-bounds in .*broken_faults.cc' 'shift exponent 33'
make_fault index
seen index 'UBSAN: array-index-out-of-bounds in .*broken_faults.cc' 'index 9 is out of range'
make_fault out_of_bounds
seen out_of_bounds 'KASAN: slab-out-of-bounds in broken_out_of_bounds'
make_fault on_the_stack
seen on_the_stack 'KASAN: stack-out-of-bounds in broken_on_the_stack'
make_fault global
seen global 'KASAN: global-out-of-bounds in broken_global'
make_fault use_after_free
seen use_after_free 'KASAN: (slab-)?use-after-free in .*broken' 'Freed by task'

make_fault leak
sleep 6
echo scan >/sys/kernel/debug/kmemleak
echo scan >/sys/kernel/debug/kmemleak
cat /sys/kernel/debug/kmemleak >"$OUT/leak"
seen leak 'unreferenced object' 'broken_leak'

rmmod broken
[ $failed = 0 ]
