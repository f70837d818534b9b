#ifndef FETCH_BASELINE_EXCHANGE_H
#define FETCH_BASELINE_EXCHANGE_H

#include <curl/curl.h>
#include <stdbool.h>

#include "FetchBaseline.h"

// One easy handle with the buffers it fills. It is configured once and used for one request after another.
typedef struct exchange {
    CURL *easy;
    struct exchange *next_made, *next_idle;
    const fetch_baseline_request *request;
    size_t sent;
    char *body;
    size_t body_size, body_capacity;
    char *head;
    size_t head_size, head_capacity;
    bool head_is_complete;
    char error[CURL_ERROR_SIZE];
} exchange;

// `sockets` is given to `closing` with each socket that is about to be closed.
exchange *exchange_make(const char *roots_file, curl_closesocket_callback closing, void *sockets);
void exchange_free(exchange *exchange);

// Prepares the next request; false where libcurl refuses an option.
bool exchange_prepare(exchange *exchange, const fetch_baseline_request *request);

#endif
