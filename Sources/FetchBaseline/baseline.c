#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "exchange.h"
#include "sockets.h"

struct fetch_baseline {
    CURLM *multi;
    sockets sockets;
    // When libcurl's timer is due; 0 is at once.
    uint64_t timer;
    char *roots_file;
    exchange *made, *idle;
    exchange **held;
    size_t held_count;
    fetch_baseline_request held_request;
    char *held_url;
    // The run under way.
    size_t started, ended, count;
    char fault[CURL_ERROR_SIZE + 64];
};

static const uint64_t no_timer = UINT64_MAX;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static int on_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *assigned) {
    (void)easy;
    (void)assigned;
    sockets_want(&((fetch_baseline *)context)->sockets, socket, what);
    return 0;
}

static int on_closing(void *context, curl_socket_t socket) {
    sockets_forget(context, socket);
    return close(socket);
}

static int on_timer(CURLM *multi, long milliseconds, void *context) {
    (void)multi;
    fetch_baseline *self = context;
    self->timer = milliseconds < 0 ? no_timer : milliseconds ? now() + (uint64_t)milliseconds * 1000000 : 0;
    return 0;
}

fetch_baseline *fetch_baseline_open(const char *roots_file) {
    if (curl_global_init(CURL_GLOBAL_DEFAULT)) return NULL;
    fetch_baseline *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->timer = no_timer;
    self->multi = curl_multi_init();
    self->roots_file = roots_file ? strdup(roots_file) : NULL;
    if (!sockets_open(&self->sockets) || !self->multi) {
        fetch_baseline_close(self);
        return NULL;
    }
    curl_multi_setopt(self->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(self->multi, CURLMOPT_SOCKETDATA, self);
    curl_multi_setopt(self->multi, CURLMOPT_TIMERFUNCTION, on_timer);
    curl_multi_setopt(self->multi, CURLMOPT_TIMERDATA, self);
    // The limit counts connections in use too: below their number, each idle one would be closed.
    curl_multi_setopt(self->multi, CURLMOPT_MAXCONNECTS, 1L << 16);
    return self;
}

void fetch_baseline_close(fetch_baseline *self) {
    while (self->made) {
        exchange *next = self->made->next_made;
        // One that is idle is not in the multi handle, which is no error.
        curl_multi_remove_handle(self->multi, self->made->easy);
        exchange_free(self->made);
        self->made = next;
    }
    if (self->multi) curl_multi_cleanup(self->multi);
    sockets_close(&self->sockets);
    free(self->held);
    free(self->held_url);
    free(self->roots_file);
    free(self);
}

const char *fetch_baseline_fault(const fetch_baseline *self) { return self->fault; }

static int fail(fetch_baseline *self, const char *what) {
    snprintf(self->fault, sizeof self->fault, "%s", what);
    return -1;
}

// Starts one request in an idle exchange, or a new one; NULL where libcurl refuses.
static exchange *start(fetch_baseline *self, const fetch_baseline_request *request) {
    exchange *exchange = self->idle;
    if (exchange) {
        self->idle = exchange->next_idle;
    } else {
        exchange = exchange_make(self->roots_file, on_closing, &self->sockets);
        if (!exchange) return NULL;
        exchange->next_made = self->made;
        self->made = exchange;
    }
    if (!exchange_prepare(exchange, request)) return NULL;
    return curl_multi_add_handle(self->multi, exchange->easy) ? NULL : exchange;
}

static void retire(fetch_baseline *self, exchange *exchange) {
    exchange->next_idle = self->idle;
    self->idle = exchange;
}

static void fire_timer(fetch_baseline *self) {
    int running = 0;
    self->timer = no_timer;
    curl_multi_socket_action(self->multi, CURL_SOCKET_TIMEOUT, 0, &running);
}

// Milliseconds, rounded up, until libcurl's timer is due or `until` has come; -1 where neither is set.
static int pause_length(const fetch_baseline *self, uint64_t until) {
    uint64_t due = self->timer < until ? self->timer : until, time = now();
    if (due == no_timer) return -1;
    return due > time ? (int)((due - time + 999999) / 1000000) : 0;
}

// One turn: tells libcurl that its timer is due, or waits, no longer than `until`, and tells it what is ready.
static void turn(fetch_baseline *self, uint64_t until) {
    // A request just added starts by this; there is nothing to wait for.
    if (self->timer == 0) {
        fire_timer(self);
        return;
    }
    int running = 0, bits = 0, count = sockets_wait(&self->sockets, pause_length(self, until));
    curl_socket_t socket;
    for (int index = 0; index < count; index++) {
        if (sockets_ready(&self->sockets, index, &socket, &bits))
            curl_multi_socket_action(self->multi, socket, bits, &running);
    }
    if (self->timer != no_timer && self->timer <= now()) fire_timer(self);
}

// True where a transfer ended as it should have.
static bool is_right(fetch_baseline *self, const exchange *exchange, CURLcode code) {
    long status = 0;
    curl_easy_getinfo(exchange->easy, CURLINFO_RESPONSE_CODE, &status);
    if (!code && status / 100 == 2 && exchange->body_size == exchange->request->reply_size) return true;
    snprintf(self->fault, sizeof self->fault, "libcurl's code %d, status %ld, %zu bytes: %s", code, status,
        exchange->body_size, exchange->error);
    return false;
}

// Takes what ended off the multi handle and lets the next requests of the run take its place.
static int drain(fetch_baseline *self, const fetch_baseline_request *request) {
    CURLMsg *message;
    int remaining, result = 0;
    while ((message = curl_multi_info_read(self->multi, &remaining))) {
        exchange *exchange;
        CURLcode code = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&exchange);
        curl_multi_remove_handle(self->multi, exchange->easy);
        if (!is_right(self, exchange, code)) result = -1;
        retire(self, exchange);
        self->ended++;
        if (self->started == self->count) continue;
        self->started++;
        if (!start(self, request)) return fail(self, "a request could not be started");
    }
    return result;
}

int fetch_baseline_run(fetch_baseline *self, const fetch_baseline_request *request, size_t count, size_t width) {
    self->started = self->ended = 0;
    self->count = count;
    while (self->started < count && self->started < width) {
        self->started++;
        if (!start(self, request)) return fail(self, "a request could not be started");
    }
    while (self->ended < count) {
        turn(self, no_timer);
        if (drain(self, request)) return -1;
    }
    return 0;
}

static size_t heads_complete(const fetch_baseline *self) {
    size_t count = 0;
    for (size_t index = 0; index < self->held_count; index++) count += self->held[index]->head_is_complete;
    return count;
}

int fetch_baseline_hold(fetch_baseline *self, const char *url, size_t count) {
    free(self->held);
    free(self->held_url);
    self->held = calloc(count, sizeof *self->held);
    self->held_url = strdup(url);
    self->held_count = 0;
    self->held_request = (fetch_baseline_request){.url = self->held_url};
    for (; self->held && self->held_count < count; self->held_count++) {
        // Idle handles belong to other requests; a held one never becomes idle.
        exchange *exchange = start(self, &self->held_request);
        if (!exchange) return fail(self, "a request could not be started");
        self->held[self->held_count] = exchange;
    }
    while (heads_complete(self) < count) {
        int remaining;
        turn(self, no_timer);
        if (curl_multi_info_read(self->multi, &remaining)) return fail(self, "a held request ended");
    }
    return 0;
}

int fetch_baseline_cut(fetch_baseline *self, size_t count, uint64_t interval_ns, uint64_t *instants) {
    if (count > self->held_count) return fail(self, "fewer requests are held");
    uint64_t next = now();
    for (size_t cut = 0; cut < count; cut++) {
        for (; now() < next; turn(self, next)) {}
        exchange *exchange = self->held[--self->held_count];
        instants[cut] = now();
        curl_multi_remove_handle(self->multi, exchange->easy);
        retire(self, exchange);
        next += interval_ns;
    }
    return 0;
}
