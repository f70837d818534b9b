#ifndef FETCH_BASELINE_H
#define FETCH_BASELINE_H

#include <stddef.h>
#include <stdint.h>

// What a C program does with libcurl's multi interface when it is written for speed: the ceiling that the Swift
// backends are measured against. One thread, the caller's; easy handles, buffers and connections are kept.

typedef struct fetch_baseline fetch_baseline;

// What is asked for. It stays where and as it is for as long as the client it is given to.
typedef struct {
    const char *url;
    // The reply is right when it is a 2xx with a body of exactly this size.
    size_t reply_size;
    // NULL for GET.
    const char *method;
    const void *body;
    size_t body_size;
} fetch_baseline_request;

// Makes a client; `roots_file` holds the certificates to trust for https, NULL for libcurl's own. NULL on failure.
fetch_baseline *fetch_baseline_open(const char *roots_file);
void fetch_baseline_close(fetch_baseline *baseline);

// Performs `count` requests, at most `width` at a time. 0, or -1 with `fetch_baseline_fault` saying why; after that
// the client can only be closed.
int fetch_baseline_run(fetch_baseline *baseline, const fetch_baseline_request *request, size_t count, size_t width);

// Starts `count` requests whose replies never end, and returns once the head of each is there. They stay open.
int fetch_baseline_hold(fetch_baseline *baseline, const char *url, size_t count);

// Ends held requests, the newest first and one every `interval_ns`; the time of each cut goes to `instants`, in
// nanoseconds of CLOCK_MONOTONIC.
int fetch_baseline_cut(fetch_baseline *baseline, size_t count, uint64_t interval_ns, uint64_t *instants);

// One line about the last failure.
const char *fetch_baseline_fault(const fetch_baseline *baseline);

#endif
