# SPDX-License-Identifier: GPL-2.0
# In the guest: the main job, as a user would type it.
set -e
. ./load.sh
cd "$SPILE"

step() { printf '\n\033[1m# %s\033[0m\n' "$*"; }
run() { printf '$ %s\n' "$*"; eval "$*"; }
numbers="grep -E '^(sites|patches_on|registrations|patch_time)' patch_stats"

step "spile on Linux $(uname -r): $(grep '^sites:' patch_stats | cut -d' ' -f2) traceable functions, none touched yet"
run "$numbers"

step 'Choose functions, switch the tracer on, do something real'
run "echo 'vfs_*' > set_ftrace_filter"
run 'echo function > current_tracer'
run 'cat /etc/passwd /proc/version > /dev/null'
run 'echo 0 > tracing_on'
run 'grep -m 26 -e "^#" -e cat- trace'

step 'What is patched now, for how many users'
run 'head -4 enabled_functions; echo ...; wc -l < enabled_functions'

step 'A second tracer with an equal filter: no site is touched, names are not matched again'
run "$numbers"
run 'mkdir instances/second'
run "echo 'vfs_*' > instances/second/set_ftrace_filter"
run 'echo function > instances/second/current_tracer'
run "$numbers"
run "grep -E '^patterns' patch_stats"
run 'head -2 enabled_functions'

step 'Who calls this? Stack traces of the next two hits'
run 'echo > trace; echo 1 > tracing_on'
run "echo 'vfs_open:stacktrace:2' >> set_ftrace_filter"
run 'cat /etc/passwd > /dev/null'
run 'grep -m 1 -A 6 "stack trace" trace'

step 'Every hit is accounted for'
run 'echo 0 > tracing_on; sed -n "1,/^cpu1/p" trace_stats'

step 'A wrong word changes nothing, and is explained'
run "echo 'vfs_raed' > set_ftrace_filter 2>/dev/null || cat error_log"
run 'wc -l < set_ftrace_filter'

step 'All off: not one function of the kernel is patched any more'
run 'echo nop > instances/second/current_tracer; rmdir instances/second'
run 'echo nop > current_tracer; echo > set_ftrace_filter'
run "echo '!vfs_open:stacktrace:0' >> set_ftrace_filter"
run "$numbers"
run 'wc -l < /sys/kernel/tracing/enabled_functions'
