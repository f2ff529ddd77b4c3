# SPDX-License-Identifier: GPL-2.0
# Sourced by the jobs: asks the instrument (spile_bench.c) and files its answers,
# each line "LABEL NAME VALUE...", in $OUT/raw.

stop() { echo "bench: $*"; exit 1; }

# ask LABEL COMMAND...
ask() {
	local label=$1; shift
	printf '%s' "$*" >/proc/spile_bench || stop "refused: $*"
	sed "s/^/$label /" /proc/spile_bench >>"$OUT/raw"
}

# put LABEL NAME VALUE
put() { echo "$*" >>"$OUT/raw"; }

# write_file LABEL FILE TEXT: what `echo TEXT >FILE` costs
write_file() {
	./timed_write "$2" "$3" >/tmp/timed || stop "cannot write '$3' to $2"
	sed "s/^/$1 /" /tmp/timed >>"$OUT/raw"
}

# stats LABEL: patch_stats now
stats() { sed -n "s/^\([a-z_]*\): /$1 \1 /p" "$SPILE/patch_stats" >>"$OUT/raw"; }

# kernel_sites PATTERN: the sites of kernel ops, by name (an awk pattern)
kernel_sites() {
	{
		echo sites
		awk -v want="$1" '$2 ~ /^[tTwW]$/ && $3 ~ want { print $1 }' /proc/kallsyms | sort -u
	} >/tmp/sites
	dd if=/tmp/sites of=/proc/spile_bench bs=4M 2>/dev/null || stop "sites of $1 refused"
}

# The filter sets: name, filter text of spile, awk pattern for the kernel.
sets='
1 spile_bench_target ^spile_bench_target$
73 vfs_* ^vfs_
930 x* ^x
5000 a*,b* ^[ab]
all - -
'
