// Finds effects in a child process. A library that crashes or hangs when it is asked takes only that child along:
// another child continues with the next library.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bridge.h"

// The host waits ten seconds for the list. What was not asked by then is asked the next time.
#define ALL_MILLISECONDS 7000
#define STEP_MILLISECONDS 4000
#define MOST_CHILDREN 64

// What the child says of itself.
typedef struct {
  volatile uint32_t step;
  volatile uint32_t is_done;
  char name[256];
} progress;

static bool write_all(int file, const char *bytes, size_t length) {
  while (length) {
    ssize_t n = write(file, bytes, length);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    length -= (size_t)n;
  }
  return true;
}

static void child_search(uint32_t from, int file, progress *seen) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int nowhere = open("/dev/null", O_RDWR);
  if (nowhere >= 0) dup2(nowhere, 0), dup2(nowhere, 1), dup2(nowhere, 2);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  for (uint32_t step = from;; step++) {
    seen->step = step;
    char *bytes = NULL;
    size_t length = 0;
    FILE *list = open_memstream(&bytes, &length);
    bool more = list && the_bridge.search(step, list, seen->name, sizeof seen->name);
    if (!list || fclose(list) != 0 || !write_all(file, bytes, length)) _exit(1);
    free(bytes);
    if (!more) break;
  }
  seen->is_done = 1;
  _exit(0);
}

static uint64_t now_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

// Waits until the child has ended, works at one step for too long, or `end` has come; then it is ended. Returns whether
// `end` has come.
static bool wait_for(pid_t child, const progress *seen, uint64_t end) {
  uint32_t step = seen->step;
  uint64_t begun = now_milliseconds();
  for (;;) {
    pid_t ended = waitpid(child, NULL, WNOHANG);
    // Where SIGCHLD is ignored, it is gone without a word.
    if (ended == child || (ended < 0 && errno != EINTR)) return false;
    uint64_t now = now_milliseconds();
    if (step != seen->step) step = seen->step, begun = now;
    if (now > end || now - begun > STEP_MILLISECONDS) {
      kill(child, SIGKILL);
      while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
      return now - begun <= STEP_MILLISECONDS;
    }
    nanosleep(&(struct timespec){0, 500000}, NULL);
  }
}

// Adds the whole lines of `file` to the text.
static void take_lines(bridge_search *it, int file) {
  struct stat size;
  char *more = fstat(file, &size) == 0 ? realloc(it->text, it->length + (size_t)size.st_size + 1) : NULL;
  if (!more) return;
  it->text = more;
  size_t start = it->length, room = (size_t)size.st_size;
  for (ssize_t n; room && (n = pread(file, it->text + it->length, room, (off_t)(it->length - start))) > 0;) {
    it->length += (size_t)n;
    room -= (size_t)n;
  }
  while (it->length > start && it->text[it->length - 1] != '\n') it->length--;
  it->text[it->length] = '\0';
}

void search_on(bridge_search *it, void (*log)(const char *sentence)) {
  int file = memfd_create("effects", MFD_CLOEXEC);
  progress *seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  uint64_t end = now_milliseconds() + ALL_MILLISECONDS;
  if (file >= 0 && seen != MAP_FAILED) {
    for (int tries = 0; tries < MOST_CHILDREN && !it->is_complete; tries++) {
      seen->step = it->step;
      pid_t child = fork();
      if (child == 0) child_search(it->step, file, seen);
      if (child < 0) {
        log("No process could be started that asks the effects.");
        break;
      }
      bool is_late = wait_for(child, seen, end);
      it->step = seen->step;
      it->is_complete = seen->is_done;
      if (is_late || it->is_complete) break;
      char sentence[512];
      snprintf(sentence, sizeof sentence, "%s: %s was left out, because it crashed or hung when it was asked.",
               the_bridge.title, seen->name);
      log(sentence);
      it->step++;
    }
    take_lines(it, file);
  }
  if (seen != MAP_FAILED) munmap(seen, sizeof *seen);
  if (file >= 0) close(file);
}
