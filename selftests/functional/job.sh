# In the guest: runs each *.tc and prints a line for it; its log is shown if it
# fails. Leaves the counts in $OUT/counts.
set -u
export SPILE=/sys/kernel/spile MODULES=$PWD PATH=$PWD:$PATH
. ./settings
limit=${LIMIT:-300}
passed=0 failed=0 skipped=0
mkdir -p "$OUT/logs"

. ./lib.sh
load || { echo "the module does not load"; dmesg | tail -n 20; exit 1; }

for test in *.tc; do
	export TMPDIR=/tmp/${test%.tc}
	mkdir -p "$TMPDIR"
	log=$TMPDIR.log
	start=$(date +%s)
	echo "spile-test: $test" >/dev/kmsg
	timeout -k 5 $limit sh -ec '. ./lib.sh; test=$PWD/$1; cd "$SPILE"; . "$test"' sh "$test" >"$log" 2>&1
	status=$?
	left=$(timeout -k 5 60 sh ./reset.sh 2>&1) || left="the reset failed: $left"
	dmesg | sed -n "/spile-test: $test\$/,\$p" >"$TMPDIR.dmesg"
	[ -s "$TMPDIR.dmesg" ] || dmesg >"$TMPDIR.dmesg" # the mark has gone out of the log
	fault=$(bash ./check-dmesg "$TMPDIR.dmesg") || left="a fault in the kernel log: $fault"
	seconds=$(($(date +%s) - start))

	name=${test%.tc}
	if [ $status = 77 ]; then
		echo "skip $name ($(sed -n 's/^SKIP: //p' "$log" | tail -n 1))"
		skipped=$((skipped + 1))
	elif [ $status = 0 ] && [ -z "$left" ]; then
		echo "ok $name ($seconds s)"
		passed=$((passed + 1))
	else
		[ $status != 124 ] || echo "timed out after $limit s" >>"$log"
		echo "not ok $name (status $status, $seconds s)"
		sed 's/^/    /' "$log" | tail -n 40
		[ -z "$left" ] || printf '%s\n' "$left" | sed 's/^/    after it: /'
		failed=$((failed + 1))
	fi
	cp "$log" "$OUT/logs/"
	echo "$passed $failed $skipped" >"$OUT/counts"
done

unload || { echo "not ok unload"; failed=$((failed + 1)); }
echo "$passed $failed $skipped" >"$OUT/counts"
[ $failed = 0 ]
