// A fork server: preloaded into a program, it holds the program where main would begin, and forks it for each run.
//
// Most of a short run of ffmpeg or ffprobe is the linking of their two hundred libraries. Here that is done once; a run costs a
// fork. FORK_SERVER names the program's client, beside which the server listens. The server ends by a signal.
#define _GNU_SOURCE
#include "request.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int (*main_function)(int, char **, char **);

static main_function program;

static int read_all(int from, char *bytes, size_t count) {
  while (count > 0) {
    ssize_t got = read(from, bytes, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return -1;
    bytes += got;
    count -= (size_t)got;
  }
  return 0;
}

static int receive(int client, struct request *request, int descriptors[]) {
  union descriptors control;
  struct iovec part = {request, sizeof *request};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  if (recvmsg(client, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC) != sizeof *request) return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_type != SCM_RIGHTS || request->size > MAX_SIZE) return -1;
  if (header->cmsg_len != CMSG_LEN(request->descriptor_count * sizeof(int))) return -1;
  memcpy(descriptors, CMSG_DATA(header), request->descriptor_count * sizeof(int));
  return 0;
}

// Gives the descriptors the numbers that they have in the client; no other descriptor stays open.
static void take_over(const struct request *request, int descriptors[]) {
  // Above all of the numbers, then down to them: the numbers of one may be those of another.
  int above = 0;
  for (uint32_t i = 0; i < request->descriptor_count; i++)
    if (request->numbers[i] >= above) above = request->numbers[i] + 1;
  for (uint32_t i = 0; i < request->descriptor_count; i++) descriptors[i] = fcntl(descriptors[i], F_DUPFD, above);
  for (int number = 0; number < above; number++) close(number);
  for (uint32_t i = 0; i < request->descriptor_count; i++) dup2(descriptors[i], request->numbers[i]);
  syscall(SYS_close_range, above, ~0U, 0);
}

// Runs the program as the client asks; returns what its main function returns.
static int run(const struct request *request, int descriptors[], char *strings, char *end) {
  take_over(request, descriptors);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  umask(request->umask);
  if (chdir(strings) != 0) return 127;
  char **words = calloc(request->size + 2, sizeof *words);
  if (!words) return 127;
  size_t count = 0;
  for (char *word = strings + strlen(strings) + 1; word < end; word += strlen(word) + 1) {
    // The environment begins after the zero that ends the arguments.
    if (count == request->argument_count) count++;
    words[count++] = word;
  }
  environ = words + request->argument_count + 1;
  return program((int)request->argument_count, words, environ);
}

// Serves one client. Returns in the run program alone, with its result.
static int serve_client(int client) {
  struct request request;
  int descriptors[MAX_DESCRIPTORS];
  if (receive(client, &request, descriptors) != 0) _exit(1);
  char *strings = malloc(request.size + 1);
  if (!strings || read_all(client, strings, request.size) != 0) _exit(1);
  strings[request.size] = 0;

  pid_t keeper = getpid(), child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper) _exit(1);
    return run(&request, descriptors, strings, strings + request.size);
  }
  // Who reads the program's output waits until all its descriptors are closed.
  for (uint32_t i = 0; i < request.descriptor_count; i++) close(descriptors[i]);
  int exit_event = (int)syscall(SYS_pidfd_open, child, 0);
  struct pollfd events[] = {{client, POLLIN, 0}, {exit_event, POLLIN, 0}};
  while (poll(events, 2, -1) < 0 && errno == EINTR) {}
  // A client that is gone was killed: so is what it ran.
  if (!events[1].revents) kill(child, SIGKILL);
  int32_t status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (write(client, &status, sizeof status) < 0) {}
  _exit(0);
}

static int serve(int argc, char **argv, char **environment) {
  const char *path = getenv("FORK_SERVER");
  if (!path) return program(argc, argv, environment);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) + sizeof SOCKET_SUFFIX > sizeof address.sun_path) return 1;
  strcat(strcpy(address.sun_path, path), SOCKET_SUFFIX);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  unlink(address.sun_path);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 64) != 0) return 1;
  // Whoever started the server and goes takes it along.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  for (;;) {
    while (waitpid(-1, NULL, WNOHANG) > 0) {}
    int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (client < 0) continue;
    if (fork() == 0) {
      close(listener);
      return serve_client(client);
    }
    close(client);
  }
}

int __libc_start_main(
    main_function main, int argc, char **argv, void (*init)(void), void (*fini)(void), void (*rtld_fini)(void),
    void *stack_end) {
  typeof(&__libc_start_main) start = dlsym(RTLD_NEXT, "__libc_start_main");
  program = main;
  return start(serve, argc, argv, init, fini, rtld_fini, stack_end);
}
