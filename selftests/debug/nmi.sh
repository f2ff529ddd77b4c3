# SPDX-License-Identifier: GPL-2.0
#
# In the guest, started with --nmi: NMIs arrive while every function is traced
# and while tracing is switched on and off. Some must be seen in records, every
# hit must be accounted for, and nothing may stay behind.
set -e
fail() { echo "FAIL: $*"; exit 1; }
SPILE=/sys/kernel/spile
insmod ./spile.ko
mount -t spilefs none "$SPILE"
cd "$SPILE"

nmis() { awk '/^ *NMI:/ { for (i = 2; i <= NF; i++) if ($i ~ /^[0-9]+$/) sum += $i } END { print sum + 0 }' /proc/interrupts; }
work() { for i in 1 2 3; do ls -lR /proc/self /sys/kernel/mm >/dev/null 2>&1 || true; cat /proc/meminfo >/dev/null; done; }
stat_of() { awk -v name="$1:" '$1 == name { sum += $2 } END { printf "%d\n", sum }' trace_stats; }
# Until N more have come, at most a minute.
until_nmis() {
	local wanted=$(($(nmis) + $1)) end=$(($(date +%s) + 60))
	while [ "$(nmis)" -lt $wanted ]; do
		[ "$(date +%s)" -lt $end ] || fail "only $(nmis) NMIs came, not $wanted"
		work
	done
}

# Where an NMI runs traceable functions: printk() of an unknown one, at least.
seen=0
for round in 1 2 3 4 5 6; do
	echo function >current_tracer
	echo 1 >tracing_on
	until_nmis 6
	echo 0 >tracing_on
	found=$(grep -cE '^ *[^ ]+-[0-9]+ +\[[0-9]+\] [^ ]{2}[Zz]' trace || true)
	seen=$((seen + found))
	[ "$found" = 0 ] || [ -e "$OUT/lines" ] ||
		grep -m 20 -E '^ *[^ ]+-[0-9]+ +\[[0-9]+\] [^ ]{2}[Zz]' trace >"$OUT/lines"
	cp trace_stats "$OUT/trace_stats"
	echo >trace
	echo nop >current_tracer
done
[ $seen -gt 0 ] || fail "no record was made in an NMI"

# On and off while they come: patching of text under NMIs.
start=$(nmis)
for round in $(seq 1 20); do
	echo 'vfs_* *printk*' >set_ftrace_filter
	echo function >current_tracer
	echo '*lock*' >>set_ftrace_filter
	work
	echo nop >current_tracer
	echo >set_ftrace_filter
done
echo "$(($(nmis) - start)) NMIs while filters changed, $seen records made in an NMI"

[ ! -s /sys/kernel/tracing/enabled_functions ] || fail "functions are still patched"
cd /
umount "$SPILE"
rmmod spile
