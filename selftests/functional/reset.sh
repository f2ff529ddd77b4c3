# SPDX-License-Identifier: GPL-2.0
#
# Run after each test: everything back to its default, whatever the test did,
# and a word on what cannot be.
. ./lib.sh
load || { echo "cannot load the module again"; exit 1; }
cd "$SPILE" || exit 1

for cpu in /sys/devices/system/cpu/cpu[0-9]*/online; do
	[ "$(cat "$cpu")" = 1 ] || echo 1 >"$cpu" || echo "cannot bring back $cpu"
done
sysctl -q kernel.ftrace_enabled=1
for module in opsclient hitgen twins; do
	! grep -q "^$module " /proc/modules || rmmod "$module" || echo "cannot remove $module"
done

write() { [ ! -e "$2" ] || echo "$1" >"$2" || echo "cannot write '$1' to $2"; }

for instance in instances/*/; do
	[ -d "$instance" ] || continue
	write nop "$instance/current_tracer"
	write 0 "$instance/events/enable"
	rmdir "$instance" || echo "cannot remove $instance"
done
write nop current_tracer
write 0 events/enable
# Function commands stay when the list is emptied.
[ ! -e set_ftrace_filter ] || for command in traceon traceoff stacktrace dump cpudump; do
	echo "!*:$command" >>set_ftrace_filter
	echo "!*:$command:0" >>set_ftrace_filter
done 2>/dev/null
for file in set_ftrace_filter set_ftrace_notrace set_ftrace_pid set_ftrace_notrace_pid \
	set_event_pid set_event_notrace_pid trace error_log; do
	write '' "$file" 2>/dev/null
done
[ ! -e tracing_cpumask ] || cp /sys/kernel/tracing/tracing_cpumask "$TMPDIR/mask" 2>/dev/null &&
	write "$(cat "$TMPDIR/mask")" tracing_cpumask
defaults='print-parent nosym-offset nosym-addr noverbose noraw nohex nobin noblock nofields
	trace_printk annotate nouserstacktrace nosym-userobj noprintk-msg-only context-info
	nolatency-format record-cmd norecord-tgid overwrite nodisable_on_free irq-info markers
	noevent-fork nopause-on-trace hash-ptr function-trace nofunction-fork nodisplay-graph
	nostacktrace notest_nop_accept'
for option in $defaults; do
	[ ! -e "options/${option#no}" ] && [ ! -e "options/$option" ] || write $option trace_options
done
write 0 options/func_stack_trace
write 0 options/func-no-repeats
write 1 tracing_on
write forward buffer_direction
write 0 snapshot
write 4 buffer_subbuf_size_kb
write 1408 buffer_size_kb
write 50 buffer_percent
[ ! -e trace_clock ] || write local trace_clock

# What a test did in the kernel's own tracing.
kernel=/sys/kernel/tracing
write nop $kernel/current_tracer
! grep -q spiletest $kernel/kprobe_events || echo 0 >$kernel/events/spiletest/enable
echo >$kernel/kprobe_events
for file in set_ftrace_filter trace; do write '' $kernel/$file; done
write local $kernel/trace_clock
for option in $defaults; do
	[ ! -e "$kernel/options/${option#no}" ] && [ ! -e "$kernel/options/$option" ] ||
		write $option $kernel/trace_options
done
write 1 $kernel/tracing_on

left=$(head -n 3 /sys/kernel/tracing/enabled_functions)
[ -z "$left" ] || echo "functions are still patched: $left"
[ ! -e patch_stats ] || sed -n 's/^\(ops\|sites_patched\|site_groups\): [1-9].*/left: &/p' patch_stats
