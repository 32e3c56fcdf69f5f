// cue-worker: loads one plugin and serves it over its standard input and output.
//
//   cue-worker [NETWORK] [WALL] [--sheltered] [--shared] [--now] [--instruments[=older|=newer|=bare|=unforked|=counted|=guarded]] PLUGIN.so
//   cue-worker [NETWORK] [WALL] --supervise PROGRAM [ARGUMENT…]
//   cue-worker --version
//   cue-worker --wall-report
//
//   NETWORK   --offline | --watched | --watched=online
//   WALL      --no-wall | --wall [--grant=GRANT…] [--processes=N] [--wall-version=N]
//   GRANT     read:PATH | write:PATH | execute:PATH | device:PATH | socket:PATH | network | network:local | run | memory:BYTES
//
// With --wall, the plugin and all that it starts reach what every program needs, and what is granted (process/wall.h; PROTOCOL.md says
// what each grant means). The wall is built after the supervisor's fork, so it needs --sheltered or --supervise. Without --wall there is
// none, as with --no-wall.
//
// With --offline, the plugin and all that it starts cannot open a network socket, whatever is granted. With --watched, the supervisor
// writes to descriptor 4 what the plugin asks of a network, which is refused unless =online, and which files it changes
// (process/watch.h). With --shared, descriptor 4 is memory of the host for the sound of effects (wire/shared.h).
//
// main.c reads requests. Below it, each part needs only those further down (make worker-graph):
//
//   instances/    one instance, its queue, and the thread or the forked children that serve it
//   serve/        one request: from fields to a call of the plugin's table, and back
//   plugin/       the library, what an instance has, and the table of hooks that a plugin is judged by
//   wire/         messages to and from the host; the line to a forked child
//   process/      how a worker ends, its supervisor, its wall, its privacy, its heap
//   instruments/  what the hooks call; only main.c knows it
//
// It is C because a plugin may bring any runtime, and it is the only program of Cue that calls into a plugin.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "instances/forks.h"
#include "instances/instances.h"
#include "instruments/instruments.h"
#include "plugin/hooks.h"
#include "plugin/library.h"
#include "process/end.h"
#include "process/grants.h"
#include "process/privacy.h"
#include "process/supervise.h"
#include "process/wall.h"
#include "process/watch.h"
#include "serve/serve.h"
#include "wire/shared.h"

#define STARTED_WRONGLY 2

// Standard input and output are the wire. A plugin that prints or reads must not meet it, so both move away.
static int private_copy(int descriptor, int replacement, int flags) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
  int other = replacement >= 0 ? replacement : open("/dev/null", flags);
  if (copy < 0 || other < 0) worker_end("its pipes could not be copied");
  dup2(other, descriptor);
  if (replacement < 0 && other != descriptor) close(other);
  fcntl(copy, F_SETFL, fcntl(copy, F_GETFL) | O_NONBLOCK);
  return copy;
}

static void handle(job *request) {
  uint32_t number = fields_u32(request->message.body, CUE_TAG_INSTANCE, 0);
  switch (request->message.type) {
    case CUE_MSG_HELLO: {
      message m = {0};
      message_start(&m, CUE_MSG_DONE, 0, request->message.request);
      message_i32(&m, CUE_TAG_STATUS, CUE_OK);
      message_u32(&m, CUE_TAG_MAJOR, CUE_PROTOCOL_MAJOR);
      message_u32(&m, CUE_TAG_MINOR, CUE_PROTOCOL_MINOR);
      wire_send(&m);
      message_free(&m);
      job_free(request);
      return;
    }
    case CUE_MSG_DESCRIBE:
      library_describe(request->message.request);
      job_free(request);
      return;
    case CUE_MSG_CREATE: instance_create(request); return;
    case CUE_MSG_DESTROY: instance_destroy(request); return;
    case CUE_MSG_CANCEL:
      instance_cancel(request->message.request);
      job_free(request);
      return;
    case CUE_MSG_CREDIT:
      instance_credit(request->message.request, fields_u32(request->message.body, CUE_TAG_CREDIT, 0));
      job_free(request);
      return;
    case CUE_MSG_QUIT: worker_end(NULL);
    default: break;
  }
  if (!serve_knows(request->message.type) && (request->message.flags & CUE_MESSAGE_OPTIONAL)) {
    job_free(request);
    return;
  }
  if (request->message.type >= CUE_MSG_DONE) worker_end("unknown message from the host");
  uint16_t type = request->message.type;
  if (hooks && number == 0 && (type == CUE_MSG_INSPECT || type == CUE_MSG_TRY)) {
    (type == CUE_MSG_INSPECT ? hooks->inspect : hooks->try)(NULL, request);
    job_free(request);
    return;
  }
  // What belongs to a stream need not name the instance, and is dropped when the stream is over.
  bool is_streamed = serve_is_streamed(type);
  instance *it = number || !is_streamed ? instance_find(number) : instance_of_stream(request->message.request);
  if (it) {
    instance_serve(it, request);
  } else if (is_streamed) {
    job_free(request);
  } else {
    wire_failure(request->message.request, CUE_E_NOT_FOUND, "There is no such instance.");
    job_free(request);
  }
}

// Bytes from the host, cut into messages.
static struct {
  uint8_t *bytes;
  uint32_t at;    // up to here they are taken
  uint32_t used;  // how many came, with those
  uint32_t room;
} inbox;

static void take_messages(void) {
  while (inbox.used - inbox.at >= CUE_MESSAGE_HEADER_BYTES) {
    received head;
    uint32_t length;
    header_read(inbox.bytes + inbox.at, &length, &head);
    if (length > CUE_MESSAGE_TO_PLUGIN_MAX) worker_end("a message from the host is too long");
    if (inbox.used - inbox.at - CUE_MESSAGE_HEADER_BYTES < length) break;
    job *request = calloc(1, sizeof *request);
    uint8_t *bytes = malloc(length ? length : 1);
    if (!request || !bytes) worker_end("out of memory");
    memcpy(bytes, inbox.bytes + inbox.at + CUE_MESSAGE_HEADER_BYTES, length);
    request->bytes = bytes;
    request->message = head;
    request->message.body = (fields){bytes, length};
    // The copy is overwritten after it was served; see job_free.
    if (head.type == CUE_MSG_SET) explicit_bzero(inbox.bytes + inbox.at + CUE_MESSAGE_HEADER_BYTES, length);
    inbox.at += CUE_MESSAGE_HEADER_BYTES + length;
    handle(request);
  }
  if (inbox.at == inbox.used) inbox.at = inbox.used = 0;
}

// Room for at least this many more bytes.
static void inbox_widen(uint32_t more) {
  if (inbox.room - inbox.used >= more) return;
  inbox.used -= inbox.at;
  if (inbox.at) {
    memmove(inbox.bytes, inbox.bytes + inbox.at, inbox.used);
    explicit_bzero(inbox.bytes + inbox.used, inbox.at);  // the first part of a key may be there
  }
  inbox.at = 0;
  if (inbox.room - inbox.used >= more) return;
  uint32_t room = inbox.room ? inbox.room * 2 : 131072;
  uint8_t *bytes = realloc(inbox.bytes, room);
  if (!bytes) worker_end("out of memory");
  inbox.bytes = bytes;
  inbox.room = room;
}

static void read_control(int control) {
  for (;;) {
    inbox_widen(65536);
    ssize_t n = read(control, inbox.bytes + inbox.used, inbox.room - inbox.used);
    if (n == 0) worker_end(NULL);  // the host is gone
    if (n < 0) {
      if (errno == EAGAIN) return;
      if (errno == EINTR) continue;
      worker_end("its input cannot be read; the plugin may have closed it");
    }
    inbox.used += (uint32_t)n;
    take_messages();
  }
}

static void loop(int control) {
  for (;;) {
    struct pollfd watched[1 + FORKS_WATCHED] = {{.fd = control, .events = POLLIN}};
    nfds_t count = 1;
    // A plugin that forks is alone in its process.
    instance *alone = instances_all();
    if (alone && alone->forks) count += forks_watch(alone, watched + 1);
    if (poll(watched, count, -1) <= 0) continue;
    if (count > 1) forks_look(alone);
    if (watched[0].revents) read_control(control);
  }
}

int main(int argc, char *argv[]) {
  forget_stops();
  grants granted = {0};
  int next = 1;
  granted.is_offline = argc > next && !strcmp(argv[next], "--offline");
  bool is_watched_online = argc > next && !strcmp(argv[next], "--watched=online");
  bool is_watched = is_watched_online || (argc > next && !strcmp(argv[next], "--watched"));
  next += granted.is_offline || is_watched;
  if (is_watched) watch_begin(is_watched_online);
  int taken = grants_take(argv + next, &granted);
  if (taken < 0) return ABSURD_GRANT;
  next += taken;
  if (granted.is_offline) granted.network = NETWORK_NONE;
  if (argc > next + 1 && !strcmp(argv[next], "--supervise")) {
    granted.is_program = true;
    granted.plugin = argv[next + 1];
    supervise(argv + next + 1, &granted);
  }
  if (argc == 2 && !strcmp(argv[1], "--version")) {
    printf("cue-worker, plugin interface %u.%u, protocol %u.%u\n", CUE_ABI_MAJOR, CUE_ABI_MINOR, CUE_PROTOCOL_MAJOR,
           CUE_PROTOCOL_MINOR);
    return 0;
  }
  if (argc == 2 && !strcmp(argv[1], "--wall-report")) {
    wall_report();
    return 0;
  }
  bool is_sheltered = argc > next && !strcmp(argv[next], "--sheltered");
  next += is_sheltered;
  bool is_shared = argc > next && !strcmp(argv[next], "--shared");
  next += is_shared;
  bool now = argc > next && !strcmp(argv[next], "--now");
  next += now;
  // For a program that judges a plugin: the host of this version, or one that plays an older or newer one.
  static const char option[] = "--instruments";
  const char *instruments = argc > next && !strncmp(argv[next], option, sizeof option - 1) ? argv[next++] : NULL;
  const char *file = argc > next ? argv[next] : "";
  if (!*file) {
    fputs("cue-worker: serves a plugin to the host program; it is not started by hand.\n", stderr);
    return STARTED_WRONGLY;
  }
  if (granted.is_walled && !is_sheltered) {
    fputs("cue-worker: --wall needs --sheltered or --supervise.\n", stderr);
    return STARTED_WRONGLY;
  }
  granted.plugin = file;
  privacy_begin();
  if (is_sheltered) shelter(&granted);
  else wall_begin(&granted);
  worker_end_with_host(is_sheltered);
  worker_end_by_others();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  privacy_refuse_cores();
  signal(SIGPIPE, SIG_IGN);

  int control = private_copy(STDIN_FILENO, -1, O_RDONLY);
  int reply = private_copy(STDOUT_FILENO, STDERR_FILENO, 0);
  setvbuf(stdout, NULL, _IOLBF, 0);
  wire_open(reply);
  if (is_shared) shared_open();
  // Its folder may change below.
  char *path = instruments ? realpath(file, NULL) : NULL;
  if (instruments) hooks = instruments_start(instruments + sizeof option - 1);

  const char *failure = library_load(path ? path : file, now);
  if (failure) {
    wire_failure(0, CUE_E_ABI, failure);
    return 69;
  }
  loop(control);
}
