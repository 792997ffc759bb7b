#!/bin/sh
# What Verilator's makefiles call the compiler by, as OBJCACHE: Verilator's own sources are the same in all simulations, and
# the compiler takes longer for them than for most cores. Their objects are kept in OBJCACHE_FOLDER.
#
#   objcache.sh COMPILER FLAGS.. -c -o OBJECT SOURCE
set -e
object='' source=''
for argument; do
    [ "$source" != -o ] || object=$argument
    source=$argument
done
case "$source" in
    */verilated*.cpp) ;;
    *) exec "$@" ;;
esac
# Another compiler, another Verilator or other flags make another object.
key=$({ "$1" --version; echo "$*"; cat "${source%/*}"/verilated*; } | cksum | tr ' ' -)
kept=$OBJCACHE_FOLDER/$key.o
if [ -f "$kept" ]; then
    cp "$kept" "$object"
else
    "$@"
    # Renamed into place, so that others see all of it or nothing.
    cp "$object" "$kept.$$"
    mv "$kept.$$" "$kept"
fi
