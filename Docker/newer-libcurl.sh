#!/bin/sh
# Runs a command with a newer libcurl in front of the system's: newer-libcurl.sh COMMAND [ARGUMENT ...]
# It comes out of a pycurl wheel, which ships one with all that it needs, and stays under .build.
# The loader says once a program that this libcurl has no symbol versions; that is all it means.
set -eu

[ $# -gt 0 ] || { echo "usage: newer-libcurl.sh COMMAND [ARGUMENT ...]" >&2; exit 2; }
pycurl=7.49.0 # libcurl 8.23.0
folder=$(cd "$(dirname "$0")/.." && pwd)/.build/newer-libcurl/$pycurl

if [ ! -e "$folder/pycurl.libs/libcurl.so.4" ]; then
    rm -rf "$folder"
    mkdir -p "$folder"
    python3 -m pip download -q --no-deps --only-binary :all: --python-version 3.12 \
        --platform "manylinux_2_28_$(uname -m)" --dest "$folder" "pycurl==$pycurl"
    python3 -m zipfile -e "$folder"/*.whl "$folder"
    ln -s "$(cd "$folder/pycurl.libs" && echo libcurl-*)" "$folder/pycurl.libs/libcurl.so.4"
fi
LD_LIBRARY_PATH=$folder/pycurl.libs exec "$@"
