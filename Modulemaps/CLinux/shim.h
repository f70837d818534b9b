#ifndef FETCH_CLINUX_SHIM_H
#define FETCH_CLINUX_SHIM_H

// What the Glibc module leaves out: waiting for many descriptors, and a descriptor that ends the wait.
#include <sys/epoll.h>
#include <sys/eventfd.h>

#endif
