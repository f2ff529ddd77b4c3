# In the guest: what spile does, as a user would see it.
set -e
. ./load.sh
echo "spile on Linux $(uname -r), mounted at $SPILE:"
ls -l "$SPILE"
