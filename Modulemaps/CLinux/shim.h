#ifndef FETCH_CLINUX_SHIM_H
#define FETCH_CLINUX_SHIM_H

// What the Glibc module leaves out: waiting for many descriptors, a descriptor that ends the wait, and what follows.
#include <pthread.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>

// Linux 5.14 and later: gives pages memory before they are written to. Missing in the headers of older systems.
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

// Accepts without the moment in which a child process could inherit the socket. Declared by glibc only on request.
int accept4(int socket, struct sockaddr *address, socklen_t *size, int flags);

// A child's working folder, and the first descriptor it does not inherit. Declared by glibc only on request too.
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

// The name that debuggers show for a thread, at most 15 bytes. Declared by glibc only on request too.
int pthread_setname_np(pthread_t thread, const char *name);

#endif
