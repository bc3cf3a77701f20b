#!/usr/bin/env bash
# Makes a root file system that stands in for the image node:24-bookworm-slim where no registry of images can be reached:
#   stand-in-base.sh DIRECTORY NODE
# It has what the Dockerfile may count on and no more: NODE (the program, version 24), the npm of this machine, a shell, a few
# commands, the C and C++ libraries, the certificates of this machine, and the user `node`. The real one has more, so
# what is built on this one is built on that one.
set -euo pipefail
root=$1 node=$2

mkdir -p "$root"/{dev,proc,sys,root,home/node,etc/ssl/certs,usr/bin,usr/local/bin,usr/local/etc,usr/local/lib/node_modules}
install -d -m 1777 "$root/tmp"
ln -s usr/bin "$root/bin"
cp -L /bin/{sh,cat,cp,ls,mkdir,rm} /usr/bin/env "$root/usr/bin/"
install -m 755 "$node" "$root/usr/local/bin/node"
cp -R "$(npm root --global)/npm" "$root/usr/local/lib/node_modules/"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"

# With the libraries that the programs name come two of the C library which prebuilt packages name.
libraries=$(for program in "$root"/usr/bin/* "$root/usr/local/bin/node"; do ldd "$program"; done | grep -o '/[^ ]*' | sort -u)
system=$(dirname "$(grep -m 1 '/libc\.so' <<<"$libraries")")
for library in $libraries "$system/libresolv.so.2" "$system/librt.so.1"; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done

printf '%s\n' 'root:x:0:0:root:/root:/bin/sh' 'node:x:1000:1000::/home/node:/bin/sh' >"$root/etc/passwd"
printf '%s\n' 'root:x:0:' 'node:x:1000:' >"$root/etc/group"
chown 1000:1000 "$root/home/node"

# The registry of packages that this machine uses, and the certificates by which it is known.
certificates=/etc/ssl/certs/ca-certificates.crt
{
  printf 'registry=%s\nupdate-notifier=false\n' "$(npm config get registry 2>/dev/null)"
  if [[ -f $certificates ]]; then
    cp -L "$certificates" "$root$certificates"
    printf 'cafile=%s\n' "$certificates"
  fi
} >"$root/usr/local/etc/npmrc"
