# SPDX-License-Identifier: GPL-2.0
# Sourced by the scripts: where things are, and how they talk.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${SPILE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/spile}
build=$root/build

# Progress goes to stderr, so that stdout carries only what was asked for.
say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() { say "$*"; exit 1; }

# Run a command, its output kept in a file and shown only if it fails.
quietly() {
	local log
	log=$(mktemp)
	if ! "$@" >"$log" 2>&1; then
		cat "$log" >&2
		rm -f "$log"
		die "failed: $*"
	fi
	rm -f "$log"
}

# Hold a lock on a folder's name while a command makes it: several runs at
# once must not download the same thing twice.
locked() {
	local lock=$1; shift
	mkdir -p "$(dirname "$lock")"
	( flock 9; "$@" ) 9>"$lock.lock"
}
