#define _GNU_SOURCE
#include "grants.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// Whether `text` begins with `start`; then `rest` is what follows.
static bool begins(const char *text, const char *start, const char **rest) {
  size_t length = strlen(start);
  if (strncmp(text, start, length) != 0) return false;
  *rest = text + length;
  return true;
}

static bool is_number(const char *text, uint64_t least, uint64_t most, uint64_t *out) {
  if (!*text || strlen(text) > 18 || text[strspn(text, "0123456789")]) return false;
  *out = strtoull(text, NULL, 10);
  return *out >= least && *out <= most;
}

// What is wrong with a path; NULL: nothing.
static const char *fault_of(const char *path) {
  if (!*path) return "it is empty";
  if (*path != '/') return "it is relative";
  if (!path[strspn(path, "/.")] && !strstr(path, "..")) return "it is the whole system";
  for (const char *at = path; (at = strstr(at, "..")); at += 2)
    if (at[-1] == '/' && (at[2] == '/' || !at[2])) return "it contains '..'";
  return NULL;
}

static bool refuse(const char *option, const char *fault) {
  fprintf(stderr, "cue-worker: the option '%s' makes no sense: %s.\n", option, fault);
  return false;
}

static bool take_place(grants *all, const char *option, place_kind kind, const char *path) {
  const char *fault = fault_of(path);
  if (fault) return refuse(option, fault);
  all->places[all->place_count++] = (place){kind, path};
  return true;
}

static bool take_grant(grants *all, const char *option, const char *grant) {
  static const struct {
    const char *start;
    place_kind kind;
  } kinds[] = {{"read:", PLACE_READ},
               {"write:", PLACE_WRITE},
               {"execute:", PLACE_EXECUTE},
               {"device:", PLACE_DEVICE},
               {"socket:", PLACE_SOCKET}};
  const char *rest;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (begins(grant, kinds[i].start, &rest)) return take_place(all, option, kinds[i].kind, rest);
  if (!strcmp(grant, "network")) {
    all->network = NETWORK_ALL;
  } else if (!strcmp(grant, "network:local")) {
    if (all->network == NETWORK_NONE) all->network = NETWORK_LOCAL;
  } else if (!strcmp(grant, "run")) {
    all->may_run = true;
  } else if (begins(grant, "memory:", &rest)) {
    if (!is_number(rest, 1 << 20, INT64_MAX, &all->memory))
      return refuse(option, "it is no number of bytes from 1048576 on");
  } else {
    return refuse(option, "this version knows no such grant");
  }
  return true;
}

static bool take(grants *all, const char *option) {
  const char *rest;
  uint64_t number;
  if (begins(option, "--grant=", &rest)) return take_grant(all, option, rest);
  if (begins(option, "--processes=", &rest)) {
    if (!is_number(rest, 1, 1024, &number)) return refuse(option, "it is no number from 1 to 1024");
    all->processes = (unsigned)number;
  } else if (begins(option, "--wall-version=", &rest)) {
    if (!is_number(rest, 0, NEWEST_LANDLOCK, &number)) return refuse(option, "there is no such version of Landlock");
    all->landlock = (int)number;
  }
  return true;
}

static bool is_ours(const char *argument) {
  const char *rest;
  return begins(argument, "--grant=", &rest) || begins(argument, "--processes=", &rest) ||
         begins(argument, "--wall-version=", &rest);
}

int grants_take(char *const arguments[], grants *out) {
  if (!arguments[0]) return 0;
  if (!strcmp(arguments[0], "--no-wall")) return 1;
  if (strcmp(arguments[0], "--wall") != 0) return 0;
  int count = 1;
  while (arguments[count] && is_ours(arguments[count])) count++;
  out->is_walled = true;
  out->processes = MOST_PROCESSES;
  out->landlock = NEWEST_LANDLOCK;
  out->places = calloc((size_t)count, sizeof *out->places);
  if (!out->places) {
    fputs("cue-worker: out of memory\n", stderr);
    return -1;
  }
  // For tests, which reach a worker through its host.
  uint64_t version;
  const char *wish = getenv("CUE_WALL_VERSION");
  if (wish && is_number(wish, 0, NEWEST_LANDLOCK, &version)) out->landlock = (int)version;
  for (int i = 1; i < count; i++)
    if (!take(out, arguments[i])) return -1;
  // A graphics processor maps more address space than the machine has memory.
  if (!out->memory && !grants_have(out, PLACE_DEVICE)) out->memory = USUAL_MEMORY;
  return count;
}

bool grants_have(const grants *all, place_kind kind) {
  for (size_t i = 0; i < all->place_count; i++)
    if (all->places[i].kind == kind) return true;
  return false;
}

int grants_open_place(const char *path) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS};
  return (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}
