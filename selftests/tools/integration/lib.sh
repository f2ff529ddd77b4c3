# SPDX-License-Identifier: GPL-2.0
# Shared by the integration tests: recordings by the installed perf, and what is
# compared between perf inject and spile inject.

spile=${SPILE:-build/tools/spile}
perf=${PERF:-perf}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

pass() { passed=$((passed + 1)); [ -z "$VERBOSE" ] || echo "ok      $1"; }
fail() { failed=$((failed + 1)); echo "FAILED  $1"; [ -z "$2" ] || sed 's/^/        /' <<<"$2"; }
skip() { skipped=$((skipped + 1)); echo "skipped $1: $2"; }
# check NAME COMMAND...: passes when the command does.
check() { local name=$1 out; shift; if out=$("$@" 2>&1); then pass "$name"; else fail "$name" "$(head -n 12 <<<"$out")"; fi; }

finish() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" = 0 ]
}

# Without the 32-bit vdso: by -b, perf 6.1 gives it the id of the 64-bit one.
ids() { "$perf" buildid-list -i "$1" 2>/dev/null | grep -v vdso32; }
# Without the vdso: for a pipe, perf reads it from a copy under a name that changes.
ids_of_pipe() { "$perf" buildid-list -i - <"$1" 2>/dev/null | grep -v vdso; }
lines() { "$perf" script -i "$1" 2>/dev/null; }
lines_of_pipe() { "$perf" script -i - <"$1" 2>/dev/null; }
# Count of records by type, without those that injecting adds.
counts() {
	"$perf" script -D -i "$1" 2>/dev/null | grep -aoE ': PERF_RECORD_[A-Z0-9_]+' | grep -v BUILD_ID | sort | uniq -c
}

same() { diff <("$1" "$2") <("$1" "$3"); }

# compare_file NAME FILE FLAGS...
compare_file() {
	local name=$1 file=$2; shift 2
	if ! "$perf" inject "$@" -i "$file" -o "$work/by-perf" 2>"$work/err"; then
		skip "$name" "perf inject: $(head -n 1 "$work/err")"
		return
	fi
	check "$name: runs" "$spile" inject "$@" -i "$file" -o "$work/by-spile"
	check "$name: perf buildid-list" same ids "$work/by-perf" "$work/by-spile"
	check "$name: perf script" same lines "$file" "$work/by-spile"
	check "$name: counts of records" same counts "$file" "$work/by-spile"
	check "$name: features" same header "$file" "$work/by-spile"
}

# What perf tells of the features, without what injecting must change.
header() {
	"$perf" report --header-only -I -i "$1" 2>/dev/null | grep -vE '^# (captured|data offset|data size|feat offset|missing)'
}

# compare_pipe NAME FILE FLAGS...
compare_pipe() {
	local name=$1 file=$2; shift 2
	"$perf" inject "$@" <"$file" >"$work/by-perf" 2>/dev/null
	"$spile" inject "$@" <"$file" >"$work/by-spile" 2>"$work/err" || { fail "$name" "$(cat "$work/err")"; return; }
	check "$name: perf buildid-list" same ids_of_pipe "$work/by-perf" "$work/by-spile"
	check "$name: perf script" same lines_of_pipe "$file" "$work/by-spile"
	check "$name: counts of records" same counts "$file" "$work/by-spile"
}
