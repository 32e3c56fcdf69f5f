// A seccomp filter with user notification (Linux 5.5). It finds what an honest plugin does without its author's knowledge, such as a
// library that reports to its maker. It is not a sandbox: between our look and the call, another thread may change the
// arguments.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "bpf.h"
#include "watch.h"

#define TRACE 4          // the descriptor of the record
#define MOST_LINES 1000  // of the record; a plugin in a loop would fill the memory
#define WRITING (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)
#ifndef __NR_io_uring_setup
#define __NR_io_uring_setup 425
#endif
#ifndef __NR_openat2
#define __NR_openat2 437
#endif
#ifndef __NR_pidfd_getfd
#define __NR_pidfd_getfd 438
#endif

static bool is_on, is_online;

void watch_begin(bool online) {
  is_on = true;
  is_online = online;
}

bool watch_is_on(void) { return is_on; }

bool watch_is_offline(void) { return is_on && !is_online; }

void watch_leave(void) {
  if (is_on) close(TRACE);
}

// The arguments of a call: the folder of a relative path, and the path; -1: none.
typedef struct {
  int number;
  int folder, path;
  int flags;  // the argument with the flags of open(); -1: the call always changes a file
} file_call;

static const file_call file_calls[] = {
#ifdef __NR_open
    {__NR_open, -1, 0, 1},     {__NR_creat, -1, 0, -1},    {__NR_mkdir, -1, 0, -1},   {__NR_mknod, -1, 0, -1},
    {__NR_rename, -1, 1, -1},  {__NR_link, -1, 1, -1},     {__NR_symlink, -1, 1, -1}, {__NR_unlink, -1, 0, -1},
    {__NR_rmdir, -1, 0, -1},
#endif
#ifdef __NR_renameat
    {__NR_renameat, 2, 3, -1},
#endif
    {__NR_openat, 0, 1, 2},    {__NR_mkdirat, 0, 1, -1},   {__NR_mknodat, 0, 1, -1},  {__NR_renameat2, 2, 3, -1},
    {__NR_linkat, 2, 3, -1},   {__NR_symlinkat, 1, 2, -1}, {__NR_unlinkat, 0, 1, -1}, {__NR_truncate, -1, 0, -1},
};

static const int socket_calls[] = {__NR_connect, __NR_sendto, __NR_sendmsg, __NR_sendmmsg, __NR_listen};

void watch_add_rules(void) {
  if (!is_on) return;
  // An io_uring opens files and sockets without a call, and openat2() has its flags in memory, which a filter cannot read. Libraries
  // do without both on older systems.
  rule(__NR_io_uring_setup, FAIL(ENOSYS));
  rule(__NR_openat2, FAIL(ENOSYS));
  // Opening a socket is allowed, as libraries do it to find out whether there is IPv6. Only its use is refused.
  for (size_t i = 0; !is_online && i < sizeof socket_calls / sizeof *socket_calls; i++)
    rule((unsigned)socket_calls[i], ASK);
  for (size_t i = 0; i < sizeof file_calls / sizeof *file_calls; i++) {
    const file_call *each = &file_calls[i];
    rule_begin((unsigned)each->number);
    answer(ASK);
    rule_end();
  }
}

// The record.

static void say(const char *what, const char *name) {
  static unsigned lines;
  if (lines++ >= MOST_LINES) return;
  char line[4600];
  int length = snprintf(line, sizeof line, "%s %s", what, name);
  if (length < 0) return;
  if ((size_t)length > sizeof line - 2) length = sizeof line - 2;
  for (int i = 0; i < length; i++)
    if ((unsigned char)line[i] < ' ') line[i] = '?';
  line[length] = '\n';
  if (write(TRACE, line, (size_t)length + 1) < 0) lines = MOST_LINES;
}

static void blind(void) {
  static bool is_said;
  if (!is_said) say("blind", strerror(errno));
  is_said = true;
}

// Reading the process that waits.

static ssize_t peek(pid_t thread, uint64_t from, void *into, size_t size) {
  struct iovec ours = {into, size}, theirs = {(void *)(uintptr_t)from, size};
  ssize_t count = process_vm_readv(thread, &ours, 1, &theirs, 1, 0);
  if (count >= 0 || errno != EFAULT) return count;
  // The range may reach into a page that is not mapped: read up to the end of its first page.
  theirs.iov_len = ours.iov_len = 4096 - from % 4096 < size ? 4096 - from % 4096 : size;
  return process_vm_readv(thread, &ours, 1, &theirs, 1, 0);
}

// A copy of the socket `descriptor` of the process of `thread`; -1 if it cannot be copied.
static int borrowed(pid_t thread, int descriptor) {
  char path[64], line[128];
  snprintf(path, sizeof path, "/proc/%d/status", thread);
  FILE *status = fopen(path, "re");
  if (!status) return -1;
  pid_t process = thread;
  while (fgets(line, sizeof line, status))
    if (sscanf(line, "Tgid: %d", &process) == 1) break;
  fclose(status);
  int handle = (int)syscall(__NR_pidfd_open, process, 0);
  if (handle < 0) return -1;
  int copy = (int)syscall(__NR_pidfd_getfd, handle, descriptor, 0);
  int failure = errno;
  close(handle);
  errno = failure;
  return copy;
}

static void name_address(const struct sockaddr_storage *address, char *name, size_t size) {
  char host[INET6_ADDRSTRLEN] = "";
  const struct sockaddr_in *four = (const void *)address;
  const struct sockaddr_in6 *six = (const void *)address;
  if (address->ss_family == AF_INET) {
    inet_ntop(AF_INET, &four->sin_addr, host, sizeof host);
    snprintf(name, size, "%s port %d", host, ntohs(four->sin_port));
  } else if (address->ss_family == AF_INET6) {
    inet_ntop(AF_INET6, &six->sin6_addr, host, sizeof host);
    snprintf(name, size, "%s port %d", host, ntohs(six->sin6_port));
  }
}

// Whether a call on a socket may go on; if not, its address is recorded.
static bool may_send(const struct seccomp_notif *call) {
  int copy = borrowed((pid_t)call->pid, (int)call->data.args[0]);
  if (copy < 0) {
    if (errno == EBADF) return true;  // the call itself will fail
    blind();
    return false;
  }
  int domain = 0;
  socklen_t size = sizeof domain;
  bool is_socket = getsockopt(copy, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0;
  close(copy);
  if (!is_socket || domain == AF_UNIX || domain == AF_NETLINK) return true;
  struct sockaddr_storage address = {0};
  int number = call->data.nr;
  uint64_t place = number == __NR_connect ? call->data.args[1] : number == __NR_sendto ? call->data.args[4] : 0;
  if (number == __NR_sendmsg) {
    struct msghdr message = {0};
    if (peek((pid_t)call->pid, call->data.args[1], &message, sizeof message) == sizeof message)
      place = (uint64_t)(uintptr_t)message.msg_name;
  }
  if (place) peek((pid_t)call->pid, place, &address, sizeof address);
  char name[128] = "an address that was not seen";
  if (number == __NR_listen) snprintf(name, sizeof name, "others, who may connect to it");
  name_address(&address, name, sizeof name);
  say("network", name);
  return false;
}

// What every plugin reads, and too much of it to be recorded.
static bool is_common(const char *path) {
  static const char *const common[] = {"/usr/", "/lib/", "/lib64/", "/proc/", "/sys/"};
  for (size_t i = 0; i < sizeof common / sizeof *common; i++)
    if (!strncmp(path, common[i], strlen(common[i]))) return true;
  return false;
}

// Records the absolute path of a call that changes or opens a file.
static void note_file(const struct seccomp_notif *call) {
  const file_call *kind = NULL;
  for (size_t i = 0; i < sizeof file_calls / sizeof *file_calls; i++)
    if (file_calls[i].number == call->data.nr) kind = &file_calls[i];
  if (!kind) return;
  static char path[4097], folder[4097], whole[8300];
  ssize_t count = peek((pid_t)call->pid, call->data.args[kind->path], path, sizeof path - 1);
  if (count <= 0) {
    if (errno == EPERM) blind();
    return;
  }
  path[count] = '\0';
  bool is_read = kind->flags >= 0 && !(call->data.args[kind->flags] & WRITING);
  const char *what = is_read ? "read" : "file";
  if (path[0] == '/') {
    if (!is_read || !is_common(path)) say(what, path);
    return;
  }
  char link[64];
  int place = kind->folder < 0 ? AT_FDCWD : (int)call->data.args[kind->folder];
  if (place == AT_FDCWD) snprintf(link, sizeof link, "/proc/%d/cwd", (int)call->pid);
  else snprintf(link, sizeof link, "/proc/%d/fd/%d", (int)call->pid, place);
  ssize_t length = readlink(link, folder, sizeof folder - 1);
  folder[length < 0 ? 0 : length] = '\0';
  snprintf(whole, sizeof whole, "%s/%s", folder, path);
  if (!is_read || !is_common(whole)) say(what, whole);
}

bool watch_answer(const struct seccomp_notif *call) {
  for (size_t i = 0; i < sizeof socket_calls / sizeof *socket_calls; i++)
    if (socket_calls[i] == call->data.nr) return may_send(call);
  note_file(call);
  return true;
}
