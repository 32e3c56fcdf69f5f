// A voice that says nothing of networks and asks one when it is loaded: it opens sockets of several families, and connects to the
// port of this machine that the file PLUGIN.port names. The results, as errno values, are in PLUGIN.reach.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../../plugin-sdk/examples/c/voice.c"

#ifndef __NR_io_uring_setup
#define __NR_io_uring_setup 425
#endif

static int anchor;

static int opened(int family) {
  int it = socket(family, SOCK_DGRAM, 0);
  if (it < 0) return errno;
  close(it);
  return 0;
}

static int connected(int port) {
  struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int it = socket(AF_INET, SOCK_STREAM, 0);
  int failure = it < 0 || connect(it, (struct sockaddr *)&place, sizeof place) != 0 ? errno : 0;
  if (it >= 0) close(it);
  return failure;
}

static FILE *beside(const char *plugin, const char *ending, const char *mode) {
  char path[4096];
  snprintf(path, sizeof path, "%s.%s", plugin, ending);
  return fopen(path, mode);
}

__attribute__((constructor)) static void reach(void) {
  Dl_info own;
  if (!dladdr(&anchor, &own)) return;
  int port = 0;
  FILE *wish = beside(own.dli_fname, "port", "r");
  if (wish && fscanf(wish, "%d", &port) != 1) port = 0;
  if (wish) fclose(wish);
  // A null pointer is no ring anywhere: only the filter's answer is of interest.
  int ring = syscall(__NR_io_uring_setup, 0, NULL) < 0 ? errno : 0;
  FILE *trace = beside(own.dli_fname, "reach", "w");
  if (!trace) return;
  fprintf(trace, "inet %d\ninet6 %d\npacket %d\nunix %d\nnetlink %d\nring %d\nconnect %d\n", opened(AF_INET),
          opened(AF_INET6), opened(AF_PACKET), opened(AF_UNIX), opened(AF_NETLINK), ring, connected(port));
  fclose(trace);
}
