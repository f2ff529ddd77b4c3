# In the guest: loads the module and mounts its file system. Other jobs source
# this; alone it is the job of `make vm`.
SPILE=/sys/kernel/spile
insmod ./spile.ko && mount -t spilefs none "$SPILE" && cd "$SPILE"
