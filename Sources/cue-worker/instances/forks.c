// Served by forks: the process in which the engine was loaded never speaks.
//
// A child serves a request. While it does, the next child is forked already and waits for what it is to say: then neither the
// fork nor the end of the last child stands between two lines. Where the sound does not depend on what was said before, one child
// serves request after request. So it does where a request changes nothing but memory: then the child puts its memory back to how
// it was, which takes a quarter of what a fork, its page faults and its end take. A cancel or a crash costs a child and one line.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "forks.h"
#include "../process/end.h"
#include "../process/heap.h"
#include "../process/rewind.h"
#include "../serve/serve.h"
#include "../serve/voice.h"
#include "../wire/line.h"

#define NOT_REWOUND 3

static const forked no_child = {.line = -1, .end = -1};

// Words for this many children, in one page that all map: the one that serves, the rested one and the spare one have some.
#define CHILDREN 4u
// A longer text is not given ahead of time: the worker would wait until the child takes it.
#define MOST_GIVEN_AHEAD (16u << 10)

static line_words *words_of(instance *it, const forked *child) { return &it->words[child->words]; }

static job *request_receive(void) {
  line_next();
  job *request = calloc(1, sizeof *request);
  long long credit;
  if (!request) _exit(70);
  line_receive(&request->message, sizeof request->message);
  line_receive(&credit, sizeof credit);
  request->credit = credit;
  request->bytes = malloc(request->message.body.left + 1);
  if (!request->bytes) _exit(70);
  line_receive(request->bytes, request->message.body.left);
  request->message.body.at = request->bytes;
  return request;
}

// One that was forked for a request serves that alone. One that was forked ahead of time goes back after each request to how it
// was before the first, where it can, and serves on.
_Noreturn static void child_serve(instance *it, job *request) {
  bool goes_back = false;
  if (it->child_lasts) heap_for_many_lines();
  if (!request && it->child_rewinds && !it->has_secret) {
    line_wait();  // one that is never needed costs no more
    goes_back = rewind_mark();
  }
  do {
    if (!request) request = request_receive();
    it->running = request;
    request->call = ++it->calls;
    serve(it, request);
    it->running = NULL;
    fflush(NULL);
    bool rewinds = !it->child_lasts && goes_back && rewind_possible();
    bool is_last = !it->child_lasts && !rewinds;
    if (line_done(is_last)) line_say(is_last ? LINE_LAST : LINE_DONE);
    if (rewinds) rewind_back();
    job_free(request);
    request = NULL;
  } while (it->child_lasts);
  _exit(0);
}

// A child that serves `request`, or waits for one where that is NULL; false if no more can be started.
static bool child_start(instance *it, job *request, forked *out) {
  int line[2];
  unsigned words = 0;
  while (it->words_used >> words & 1) words++;
  if (!it->words)
    it->words = mmap(NULL, CHILDREN * sizeof *it->words, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (it->words == MAP_FAILED) {
    it->words = NULL;
    return false;
  }
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) != 0) return false;
  atomic_store(&it->words[words].serving, 1);
  atomic_store(&it->words[words].credit[1], 0);
  fflush(NULL);
  pid_t template = getpid();
  pid_t process = fork();
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != template) _exit(0);
    close(line[0]);
    // The worker's ends of the other children's lines: a child sees the end of its own only when nobody holds it.
    forked *others[] = {&it->child, &it->rested, &it->spare};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
      if (others[i]->process && others[i]->line >= 0) close(others[i]->line);
    line_open(line[1], &it->words[words]);
    voice_in_child();  // only voices are served by forks
    child_serve(it, request);
  }
  close(line[1]);
  if (process < 0) {
    close(line[0]);
    return false;
  }
  it->words_used |= 1u << words;
  *out = (forked){process, line[0], (int)syscall(SYS_pidfd_open, process, 0), words, request != NULL};
  if (out->end < 0)
    worker_end(errno == ENOSYS ? "this kernel is too old: pidfd_open is missing" : "no descriptor is left for a child");
  return true;
}

// Waits for the end of a child that has nothing more to do.
static void child_release(instance *it, forked *which) {
  it->words_used &= ~(1u << which->words);
  if (which->line >= 0) close(which->line);
  which->line = -1;
  for (size_t i = 0; i < ENDING_CHILDREN; i++) {
    if (it->ending[i].process) continue;
    it->ending[i] = *which;
    *which = no_child;
    return;
  }
  kill(which->process, SIGKILL);
  waitpid(which->process, NULL, 0);
  close(which->end);
  *which = no_child;
}

// In one piece where it is short, so that the child is not woken for a part of it.
static void request_give(instance *it, forked *child, job *request) {
  child->request++;
  atomic_store(&words_of(it, child)->credit[child->request % 2], 0);
  uint8_t piece[PIPE_BUF] = {'R'};
  size_t used = 1;
  long long credit = request->credit;
  memcpy(piece + used, &request->message, sizeof request->message);
  used += sizeof request->message;
  memcpy(piece + used, &credit, sizeof credit);
  used += sizeof credit;
  size_t left = request->message.body.left;
  size_t more = left < sizeof piece - used ? left : sizeof piece - used;
  if (more) memcpy(piece + used, request->bytes, more);
  line_send(child->line, piece, used + more);
  line_send(child->line, request->bytes + more, left - more);
}

// The next request that nobody has cancelled; NULL if none waits.
static job *queue_take(instance *it) {
  while (it->queue) {
    job *request = it->queue;
    it->queue = request->next;
    request->next = NULL;
    if (!request->cancelled) return request;
    wire_done(request->message.request, CUE_CANCELLED, NULL);
    job_free(request);
  }
  return NULL;
}

// What was given ahead to a child that did not come to it waits again, before all others.
static void given_back(instance *it) {
  if (!it->given) return;
  it->given->credit += it->given_credit;
  it->given->next = it->queue;
  it->queue = it->given;
  it->given = NULL;
}

// A child that goes on after its request gets the next one ahead of time, and so need not wait for us in between.
static void give_ahead(instance *it) {
  bool goes_on = it->child_lasts || it->child_was_rested;
  if (!it->child.process || it->given || !goes_on || it->child_is_stale || it->running->cancelled) return;
  if (!it->queue || it->queue->message.body.left > MOST_GIVEN_AHEAD) return;
  it->given = queue_take(it);
  it->given_credit = 0;
  if (!it->given) return;
  it->given_is_silent = line_give_ahead(words_of(it, &it->child), it->child.request);
  if (it->given_is_silent) request_give(it, &it->child, it->given);
  else given_back(it);  // it is done, and will say so
}

void forks_next(instance *it) {
  job *request;
  forks_catch_up(it);
  while (!it->child.process && (request = queue_take(it))) {
    forked *ready = it->rested.process ? &it->rested : &it->spare;
    it->child_was_spare = ready == &it->spare && ready->process;
    it->child_was_rested = ready == &it->rested;
    if (ready->process) {
      it->child = *ready;
      *ready = no_child;
      request_give(it, &it->child, request);
    } else if (!child_start(it, request, &it->child)) {
      wire_failure(request->message.request, CUE_E_MEMORY, "No child process could be started.");
      job_free(request);
      continue;
    }
    it->running = request;
  }
  give_ahead(it);
  if (it->child.process && !it->spare.process && !it->child_lasts) child_start(it, NULL, &it->spare);
}

void forks_renew(instance *it) {
  if (it->spare.process) child_release(it, &it->spare);
  if (it->rested.process) child_release(it, &it->rested);
  it->child_is_stale = it->child.process != 0;
}

// The number of `running` among the requests of its child.
static unsigned running_number(const instance *it) { return it->child.request - (it->given != NULL); }

void forks_cancel(instance *it) {
  if (line_take_back(words_of(it, &it->child), running_number(it))) kill(it->child.process, SIGKILL);
  else forks_catch_up(it);
}

void forks_credit(instance *it, uint32_t frames) { line_grant(words_of(it, &it->child), running_number(it), frames); }

// At once: the child goes on to it without a message, and may then wait for this alone.
void forks_credit_given(instance *it, uint32_t frames) {
  it->given_credit += frames;
  line_grant(words_of(it, &it->child), it->child.request, frames);
}

static void request_over(instance *it, bool was_done, int status) {
  job *request = it->running;
  it->running = NULL;
  if (!was_done && request->cancelled) {
    wire_done(request->message.request, CUE_CANCELLED, NULL);
  } else if (!was_done) {
    bool crashed = WIFSIGNALED(status);
    message m = {0};
    message_start(&m, CUE_MSG_DONE, 0, request->message.request);
    message_i32(&m, CUE_TAG_STATUS, crashed ? CUE_E_CRASHED : CUE_E_EXITED);
    message_i32(&m, CUE_TAG_DETAIL, crashed ? WTERMSIG(status) : WEXITSTATUS(status));
    wire_send(&m);
    message_free(&m);
  }
  job_free(request);
}

static void child_gone(instance *it) {
  it->child = no_child;
  it->child_is_stale = false;
  given_back(it);
}

// The child has gone on with what it was given.
static void given_runs(instance *it) {
  it->not_rewound = 0;
  request_over(it, true, 0);
  it->running = it->given;
  it->given = NULL;
  if (it->running->cancelled) forks_cancel(it);
}

void forks_catch_up(instance *it) {
  if (it->given && it->given_is_silent && line_is_past(words_of(it, &it->child), running_number(it))) given_runs(it);
}

void forks_cancel_given(instance *it) {
  if (line_ask_for_word(words_of(it, &it->child), running_number(it))) it->given_is_silent = false;
  else forks_catch_up(it);
}

static bool has_ended(pid_t process) {
  siginfo_t end = {0};
  return waitid(P_PID, (id_t)process, &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_pid == process;
}

// Looks whether the serving child is done or has died.
static void child_look(instance *it) {
  bool died = has_ended(it->child.process);  // asked first: what it said before is heard before
  forks_catch_up(it);
  char said = 0;
  ssize_t n = it->child.line < 0 ? 0 : recv(it->child.line, &said, 1, MSG_DONTWAIT);
  if (n == 1 && said == LINE_DONE && it->given) {
    given_runs(it);
  } else if (n == 1 && (said == LINE_DONE || said == LINE_LAST)) {
    // Where one child after the other cannot go back, the next are spared the preparation.
    if (said == LINE_DONE) it->not_rewound = 0;
    else if (it->child_was_spare && ++it->not_rewound == NOT_REWOUND) it->child_rewinds = false;
    if (said == LINE_DONE && !it->child_is_stale) it->rested = it->child;
    else child_release(it, &it->child);
    request_over(it, true, 0);
    child_gone(it);
  } else if (died) {
    int status = 0;
    waitpid(it->child.process, &status, 0);
    if (it->child.line >= 0) close(it->child.line);
    close(it->child.end);
    it->words_used &= ~(1u << it->child.words);
    request_over(it, false, status);
    child_gone(it);
  } else if (n == 0 && it->child.line >= 0) {
    close(it->child.line);  // its end of the line is shut and it lives: its end will be noticed
    it->child.line = -1;
  }
}

nfds_t forks_watch(instance *it, struct pollfd *watched) {
  nfds_t count = 0;
  if (it->child.process) {
    watched[count++] = (struct pollfd){.fd = it->child.line, .events = POLLIN};
    watched[count++] = (struct pollfd){.fd = it->child.end, .events = POLLIN};
  }
  for (size_t i = 0; i < ENDING_CHILDREN; i++)
    if (it->ending[i].process) watched[count++] = (struct pollfd){.fd = it->ending[i].end, .events = POLLIN};
  return count;
}

void forks_look(instance *it) {
  if (it->child.process) child_look(it);
  for (size_t i = 0; i < ENDING_CHILDREN; i++) {
    forked *each = &it->ending[i];
    if (!each->process || waitpid(each->process, NULL, WNOHANG) != each->process) continue;
    close(each->end);
    each->process = 0;
  }
  forks_next(it);
}

void forks_end(instance *it) {
  while (it->child.process || it->queue) {
    struct pollfd watched[FORKS_WATCHED];
    poll(watched, forks_watch(it, watched), -1);
    forks_look(it);
  }
  forks_renew(it);
  for (size_t i = 0; i < ENDING_CHILDREN; i++) {
    if (!it->ending[i].process) continue;
    kill(it->ending[i].process, SIGKILL);
    waitpid(it->ending[i].process, NULL, 0);
    close(it->ending[i].end);
  }
  if (it->words) munmap(it->words, CHILDREN * sizeof *it->words);
}
