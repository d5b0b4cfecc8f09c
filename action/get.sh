#!/usr/bin/env bash
# Gets the regreen binary for this runner: from the tool cache, else the release that
# release.txt names (checked by its SHA-256), else built from the action's source.
# Prints the outputs binary, and model-dir and model-key where the model may be needed.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source_dir=$(dirname "$here")
cache=${RUNNER_TOOL_CACHE:-${RUNNER_TEMP:-/tmp}}/regreen

os=$(uname -s)
case $os in
  Linux) os=linux ;;
  Darwin) os=darwin ;;
  MINGW* | MSYS* | CYGWIN*) os=windows ;;
esac
arch=$(uname -m)
case $arch in
  x86_64 | amd64) arch=amd64 ;;
  aarch64 | arm64) arch=arm64 ;;
esac
exe=
[ "$os" != windows ] || exe=.exe
asset=regreen_${os}_${arch}$exe

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

output() {
  # The values are paths and a hash of ours: none has a line feed.
  printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

version=$(sed -n 's/^version \(v[0-9][0-9A-Za-z.-]*\)$/\1/p' "$here/release.txt")
want=$(sed -n "s/^\([0-9a-f]\{64\}\)  $asset\$/\1/p" "$here/release.txt")

download() {
  local to=$1 url=${REGREEN_RELEASES:-https://github.com/regreen/regreen/releases/download}/$version/$asset
  echo "downloading $url"
  curl --fail --silent --show-error --location --retry 3 --max-time 120 --output "$to.part" "$url" || return 1
  if [ "$(sha256 "$to.part")" != "$want" ]; then
    echo "::error::regreen: $asset of $version has another SHA-256 than release.txt says" >&2
    rm -f "$to.part"
    exit 1
  fi
  chmod +x "$to.part"
  mv "$to.part" "$to"
}

build() {
  local to=$1
  if ! command -v go >/dev/null; then
    echo "::error::regreen: there is no release for $os/$arch and no Go to build it with; add actions/setup-go before this step" >&2
    exit 1
  fi
  echo "building regreen from $source_dir"
  (cd "$source_dir" && CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$to.part" ./cmd/regreen)
  mv "$to.part" "$to"
}

# The key is what the binary is made from: its hash, or that of the sources.
if [ -n "$version" ] && [ -n "$want" ]; then
  key=$want
else
  key=$(find "$source_dir/cmd" "$source_dir/internal" "$source_dir/go.mod" "$source_dir/go.sum" -type f -print0 | LC_ALL=C sort -z | xargs -0 cat | {
    cat >"${RUNNER_TEMP:-/tmp}/regreen-sources.$$"
    sha256 "${RUNNER_TEMP:-/tmp}/regreen-sources.$$"
  })
  rm -f "${RUNNER_TEMP:-/tmp}/regreen-sources.$$"
fi
mkdir -p "$cache/$key"
binary=$cache/$key/regreen$exe
if [ ! -x "$binary" ]; then
  if [ -n "$version" ] && [ -n "$want" ]; then
    download "$binary" || build "$binary"
  else
    build "$binary"
  fi
fi
output binary "$binary"

# A job that is green up to here needs no model, unless another run is repaired.
case ${REGREEN_JOB_STATUS:-}/${GITHUB_EVENT_NAME:-} in
  success/workflow_run | success/workflow_dispatch) ;;
  success/*) exit 0 ;;
esac
output model-dir "${RUNNER_TEMP:-/tmp}/regreen-model"
output model-key "regreen-model-759c3cd2b7fe7e93"
