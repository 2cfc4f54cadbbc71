#!/bin/sh
# Installs a Debian package in a new root of this machine's Debian, and runs a line of the shell there: clean-root.sh FOLDER PACKAGE 'LINE'
#
# In a separate namespace, whose mounts disappear with it. Needs root, debootstrap, and the mirror that apt uses here.
set -eu
[ -n "${IN_CLEAN_ROOT:-}" ] || exec env IN_CLEAN_ROOT=1 unshare --mount --fork --pid "$0" "$@"
folder=$1 package=$2 line=$3
. /etc/os-release
mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $VERSION_CODENAME" | head -n 1)
debootstrap --variant=minbase "$VERSION_CODENAME" "$folder" "$mirror" >"$folder.log" 2>&1 ||
  { tail -n 20 "$folder.log" >&2 && exit 1; }
cp -R /etc/apt/apt.conf.d "$folder/etc/apt"
cp /etc/resolv.conf "$folder/etc"
mount -t proc proc "$folder/proc"
cp "$package" "$folder/tmp/scrollsim.deb"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
chroot "$folder" sh -euc 'apt-get update -qq && apt-get install -y -qq --no-install-recommends man-db /tmp/scrollsim.deb' >"$folder.log" 2>&1 ||
  { tail -n 20 "$folder.log" >&2 && exit 1; }
chroot "$folder" sh -euc "$line"
