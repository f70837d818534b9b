#ifndef FETCH_CCURL_SHIM_H
#define FETCH_CCURL_SHIM_H

#include <curl/curl.h>

// Swift cannot call C variadic functions. There is one inline function for each type of argument that an option or
// an information takes, and nothing else: which options are set, and to what, is decided in Swift.

#if LIBCURL_VERSION_NUM < 0x075500
#error "libcurl 7.85 or newer is needed (CURLOPT_PROTOCOLS_STR)"
#endif

#define FETCH_SETTER(name, Handle, Code, Option, function, Type)                                                       \
    static inline Code name(Handle handle, Option option, Type value) { return function(handle, option, value); }

FETCH_SETTER(fetch_easy_set_long, CURL *, CURLcode, CURLoption, curl_easy_setopt, long)
FETCH_SETTER(fetch_easy_set_offset, CURL *, CURLcode, CURLoption, curl_easy_setopt, curl_off_t)
FETCH_SETTER(fetch_easy_set_string, CURL *, CURLcode, CURLoption, curl_easy_setopt, const char *)
FETCH_SETTER(fetch_easy_set_list, CURL *, CURLcode, CURLoption, curl_easy_setopt, struct curl_slist *)
FETCH_SETTER(fetch_easy_set_pointer, CURL *, CURLcode, CURLoption, curl_easy_setopt, void *)
FETCH_SETTER(fetch_easy_set_write, CURL *, CURLcode, CURLoption, curl_easy_setopt, curl_write_callback)
FETCH_SETTER(fetch_easy_set_read, CURL *, CURLcode, CURLoption, curl_easy_setopt, curl_read_callback)
FETCH_SETTER(fetch_easy_set_seek, CURL *, CURLcode, CURLoption, curl_easy_setopt, curl_seek_callback)
FETCH_SETTER(fetch_easy_set_progress, CURL *, CURLcode, CURLoption, curl_easy_setopt, curl_xferinfo_callback)
FETCH_SETTER(fetch_easy_set_open, CURL *, CURLcode, CURLoption, curl_easy_setopt, curl_opensocket_callback)
FETCH_SETTER(fetch_easy_set_close, CURL *, CURLcode, CURLoption, curl_easy_setopt, curl_closesocket_callback)
FETCH_SETTER(fetch_easy_set_prerequisite, CURL *, CURLcode, CURLoption, curl_easy_setopt, curl_prereq_callback)

FETCH_SETTER(fetch_multi_set_long, CURLM *, CURLMcode, CURLMoption, curl_multi_setopt, long)
FETCH_SETTER(fetch_multi_set_pointer, CURLM *, CURLMcode, CURLMoption, curl_multi_setopt, void *)
FETCH_SETTER(fetch_multi_set_socket, CURLM *, CURLMcode, CURLMoption, curl_multi_setopt, curl_socket_callback)
FETCH_SETTER(fetch_multi_set_timer, CURLM *, CURLMcode, CURLMoption, curl_multi_setopt, curl_multi_timer_callback)

#define FETCH_GETTER(name, Type)                                                                                       \
    static inline CURLcode name(CURL *handle, CURLINFO info, Type value) {                                             \
        return curl_easy_getinfo(handle, info, value);                                                                 \
    }

FETCH_GETTER(fetch_easy_get_long, long *)
FETCH_GETTER(fetch_easy_get_offset, curl_off_t *)
FETCH_GETTER(fetch_easy_get_string, const char **)
FETCH_GETTER(fetch_easy_get_pointer, void **)
FETCH_GETTER(fetch_easy_get_socket, curl_socket_t *)

#undef FETCH_SETTER
#undef FETCH_GETTER

// A completion's result stands in a C union, which Swift reads unsafely; this reads it in one place.
static inline CURLcode fetch_message_result(const CURLMsg *message) { return message->data.result; }

#endif
