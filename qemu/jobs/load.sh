# In the guest: loads the module and mounts its file system. Other jobs source
# this; the shell of `make vm` starts with it.
SPILE=/sys/kernel/spile
insmod ./spile.ko && mount -t spilefs none "$SPILE" && cd "$SPILE"
