#!/bin/sh
# Installs the system packages of packages.txt that are missing, for the uses named: build, run, test.
# Needs root, or sudo. Does nothing, and asks nobody, where all are there.
set -eu

[ $# -gt 0 ] || { echo "usage: install-packages.sh build|run|test ..." >&2; exit 2; }
list=$(dirname "$0")/packages.txt

missing=
for use in "$@"; do
    for package in $(sed -n "s/^$use //p" "$list"); do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
done
[ -n "$missing" ] || exit 0

root=
[ "$(id -u)" = 0 ] || root=sudo
echo "installing:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
$root apt-get update -q >&2
# shellcheck disable=SC2086  # one word a package
$root apt-get install -y -q --no-install-recommends $missing >&2
