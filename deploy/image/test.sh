#!/usr/bin/env bash
# Builds the image of the Dockerfile without a container engine, and tests what came out, running it read-only as an ordinary user:
#   deploy/image/test.sh [REPORT]
# BASE names the image to start from; unset, one is made from this machine (stand-in-base.sh), of Node 24: NODE24, or the
# program that npm has. REPORT is a file for the results as JSON. Needs buildah and root (it starts itself anew with sudo).
# Exit code 69: this machine does not allow what a container is made of, so that nothing was tested.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

not_tested() {
  printf '\nNOT TESTED: the image. %s\n\n' "$*" >&2
  exit 69
}

if [[ $(id -u) -ne 0 ]]; then
  sudo -n true 2>/dev/null || not_tested 'Mounting its file system takes root, or sudo without a password.'
  exec sudo -n env "PATH=$PATH" "BASE=${BASE:-}" "NODE24=${NODE24:-}" bash deploy/image/test.sh "$@"
fi
deploy/image/run-read-only.sh / root true 2>/dev/null ||
  not_tested 'This machine allows no mount or process namespaces: is it a container without CAP_SYS_ADMIN?'
if ! command -v buildah >/dev/null; then
  echo 'There is no buildah to build the image with: install it (apt-get install buildah).' >&2
  exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
image() { buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
build() { image build --isolation chroot --format docker "$@"; }

if [[ -z ${BASE:-} ]]; then
  if [[ -z ${NODE24:-} ]]; then
    # The package "node" runs a script at installation; the one for a platform is nothing but the program.
    package=node-$(node -p 'process.platform + "-" + process.arch')
    npm install --prefix "$work/node24" --no-save --ignore-scripts --silent "$package@24"
    NODE24=$work/node24/node_modules/$package/bin/node
  fi
  bash deploy/image/stand-in-base.sh "$work/base" "$NODE24"
  BASE=localhost/stand-in-base
  printf 'FROM scratch\nCOPY . /\nENV PATH=/usr/local/bin:/usr/bin:/bin\n' >"$work/Dockerfile"
  build --tag "$BASE" --file "$work/Dockerfile" "$work/base" 2>&1
  rm -r "$work/base"
fi

# A layer for each step would copy all files for each. A copy of what is mounted: buildah's own output takes minutes.
build_into() {
  local directory=$1 tag=localhost/listings-gateway-$1 container
  shift
  mkdir "$work/$directory"
  build --pull=false --build-arg "BASE=$BASE" "$@" --tag "$tag" . 2>&1
  container=$(image from --pull=false "$tag")
  cp -a "$(image mount "$container")" "$work/$directory/root"
  image rm "$container" >/dev/null
  chmod 755 "$work/$directory/root"
  image inspect --type image "$tag" >"$work/$directory/description.json"
}
build_into image
build_into remote --build-arg PARTS=
du -sm "$work/image/root/app" "$work/remote/root/app"

report=()
[[ $# -eq 0 ]] || report=(--reporter=default --reporter=json "--outputFile.json=$1")
IMAGE_DIRECTORY=$work/image REMOTE_IMAGE_DIRECTORY=$work/remote node node_modules/vitest/vitest.mjs run "${report[@]}" test/deploy/image.program.test.ts
