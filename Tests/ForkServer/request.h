// What a client asks of a fork server: a header with the descriptors beside it, then `size` bytes of strings, each with its
// zero: the working directory, the arguments, and the environment.
#ifndef REQUEST_H
#define REQUEST_H

#include <stdint.h>
#include <sys/socket.h>

enum { MAX_DESCRIPTORS = 32, MAX_SIZE = 16 << 20 };

struct request {
  uint32_t size;
  uint32_t argument_count;
  uint32_t umask;
  uint32_t descriptor_count;
  // The numbers that the descriptors have in the client.
  int32_t numbers[MAX_DESCRIPTORS];
};

union descriptors {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(MAX_DESCRIPTORS * sizeof(int))];
};

// Where a program's server listens: beside the client that bears the program's name.
#define SOCKET_SUFFIX ".socket"

#endif
