// The client of a fork server, under the name of its program: it lends the program its descriptors, and ends as the program does.
// Without a server it becomes the program of that name that comes next in PATH.
#define _GNU_SOURCE
#include "request.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// Takes the client's own folder out of PATH, and runs the program.
static int become(const char *own, char **argv) {
  const char *name = strrchr(own, '/') + 1;
  size_t length = (size_t)(name - own - 1);
  const char *folder = getenv("PATH");
  for (; folder && *folder; folder += strcspn(folder, ":"), folder += *folder == ':') {
    size_t count = strcspn(folder, ":");
    if (count == length && strncmp(folder, own, length) == 0) continue;
    char path[4096];
    if (snprintf(path, sizeof path, "%.*s/%s", (int)count, folder, name) < (int)sizeof path) execv(path, argv);
  }
  fprintf(stderr, "%s: not found\n", name);
  return 127;
}

static int server(const char *own) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(own) + sizeof SOCKET_SUFFIX > sizeof address.sun_path) return -1;
  strcat(strcpy(address.sun_path, own), SOCKET_SUFFIX);
  int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (server >= 0 && connect(server, (struct sockaddr *)&address, sizeof address) == 0) return server;
  close(server);
  return -1;
}

// Lists the open descriptors that a program would inherit; returns their number, or -1 if there are too many.
static int inherited(int32_t numbers[]) {
  DIR *folder = opendir("/proc/self/fd");
  int count = 0;
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    int number = atoi(entry->d_name), flags = entry->d_name[0] == '.' ? -1 : fcntl(number, F_GETFD);
    if (flags < 0 || flags & FD_CLOEXEC || number == dirfd(folder)) continue;
    if (count == MAX_DESCRIPTORS) return -1;
    numbers[count++] = number;
  }
  if (folder) closedir(folder);
  return count;
}

static size_t append(char **strings, size_t size, const char *text) {
  size_t count = strlen(text) + 1;
  *strings = realloc(*strings, size + count);
  if (!*strings) exit(127);
  memcpy(*strings + size, text, count);
  return size + count;
}

static int send_request(int server, int argc, char **argv) {
  struct request request = {.argument_count = (uint32_t)argc, .umask = umask(0)};
  umask(request.umask);
  int count = inherited(request.numbers);
  if (count < 0) return -1;
  request.descriptor_count = (uint32_t)count;

  char *strings = NULL, folder[4096];
  if (!getcwd(folder, sizeof folder)) return -1;
  size_t size = append(&strings, 0, folder);
  for (char **word = argv; *word; word++) size = append(&strings, size, *word);
  for (char **word = environ; *word; word++) size = append(&strings, size, *word);
  if (size > MAX_SIZE) return -1;
  request.size = (uint32_t)size;

  union descriptors control = {.header = {
      .cmsg_len = CMSG_LEN((size_t)count * sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
  memcpy(CMSG_DATA(&control.header), request.numbers, (size_t)count * sizeof(int));
  struct iovec part = {&request, sizeof request};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
      .msg_controllen = CMSG_SPACE((size_t)count * sizeof(int))};
  if (sendmsg(server, &message, MSG_NOSIGNAL) != sizeof request) return -1;
  for (size_t sent = 0; sent < size;) {
    ssize_t now = send(server, strings + sent, size - sent, MSG_NOSIGNAL);
    if (now <= 0) return -1;
    sent += (size_t)now;
  }
  return 0;
}

int main(int argc, char **argv) {
  char own[4096];
  ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  if (length <= 0) return 127;
  own[length] = 0;
  int connection = server(own);
  if (connection < 0 || send_request(connection, argc, argv) != 0) return become(own, argv);
  int32_t status;
  ssize_t got;
  while ((got = recv(connection, &status, sizeof status, MSG_WAITALL)) < 0 && errno == EINTR) {}
  if (got != sizeof status) return 127;
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  signal(WTERMSIG(status), SIG_DFL);
  raise(WTERMSIG(status));
  return 128 + WTERMSIG(status);
}
