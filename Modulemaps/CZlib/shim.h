#ifndef FETCH_CZLIB_SHIM_H
#define FETCH_CZLIB_SHIM_H

#include <zlib.h>

// inflateInit2 is a macro, which Swift cannot call.
static inline int fetch_inflate_init(z_stream *stream, int windowBits) { return inflateInit2(stream, windowBits); }

#endif
