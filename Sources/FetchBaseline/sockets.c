#define _GNU_SOURCE
#include "sockets.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool sockets_open(sockets *self) {
    memset(self, 0, sizeof *self);
    self->epoll = epoll_create1(EPOLL_CLOEXEC);
    return self->epoll >= 0;
}

void sockets_close(sockets *self) {
    if (self->epoll >= 0) close(self->epoll);
    free(self->states);
    free(self->changed);
}

static bool make_room(sockets *self, size_t socket) {
    if (socket < self->state_count) return true;
    size_t count = self->state_count ? self->state_count : 64;
    while (count <= socket) count *= 2;
    struct socket_state *states = realloc(self->states, count * sizeof *states);
    int *changed = realloc(self->changed, count * sizeof *changed);
    if (states) self->states = states;
    if (changed) self->changed = changed;
    if (!states || !changed) return false;
    memset(states + self->state_count, 0, (count - self->state_count) * sizeof *states);
    self->state_count = count;
    return true;
}

void sockets_want(sockets *self, curl_socket_t socket, int what) {
    if (socket < 0 || !make_room(self, (size_t)socket)) return;
    struct socket_state *state = &self->states[socket];
    state->wanted = what == CURL_POLL_REMOVE ? 0 : (uint8_t)what;
    if (state->is_changed) return;
    state->is_changed = true;
    self->changed[self->changed_count++] = socket;
}

static void control(sockets *self, int operation, int socket, uint8_t what) {
    struct epoll_event event = {.data.fd = socket};
    if (what & CURL_POLL_IN) event.events |= EPOLLIN;
    if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
    epoll_ctl(self->epoll, operation, socket, &event);
}

void sockets_forget(sockets *self, curl_socket_t socket) {
    if (socket < 0 || (size_t)socket >= self->state_count) return;
    struct socket_state *state = &self->states[socket];
    // The kernel forgets a closed descriptor by itself: no copy of one exists.
    state->wanted = state->registered = 0;
}

int sockets_wait(sockets *self, int milliseconds) {
    for (size_t index = 0; index < self->changed_count; index++) {
        int socket = self->changed[index];
        struct socket_state *state = &self->states[socket];
        state->is_changed = false;
        if (!state->wanted || state->wanted == state->registered) continue;
        control(self, state->registered ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, state->wanted);
        state->registered = state->wanted;
    }
    self->changed_count = 0;
    int count = epoll_wait(self->epoll, self->ready, sizeof self->ready / sizeof *self->ready, milliseconds);
    return count < 0 ? 0 : count;
}

bool sockets_ready(sockets *self, int index, curl_socket_t *socket, int *bits) {
    const struct epoll_event *event = &self->ready[index];
    struct socket_state *state = &self->states[event->data.fd];
    if (!state->wanted) {
        // A pooled connection that the server closed or wrote to: libcurl looks when it takes it from the pool.
        if (state->registered) control(self, EPOLL_CTL_DEL, event->data.fd, 0);
        state->registered = 0;
        return false;
    }
    *socket = event->data.fd;
    *bits = (event->events & EPOLLIN ? CURL_CSELECT_IN : 0) | (event->events & EPOLLOUT ? CURL_CSELECT_OUT : 0)
        | (event->events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
    return true;
}
