#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# The command line: help, exit codes, messages, what happens around a run.

. "$(dirname "$0")/lib.sh"

code() { "$@" >"$work/out" 2>"$work/err"; echo $?; }
says() { local text=$1; shift; "$@" 2>&1 </dev/null | grep -qF -- "$text"; }
exits() { local want=$1 got; shift; got=$(code "$@" </dev/null); [ "$got" = "$want" ] || { echo "exit $got, expected $want"; cat "$work/err"; return 1; }; }

check "--help: exits 0" exits 0 "$spile" --help
check "inject --help: has examples" says "Examples:" "$spile" inject --help
check "inject --help: tells exit codes" says "Exit codes" "$spile" inject --help
check "bench inject --help: has examples" says "Examples:" "$spile" bench inject --help
check "no command" exits 2 "$spile"
check "unknown command" exits 2 "$spile" nonsense
check "unknown option" exits 2 "$spile" inject -b --nonsense
check "no style" exits 2 "$spile" inject
check "no style: told which" says "expected one of -b" "$spile" inject
check "missing input" exits 1 "$spile" inject -b -i "$work/none" -o "$work/out.data"
check "missing input: told which and why" says "$work/none: No such file" "$spile" inject -b -i "$work/none" -o "$work/out.data"
check "empty pipe" exits 1 "$spile" inject -b
check "a directory" says "is a directory" "$spile" inject -b -i "$work" -o "$work/out.data"
echo "this is no recording at all" >"$work/text"
check "no recording" exits 1 "$spile" inject -b -i "$work/text" -o "$work/out.data"
check "no recording: told" says "does not begin with PERFILE2" "$spile" inject -b -i "$work/text" -o "$work/out.data"
check "output that cannot be" exits 1 "$spile" inject -b -i "$work/text" -o "$work/none/out"

if "$perf" record -q -e cpu-clock:u -o "$work/a.data" -- ls / >/dev/null 2>&1; then
	check "runs" exits 0 "$spile" inject -b -i "$work/a.data" -o "$work/b.data"
	size=$(stat -c %s "$work/a.data")
	head -c $((size / 2)) "$work/a.data" >"$work/half.data"
	check "truncated" exits 3 "$spile" inject -b -i "$work/half.data" -o "$work/b.data"
	check "truncated: told where" says "truncated at byte $((size / 2))" "$spile" inject -b -i "$work/half.data" -o "$work/b.data"
	check "truncated: what came before can be read" "$perf" script -i "$work/b.data"
	check "input as output" exits 1 "$spile" inject -b -i "$work/a.data" -o "$work/a.data"
	check "input as output: not harmed" "$perf" script -i "$work/a.data"
	if [ -c /dev/full ]; then
		check "a full disk" bash -c "'$spile' inject -b -i '$work/a.data' >/dev/full 2>'$work/err'; [ \$? = 1 ] && grep -q 'No space left' '$work/err'"
	fi
	check "a reader that went away" bash -c "{ '$spile' inject -b -i '$work/a.data'; echo \$? >'$work/code'; } 2>'$work/err' | true; sleep 0.1; c=\$(cat '$work/code'); [ \$c = 0 ] || [ \$c = 1 ]"
	if [ "$(id -u)" = 0 ]; then
		cp "$work/a.data" "$work/other.data" && chown 12345 "$work/other.data"
		check "another user's recording" exits 1 "$spile" inject -b -i "$work/other.data" -o "$work/b.data"
		check "another user's recording with -f" exits 0 "$spile" inject -b -f -i "$work/other.data" -o "$work/b.data"
	else
		skip "another user's recording" "not root"
	fi
	check "-v: names each" bash -c "'$spile' inject -b -v -i '$work/a.data' -o '$work/b.data' 2>&1 | grep -q events"
	check "no progress when stderr is no terminal" bash -c "! '$spile' inject -b -i '$work/a.data' -o '$work/b.data' 2>&1 | grep -q MB/s"
	# A recorder that is slow makes the work long enough for a line of progress.
	if command -v script >/dev/null; then
		cat >"$work/slow.sh" <<-S
		{ "$perf" record -q -e cpu-clock:u -o - -- sleep 1.2 2>/dev/null; sleep 0.1; } | "$spile" inject -b >/dev/null
		S
		check "progress on a terminal" bash -c "script -qc 'sh $work/slow.sh' /dev/null | grep -aqE '[0-9]+ events, [0-9]+ MB/s'"
	else
		skip "progress on a terminal" "no script(1)"
	fi
else
	skip "recordings" "perf record does not work here"
fi

completes() { # WORD LINE...: WORD is among what bash would offer
	local want=$1; shift
	(. tools/completion/spile.bash; compopt() { :; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _spile; printf '%s\n' "${COMPREPLY[@]}" | grep -qxF -- "$want")
}
check "completion: commands" completes inject spile in
check "completion: options" completes --buildid-all spile inject --bu
check "completion: values" completes auto spile inject --callchain a
check "completion: bench" completes inject spile bench in
# Every option of --help is offered, and is in the manual page.
for option in $("$spile" inject --help | grep -oE '^ +(-.,)?--[a-z0-9-]+' | grep -oE -- '--[a-z0-9-]+'); do
	check "completion: $option" completes "$option" spile inject "$option"
	check "manual: $option" grep -qF -- "$(sed 's/-/\\-/g' <<<"$option")" Documentation/man/spile-inject.1
done

check "bench inject: perf's wording" bash -c "'$spile' bench inject -i 2 | diff - <(printf '%s\n' \"# Running 'internals/inject-build-id' benchmark:\") | grep -cE 'Average (build-id(-all)? injection took: [0-9.]+ msec|time per event: [0-9.]+ usec|memory usage: [0-9]+ KB) \(\+- ' | grep -qx 6"

finish
