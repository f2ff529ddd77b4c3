# SPDX-License-Identifier: GPL-2.0
#
# For the tests of this folder (sh scripts, *.tc). A test starts in $SPILE,
# where spilefs is mounted, with everything at its default, under `set -e`: a
# command that fails, fails the test. $MODULES is the folder with spile.ko and
# the modules of selftests/modules, $TMPDIR a folder of its own.

fail() { echo "FAIL: $*"; exit 1; }
skip() { echo "SKIP: $*"; exit 77; }

# check COMMAND...: the command must succeed.
check() { "$@" || fail "$* (status $?)"; }

# refused COMMAND...: it must not. (`! command` alone cannot fail a test.)
refused() {
	if "$@" 2>/dev/null; then fail "went through: $*"; fi
}

# equal GOT WANTED [WHAT]
equal() { [ "$1" = "$2" ] || fail "${3:-value} is '$1', not '$2'"; }

# has FILE PATTERN, lacks FILE PATTERN: of grep -E
has() { grep -qE -- "$2" "$1" || { head -n 20 "$1"; fail "$1 has no '$2'"; }; }
lacks() { ! grep -E -- "$2" "$1" || fail "$1 has '$2'"; }

# put TEXT FILE: writes TEXT in one write(), as `echo TEXT > FILE` does, and
# appends it with add.
put() { printf '%s\n' "$1" >"$2" || { echo "$2 refused '$1'" >&2; return 1; }; }
add() { printf '%s\n' "$1" >>"$2" || { echo "$2 refused '$1'" >&2; return 1; }; }

# puts_errno TEXT FILE WORDS: the write is refused, with this text of errno.
put_refused() {
	if error=$( { printf '%s\n' "$1" | dd of="$2" bs=1M conv=notrunc status=none; } 2>&1); then
		fail "$2 took '$1'"
	fi
	case $error in
	*"$3"*) ;;
	*) fail "writing '$1' to $2 gave '$error', not '$3'" ;;
	esac
}

load() {
	grep -q '^spile ' /proc/modules || insmod "$MODULES/spile.ko" || return
	mountpoint -q "$SPILE" || mount -t spilefs none "$SPILE"
}

unload() {
	cd /
	while mountpoint -q "$SPILE"; do umount "$SPILE" || return; done
	rmmod spile
}

# use MODULE: one of selftests/modules; drop MODULE takes it away again.
use() { grep -q "^$1 " /proc/modules || check insmod "$MODULES/$1.ko" $2; }
drop() { check rmmod "$1"; }

# generate hits: of hitgen_task() in this very task, and on all CPUs at once.
hits_here() { echo "$1" >/sys/module/hitgen/parameters/here; }
hits_on_all() { echo "$*" >/sys/module/hitgen/parameters/run; }

# stat NAME [INSTANCE]: a line of trace_stats, over all CPUs.
stat_of() { awk -v name="$1:" '$1 == name { sum += $2 } END { printf "%d\n", sum }' "${2:-.}/trace_stats"; }
patches() { awk -v name="$1:" '$1 == name { print $2 }' patch_stats; }

# names FILE: the functions of a filter file, sorted; without comments and commands.
names() { grep -v '^#' "$1" | grep -v ':' | sort; }

# tells TEXT: error_log has it.
tells() { grep -qF -- "$1" error_log || { cat error_log; fail "error_log lacks '$1'"; }; }

# soon COMMAND...: becomes true within ten seconds.
soon() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 100 ] || fail "not within 10 s: $*"
		sleep 0.1
	done
}

# For alloc-*.tc: allocations that fail, on a kernel that can (the debug kernel).

needs_failing_allocations() {
	[ -e /proc/self/fail-nth ] || skip "this kernel cannot make allocations fail"
	for kind in failslab fail_page_alloc; do
		dir=/sys/kernel/debug/$kind
		put N $dir/ignore-gfp-wait
		put 0 $dir/verbose
		# Of the tasks only that say so in make-it-fail, but then each.
		put Y $dir/task-filter
		put -1 $dir/times
		put 100 $dir/probability
	done
	put 0 /sys/kernel/debug/fail_page_alloc/min-order
}

# walk NAME UNDO ACTION ARGUMENT...: programs/allocwalk.c says what it does. UNDO sees
# exported variables.
walk() {
	FROM=${FROM:-1} STEP=${STEP:-1} ALLOC_ERRNO=${ALLOC_ERRNO:-ENOMEM} allocwalk "$@" ||
		fail "$1: allocwalk ended with $?"
}
