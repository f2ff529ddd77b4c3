# SPDX-License-Identifier: GPL-2.0
# In the guest, under -icount: everything that is counted in instructions.
# First the stock kernel, alone; then spile.
set -e
. ./ask.sh
tracefs=/sys/kernel/tracing
most=240
calls() { echo $((600000 / ($1 + 5))); }

insmod ./spile_bench.ko
ask none.call call 100000

# --- the kernel's ftrace

kernel_set() {
	local name=$1 count=$2
	echo "bench: kernel, $count ops on the set of $name"
	ask "kernel.$name.prepare" prepare kernel "$count"
	ask "kernel.$name.register" register 0 "$count"
	ask "kernel.$name.unregister" unregister 0 "$count"
	ask "kernel.$name.forget" forget
}

kernel_hits() {
	ask "kernel.hit.$1.prepare" prepare kernel "$1"
	ask "kernel.hit.$1.register" register 0 "$1"
	ask "kernel.hit.$1.call" call "$(calls "$1")"
	ask "kernel.hit.$1.unregister" unregister 0 "$1"
	ask "kernel.hit.$1.forget" forget
}

while read -r name filter pattern; do
	[ -n "$name" ] || continue
	if [ "$name" = all ]; then
		ask kernel.all.sites sites
		kernel_set all 8
		continue
	fi
	kernel_sites "$pattern"
	sed "s/^/kernel.$name.sites /" /proc/spile_bench >>"$OUT/raw"
	kernel_set "$name" $most
done <<<"$sets"

kernel_sites '^spile_bench_target$'
for count in 1 2 8 32 240; do
	echo "bench: kernel, a hit with $count ops"
	kernel_hits $count
done

echo "bench: kernel, the function tracer and its files"
ask kernel.text.1 setfilter spile_bench_target
ask kernel.text.73 setfilter 'vfs_*'
write_file kernel.write.name $tracefs/set_ftrace_filter spile_bench_target
write_file kernel.write.function $tracefs/current_tracer function
ask kernel.function.call call 100000
write_file kernel.write.nop $tracefs/current_tracer nop
echo >$tracefs/set_ftrace_filter

# --- spile

meminfo() { sed -n "s/^\(Slab\|Percpu\|VmallocUsed\|PageTables\|MemFree\): *\([0-9]*\) kB/$1 \1 \2/p" /proc/meminfo >>"$OUT/raw"; }

meminfo memory.before
. ./load.sh
cd - >/dev/null
meminfo memory.loaded
sed -n 's/^spile \([0-9]*\) .*/memory.module size \1/p' /proc/modules >>"$OUT/raw"
stats spile.idle

spile_set() {
	local name=$1 filter=$2 exclude=$3 label=spile.$1
	echo "bench: spile, $most ops on the set of $name"
	ask "$label.prepare" prepare spile $most "$filter" $exclude
	stats "$label.prepared"
	ask "$label.register" register 0 1
	stats "$label.first"
	ask "$label.register" register 1 $most
	stats "$label.last"
	ask "$label.unregister" unregister 1 $most
	stats "$label.one_left"
	ask "$label.unregister_last" unregister 0 1
	stats "$label.gone"
	ask "$label.register_batch" register_batch 0 $most
	ask "$label.unregister_batch" unregister_batch 0 $most
	ask "$label.forget" forget
}

while read -r name filter pattern; do
	[ -n "$name" ] || continue
	spile_set "$name" "$filter"
done <<<"$sets"

for count in 1 2 8 32 240; do
	echo "bench: spile, a hit with $count ops"
	label=spile.hit.$count
	ask $label.prepare prepare spile $count spile_bench_target
	ask $label.register register_batch 0 $count
	ask $label.call call "$(calls $count)"
	ask $label.hits hits 0
	ask $label.unregister unregister_batch 0 $count
	ask $label.forget forget
done

echo "bench: spile, the function tracer and its files"
write_file spile.write.name $SPILE/set_ftrace_filter spile_bench_target
write_file spile.write.function $SPILE/current_tracer function
ask spile.function.call call 100000
sed -n 's/^\([a-z_]*\): /spile.function.stats \1 /p' $SPILE/trace_stats >>"$OUT/raw"
write_file spile.write.nop $SPILE/current_tracer nop
echo >$SPILE/set_ftrace_filter

echo "bench: spile, memory of 4096 ops"
ask memory.ops.warm prepare spile 64 'vfs_*'
meminfo memory.few
ask memory.ops.warm forget
ask memory.ops prepare spile 4096 'vfs_*'
ask memory.ops register_batch 0 4096
meminfo memory.many
ask memory.ops unregister_batch 0 4096
ask memory.ops forget

stats spile.end
[ "$(sed -n 's/^sites_patched: //p' $SPILE/patch_stats)" = 0 ] || stop "sites are still patched"
rmmod spile_bench
echo "bench: done"
