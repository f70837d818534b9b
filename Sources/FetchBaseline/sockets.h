#ifndef FETCH_BASELINE_SOCKETS_H
#define FETCH_BASELINE_SOCKETS_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>

// What libcurl wants of its sockets, and what epoll has been told. A socket that goes back to the pool and out again
// between two waits costs no system call.
typedef struct {
    int epoll;
    struct socket_state {
        uint8_t wanted, registered;
        bool is_changed;
    } *states;
    size_t state_count;
    int *changed;
    size_t changed_count, changed_capacity;
    struct epoll_event ready[256];
} sockets;

bool sockets_open(sockets *sockets);
void sockets_close(sockets *sockets);

// `what` is libcurl's CURL_POLL_ value.
void sockets_want(sockets *sockets, curl_socket_t socket, int what);
void sockets_forget(sockets *sockets, curl_socket_t socket);

// Waits, and returns how many are ready.
int sockets_wait(sockets *sockets, int milliseconds);

// The socket at a place in the last wait's result with libcurl's CURL_CSELECT_ bits; false where nobody wants it.
bool sockets_ready(sockets *sockets, int index, curl_socket_t *socket, int *bits);

#endif
