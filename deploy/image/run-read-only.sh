#!/bin/sh
# Runs a command in a root file system as a container runtime told to be strict does, with nothing but util-linux and coreutils:
#   run-read-only.sh ROOT USER COMMAND...
# The root file system is read-only, /tmp included; the command is process 1, runs as USER of that file system without
# any capability, and can gain none. The network is that of this machine. With PID_FILE, its process id as seen from here is
# written there. Needs root, for the mounts.
set -eu
exec unshare --mount --propagation private --pid --fork --kill-child -- sh -euc '
  root=$1 user=$2
  shift 2
  # /proc is still that of the machine: there the shell, which becomes the command, has the number that others know.
  read -r pid rest </proc/self/stat
  echo "$pid" >"${PID_FILE:-/dev/null}"
  mount --bind "$root" "$root"
  mount -o remount,bind,ro,nosuid,nodev "$root"
  mount --bind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  exec setpriv --no-new-privs chroot --userspec="$user" --groups= "$root" "$@"
' sh "$@"
