# In the guest: runs the tests named in ./tests, one ftracetest for each, so
# that one that hangs ends alone. Prints and leaves in $OUT/results lines
#   RESULT<TAB>path<TAB>top|instance<TAB>seconds
# and each test's log in $OUT/logs.
set -u
here=$PWD
limit=240
[ ! -e /sys/kernel/debug/kmemleak ] || limit=1200 # the debug kernel

if [ "${1:-}" != inside ]; then
	if [ -d samples ]; then
		extra=/lib/modules/$(uname -r)/extra
		mkdir -p "$extra"
		cp samples/*.ko "$extra/" && depmod
	fi
	mkdir -p "$OUT/logs"
	if [ -e spile.ko ]; then
		insmod ./spile.ko || exit
		# ftracetest takes the first tracefs of /proc/mounts, whose folder
		# is /sys/kernel/tracing: ours is laid over it, for these tests only.
		unshare -m bash -c 'mount -t spilefs none /sys/kernel/tracing && exec bash ./job.sh inside'
	else
		bash ./job.sh inside
	fi
	exit
fi

number=0
while read -r test; do
	number=$((number + 1))
	logs=$(mktemp -d /tmp/logs.XXXXXX)
	start=$(date +%s)
	timeout -k 5 $limit sh ftrace/ftracetest -k -l "$logs" "ftrace/test.d/$test" </dev/null >/dev/null 2>"$logs/stderr"
	status=$?
	seconds=$(($(date +%s) - start))
	report() { printf '%s\t%s\t%s\t%s\n' "$1" "$test" "$2" "$seconds" | tee -a "$OUT/results"; }
	log=$logs/ftracetest.log
	[ $status != 124 ] && [ $status != 137 ] || report TIMEOUT top
	for run in top instance; do
		case $run in top) mark='^\[1\]' ;; *) mark='(instance)' ;; esac
		result=$(grep "$mark" "$log" | sed -n 's/.*\t\[\([A-Z]*\)\].*/\1/p' | head -n 1)
		[ -z "$result" ] || report "$result" $run
	done
	mkdir -p "$OUT/logs/$test"
	cp "$logs"/* "$OUT/logs/$test/" 2>/dev/null
	rm -rf "$logs"
	# A test that was ended may leave an instance: the next must not see it.
	[ $status = 0 ] || rmdir /sys/kernel/tracing/instances/ftracetest.* 2>/dev/null
done <"$here/tests"
exit 0
