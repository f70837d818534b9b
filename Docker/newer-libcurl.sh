#!/bin/sh
# Runs a command with a newer libcurl in front of the system's: newer-libcurl.sh COMMAND [ARGUMENT ...]
# It is the one that pycurl, a package of PyPI, ships with all that it needs. The loader says once a program that it has
# no symbol versions; that means nothing.
set -eu

[ $# -gt 0 ] || { echo "usage: newer-libcurl.sh COMMAND [ARGUMENT ...]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
"$here/install-packages.sh" python
libraries=$(echo "$here"/../.build/python/lib/python3*/site-packages/pycurl.libs)
ln -sf "$(cd "$libraries" && echo libcurl-*)" "$libraries/libcurl.so.4"
LD_LIBRARY_PATH=$libraries exec "$@"
