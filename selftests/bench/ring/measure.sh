# SPDX-License-Identifier: GPL-2.0
# In the guest, under -icount: what an event costs in the kernel's ring buffer and in spile's
# rings, in this order. Each answer becomes lines "LABEL NAME VALUE" in $OUT/raw.
set -e
insmod ./spile_ring_bench.ko

ask() {
	printf '%s' "$*" >/proc/spile_ring_bench || { echo "bench: refused: $*"; exit 1; }
	sed "s/^/$(echo "$*" | tr ' ' '.') /" /proc/spile_ring_bench >>"$OUT/raw"
}

ask call none 100000
for side in kernel forward backward; do
	for what in 16 64 discard; do
		ask call ${side}_$what 100000
	done
	ask full ${side}_16 100000
	ask read $side
done
ask read backward_walk
rmmod spile_ring_bench
cat "$OUT/raw"
