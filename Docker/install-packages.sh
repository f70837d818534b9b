#!/bin/sh
# Installs the packages of packages.txt that are missing, for the uses named: build, run, test, measure, python.
# System packages need root, or sudo. Does nothing, and asks nobody, where all are there.
set -eu

[ $# -gt 0 ] || { echo "usage: install-packages.sh build|run|test|measure|python ..." >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
python=$here/../.build/python

# The packages of one use, one a line.
packages() { sed -n "s/^$1 //p" "$here/packages.txt"; }

missing=
for use in "$@"; do
    [ "$use" != python ] || continue
    for package in $(packages "$use"); do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
done
if [ -n "$missing" ]; then
    root=
    [ "$(id -u)" = 0 ] || root=sudo
    echo "installing:$missing" >&2
    export DEBIAN_FRONTEND=noninteractive
    $root apt-get update -q >&2
    # shellcheck disable=SC2086  # one word a package
    $root apt-get install -y -q --no-install-recommends $missing >&2
fi

case " $* " in
*" python "*)
    # What is installed stands in a file beside it, written last.
    if [ "$(cat "$python/installed.txt" 2>/dev/null)" != "$(packages python)" ]; then
        # shellcheck disable=SC2046  # one word a package
        echo "installing in .build/python:" $(packages python) >&2
        rm -rf "$python"
        python3 -m venv "$python"
        # shellcheck disable=SC2046
        "$python/bin/pip" install -q --disable-pip-version-check --only-binary :all: $(packages python) >&2
        packages python >"$python/installed.txt"
    fi
    ;;
esac
