# SPDX-License-Identifier: GPL-2.0
# In the guest, without -icount: what takes real time, which is waiting.
set -e
. ./ask.sh
most=240

insmod ./spile_bench.ko
kernel_sites '^vfs_'
echo "bench: kernel, unregistering $most ops one by one (a minute)"
ask wall.kernel.prepare prepare kernel $most
ask wall.kernel.register register 0 $most
ask wall.kernel.unregister unregister 0 $most
ask wall.kernel.forget forget

. ./load.sh
cd - >/dev/null
echo "bench: spile, unregistering $most ops"
ask wall.spile.prepare prepare spile $most 'vfs_*'
ask wall.spile.register register 0 $most
ask wall.spile.unregister unregister_batch 0 $most
ask wall.one.register register 0 16
ask wall.one.unregister unregister 0 16
ask wall.spile.forget forget
rmmod spile_bench
