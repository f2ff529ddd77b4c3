#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# A large recording: 100,000 MMAP2 and 10 million samples of 64 CPUs, out of order
# across CPUs. Memory must stay within the reorder window, whatever the length.

. "$(dirname "$0")/lib.sh"
build/tools/inject-generate "$work/in" 425 100000 || { fail "generate"; finish; exit; }
build/tools/check-recording "$work/in" >"$work/before"
samples=$(grep -oP '^type 9: \K.*' "$work/before")
maps=$(grep -oP '^type 10: \K.*' "$work/before")
check "10 million samples" [ "$samples" -ge 10000000 ]
check "mappings" [ "$maps" -ge 100000 ]
check "out of order before" grep -qvx 'out of order: 0' <(tail -n 1 "$work/before")

for flag in -b --buildid-all --mmap2-buildid-all --mmap2-buildids; do
	rm -f "$work/out"
	/usr/bin/time -o "$work/time" -f '%M' "$spile" inject $flag -i "$work/in" -o "$work/out" 2>"$work/err"
	check "$flag: runs" [ $? = 0 ]
	kb=$(tail -n 1 "$work/time")
	limit=32768
	[ $flag = --mmap2-buildids ] && limit=98304 # holds back 100,000 records
	check "$flag: memory ${kb} KB" [ "$kb" -le $limit ]
	build/tools/check-recording "$work/out" >"$work/after"
	check "$flag: samples" grep -qx "type 9: $samples" "$work/after"
	case $flag in
	-b | --buildid-all)
		check "$flag: mappings" grep -qx "type 10: $maps" "$work/after"
		check "$flag: ids, each once" [ "$(grep -oP '^type 67: \K.*' "$work/after")" -le 1000 ]
		;;
	esac
	case $flag in
	-b | --mmap2-buildids) check "$flag: in order" grep -qx 'out of order: 0' "$work/after" ;;
	esac
done
finish
