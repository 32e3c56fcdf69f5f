/* A library that does what the name of its file says, as soon as it is loaded or asked to begin. Copy it under one of the names
 * in the table at the end; under any other name, and where a deed leaves it alive, it is a plugin whose id is that name. */
#define _GNU_SOURCE
#include <cue/cue.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[4096]; /* of this library */
static char name[256];  /* of its file, without the ending */
static const cue_host *host;

static void forks(void) {
  if (fork() == 0)
    for (;;) pause();
}

/* As a daemon does: in a session of its own, and nobody's child. */
static void moves_away(void) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0)
      for (;;) pause();
    _exit(0);
  }
}

static void moves_away_and_aborts(void) {
  moves_away();
  abort();
}

static void moves_away_and_spins(void) {
  moves_away();
  for (;;) continue;
}

static void exits(void) { exit(0); }
static void spins(void) {
  for (;;) continue;
}
static void ends_its_group(void) { kill(0, SIGKILL); }
static void stops(void) { raise(SIGSTOP); }
static void overflows(void) {
  volatile char *nowhere = NULL;
  *nowhere = 1;
}

static void raises_its_limit(void) {
  struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_AS, &all);
  if (!malloc((size_t)1 << 30)) abort();
}

static void lowers_its_limit(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_AS, &none);
}

static void opens_descriptors(void) {
  for (int i = 0; i < 10000; i++)
    if (open("/dev/null", O_RDONLY) < 0) break;
}

static void changes_folder(void) {
  if (chdir("/") != 0) abort();
}

static void closes_its_descriptors(void) {
  for (int i = 0; i < 3; i++) close(i);
}

static void closes_all_descriptors(void) {
  for (int i = 0; i < 1024; i++) close(i);
}

static void deletes_itself(void) { unlink(path); }

/* Tells that it was loaded, by one letter more in a file beside it. */
static void leaves_a_trace(void) {
  char trace[sizeof path + sizeof ".loaded"];
  snprintf(trace, sizeof trace, "%s.loaded", path);
  int file = open(trace, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (file < 0 || write(file, "x", 1) != 1) abort();
  close(file);
}

static void logs_for_ever(void) {
  for (;;) host->log(host->data, CUE_LOG_DEBUG, (cue_text)CUE_TEXT("still here"));
}

static void works_for_ever(void) {
  for (;;) {
    host->progress(host->data, 500);
    usleep(1000); /* it lives, says so a thousand times a second, and never comes to an end */
  }
}

typedef struct {
  const char *name;
  void (*do_it)(void);
  int waits; /* until it has a host */
} deed;

static const deed deeds[] = {
    {"forks", forks, 0},
    {"moves-away", moves_away, 0},
    {"moves-away-and-aborts", moves_away_and_aborts, 0},
    {"moves-away-and-spins", moves_away_and_spins, 0},
    {"exits", exits, 0},
    {"aborts", abort, 0},
    {"overflows", overflows, 0},
    {"spins", spins, 0},
    {"stops", stops, 0},
    {"ends-its-group", ends_its_group, 0},
    {"raises-its-limit", raises_its_limit, 0},
    {"lowers-its-limit", lowers_its_limit, 0},
    {"opens-descriptors", opens_descriptors, 0},
    {"changes-folder", changes_folder, 0},
    {"closes-its-descriptors", closes_its_descriptors, 0},
    {"closes-all-descriptors", closes_all_descriptors, 0},
    {"deletes-itself", deletes_itself, 0},
    {"leaves-a-trace", leaves_a_trace, 0},
    {"logs-for-ever", logs_for_ever, 1},
    {"works-for-ever", works_for_ever, 1},
};

static void do_as_named(int has_host) {
  for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
    if (!strcmp(name, deeds[i].name) && deeds[i].waits == has_host) deeds[i].do_it();
}

__attribute__((constructor)) static void first(void) {
  Dl_info info;
  if (!dladdr((void *)path, &info)) abort();
  strncpy(path, info.dli_fname, sizeof path - 1);
  const char *slash = strrchr(path, '/');
  strncpy(name, slash ? slash + 1 : path, sizeof name - 1);
  name[strcspn(name, ".")] = 0;
  do_as_named(0);
}

static int32_t init(const cue_init_request *request, cue_error *error) {
  (void)error;
  host = request->host;
  do_as_named(1);
  return CUE_OK;
}

static uint32_t plugin_count(void) { return 1; }

static const cue_descriptor *descriptor(uint32_t index) {
  static cue_descriptor one = {.struct_size = sizeof one,
                               .concurrency = CUE_PER_INSTANCE,
                               .id = name,
                               .kind = CUE_KIND_VOICE,
                               .name = CUE_TEXT("Unruly"),
                               .version = CUE_TEXT("1.0"),
                               .licence = CUE_TEXT("MIT"),
                               .description = CUE_TEXT("Does what its file is called.")};
  return index == 0 ? &one : NULL;
}

static int32_t create(const cue_create_request *request, const cue_instance **instance, cue_error *error) {
  (void)request, (void)instance, (void)error;
  return CUE_E_NOT_FOUND;
}

static const void *extension(const char *id) { return (void)id, NULL; }

CUE_EXPORT const cue_entry *cue_plugin_entry(const cue_host *given) {
  static const cue_entry entry = {sizeof entry, CUE_ABI_MAGIC, CUE_ABI_MAJOR, CUE_ABI_MINOR, CUE_TEXT("cue 1.0 C"),
                                  init,         plugin_count,  descriptor,    create,        extension};
  (void)given;
  return &entry;
}
