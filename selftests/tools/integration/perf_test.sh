#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# spile inject against perf inject on recordings that perf makes here. User-space
# software clock events: what a machine without counters has too.

. "$(dirname "$0")/lib.sh"
if ! "$perf" record -q -e cpu-clock:u -o "$work/probe" true 2>/dev/null; then
	skip "recordings" "perf record does not work here"
	finish
	exit
fi

# Work that forks, executes, opens libraries at run time, and runs binaries that
# are deleted or replaced before the ids are read.
cat >"$work/busy.c" <<'C'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile unsigned long sink;
static void spin(unsigned long n) { for (unsigned long i = 0; i < n; i++) sink += i * i; }
int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], 0, 10) : 20000000;
	void *m = dlopen("libm.so.6", RTLD_NOW);
	double (*cosine)(double) = m ? (double (*)(double))dlsym(m, "cos") : 0;
	if (fork() == 0) { spin(n); _exit(0); }
	for (unsigned long i = 0; cosine && i < n / 10; i++) sink += (unsigned long)(cosine(i) * 100);
	spin(n);
	wait(0);
	return 0;
}
C
gcc -O1 -o "$work/busy" "$work/busy.c" 2>/dev/null || { skip "recordings" "no gcc"; finish; exit; }
gcc -O1 -Wl,--build-id=none -o "$work/busy-none" "$work/busy.c"
programs="busy busy-none deleted replaced"
gcc -m32 -O1 -o "$work/busy-32" "$work/busy.c" 2>/dev/null && programs="$programs busy-32" ||
	skip "a 32-bit program" "no 32-bit compiler"

workload() {
	cp "$work/busy" "$work/deleted"
	cp "$work/busy" "$work/replaced"
	cat >"$work/run.sh" <<-S
	for p in $programs; do "$work/\$p" 10000000; done
	ls -lR /usr/share/doc >/dev/null
	S
}
spoil() {
	rm "$work/deleted"
	cp "$(command -v ls)" "$work/replaced.new" && mv "$work/replaced.new" "$work/replaced"
}

# NAME, and options of perf record
record_file() {
	workload
	"$perf" record -q -e cpu-clock:u -F 2000 -o "$work/$1.data" "${@:2}" -- sh "$work/run.sh" 2>"$work/err" || return 1
	spoil
}
record_pipe() {
	workload
	"$perf" record -q -e cpu-clock:u -F 2000 -o - "${@:2}" -- sh "$work/run.sh" >"$work/$1.data" 2>"$work/err" || return 1
	spoil
}

while read -r name options; do
	# shellcheck disable=SC2086
	if ! record_file "$name" $options; then
		skip "$name" "perf record $options: $(head -n 1 "$work/err")"
		continue
	fi
	for flags in "-b" "--buildid-all" "-b --buildid-all"; do
		# perf then reads the file again in place of the id that the record carries,
		# and so gives a replaced binary the id of its successor.
		[ "$name $flags" = "build-id-mmaps -b --buildid-all" ] && continue
		compare_file "$name $flags" "$work/$name.data" $flags
	done
done <<E2
plain
without-ids -B
chains -g
system-wide -a
system-wide-chains -a -g
build-id-mmaps --buildid-mmap
with-data -d
per-thread --per-thread
no-inherit -i
E2

while read -r name options; do
	# shellcheck disable=SC2086
	if ! record_pipe "$name" $options; then
		skip "$name" "perf record $options: $(head -n 1 "$work/err")"
		continue
	fi
	for flags in "-b" "--buildid-all"; do
		[ "$name" = pipe-build-id-mmaps ] || compare_pipe "$name $flags" "$work/$name.data" $flags
	done
done <<E2
pipe
pipe-chains -g
pipe-system-wide -a
pipe-build-id-mmaps --buildid-mmap
E2

# perf 6.1 passes compressed records on without a look inside. Records that were
# compressed must give what the same ones give that were not.
if record_file compressed --compression-level=3; then
	"$spile" inject -b -i "$work/compressed.data" -o "$work/unpacked"
	"$perf" inject -b -i "$work/unpacked" -o "$work/by-perf"
	check "compressed -b: perf buildid-list" same ids "$work/by-perf" "$work/unpacked"
	check "compressed -b: perf script" same lines "$work/compressed.data" "$work/unpacked"
	check "compressed -b: counts of records" same counts "$work/compressed.data" "$work/unpacked"
	check "compressed -b: has ids" grep -qE '^[0-9a-f]{40} ' <(ids "$work/unpacked")
else
	skip "compressed" "$(head -n 1 "$work/err")"
fi

if [[ "$programs" = *busy-32* ]]; then
	"$perf" buildid-list -i "$work/plain.data" 2>/dev/null | grep 'vdso32' >"$work/vdso32"
	"$spile" inject -b -i "$work/without-ids.data" -o "$work/by-spile" 2>/dev/null
	check "the 32-bit vdso's id is what perf record reads" diff "$work/vdso32" <("$perf" buildid-list -i "$work/by-spile" | grep vdso32)
fi

# From a file to a pipe.
"$perf" inject -b -i "$work/plain.data" -o - >"$work/by-perf" 2>/dev/null
"$spile" inject -b -i "$work/plain.data" -o - >"$work/by-spile" 2>/dev/null
check "file to pipe: perf buildid-list" same ids_of_pipe "$work/by-perf" "$work/by-spile"
check "file to pipe: perf script" diff <(lines "$work/plain.data") <(lines_of_pipe "$work/by-spile")

# The MMAP2 styles: perf 6.1 reads what it cannot make.
for style in --mmap2-buildids --mmap2-buildid-all; do
	for name in plain chains; do
		"$spile" inject $style -i "$work/$name.data" -o "$work/by-spile"
		check "$name $style: perf script" same lines "$work/$name.data" "$work/by-spile"
		"$perf" script --show-mmap-events -i "$work/by-spile" 2>/dev/null | grep -a 'MMAP2' >"$work/maps"
		check "$name $style: MMAP2 records have ids" grep -qE '<[0-9a-f]{40}>.* /.*libc' "$work/maps"
	done
done
"$spile" inject --mmap2-buildid-all -i "$work/plain.data" -o "$work/by-spile"
check "--mmap2-buildid-all: counts" diff <(counts "$work/plain.data" | sed 's/MMAP$/MMAP2/' | awk '{n[$3]+=$1} END {for (k in n) print k, n[k]}' | sort) \
	<(counts "$work/by-spile" | awk '{n[$3]+=$1} END {for (k in n) print k, n[k]}' | sort)

# A live pipeline, and one in another mount namespace whose files are not ours.
check "live pipeline" bash -c "'$perf' record -q -e cpu-clock:u -o - -- '$work/busy' | '$spile' inject -b | '$perf' buildid-list -i - | grep -q 'busy$'"
if unshare -m true 2>/dev/null; then
	mkdir "$work/hidden"
	cat >"$work/inside.sh" <<-S
	mount -t tmpfs none "$work/hidden" && cp "$work/busy" "$work/hidden/inside"
	"$work/hidden/inside" 2000000000 &
	echo \$! >"$work/pid"
	wait
	S
	unshare -m sh "$work/inside.sh" 2>/dev/null &
	for _ in 1 2 3 4 5 6 7 8 9 10; do [ -s "$work/pid" ] && break; sleep 0.2; done
	pid=$(cat "$work/pid")
	"$perf" record -q -e cpu-clock:u -p "$pid" -o - -- sleep 0.5 >"$work/ns.data" 2>/dev/null
	compare_pipe "mount namespace" "$work/ns.data" -b
	check "mount namespace: id found" grep -qE "^[0-9a-f]{40} $work/hidden/inside" <(ids_of_pipe "$work/by-spile")
	pkill -P "$pid" 2>/dev/null
	kill "$pid" 2>/dev/null
	wait
else
	skip "mount namespace" "unshare is not allowed"
fi

# An id shorter than 20 bytes: perf 6.1 fills it up, with zeros or with what the
# id before left there; later ones, and spile, state its length.
gcc -O1 -Wl,--build-id=md5 -o "$work/busy-md5" "$work/busy.c"
id=$(file "$work/busy-md5" | grep -oE 'BuildID[^=]*=[0-9a-f]+' | cut -d= -f2)
"$perf" record -q -e cpu-clock:u -o - -- "$work/busy-md5" 2>/dev/null >"$work/md5.data"
"$spile" inject -b <"$work/md5.data" >"$work/by-spile"
check "a short id" grep -qE "^$id +$work/busy-md5" <(ids_of_pipe "$work/by-spile")

finish
