/* Shared by all mutants. A file that includes this has a table of ids. If it defines MUTANT_KIND, it makes an instance of one of
 * them: all are then in one library of that kind, under their ids. */
#ifndef MUTANT_H
#define MUTANT_H
#define _GNU_SOURCE
#include <cue/cue.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *id_at(uint32_t index);
static uint32_t id_count(void);

static int32_t fail(cue_error *error, int32_t status, const char *sentence) {
  size_t length = strlen(sentence);
  if (error->struct_size < sizeof *error) return status;
  error->status = status;
  error->sentence_length = (uint32_t)length;
  memcpy(error->sentence, sentence, length);
  return status;
}

/* Fills a struct of the caller's, as far as that goes. */
static inline int32_t fill(void *out, const void *ours, size_t size) {
  uint32_t room = *(uint32_t *)out;
  if (room > sizeof room)
    memcpy((char *)out + sizeof room, (const char *)ours + sizeof room, (room < size ? room : size) - sizeof room);
  return CUE_OK;
}

/* Time that passes is the fault of who waits: a cancel that takes long, a start that is late. */
static inline void wait_ms(long milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  while (nanosleep(&time, &time) != 0 && errno == EINTR) continue;
}

/* Waits so long from the moment at which `call` is cancelled, which is waited for: on a busy machine it may come late. */
static inline void wait_ms_from(const uint64_t *stop, uint64_t call, long milliseconds) {
  for (int i = 0; i < 3000 && __atomic_load_n(stop, __ATOMIC_SEQ_CST) != call; i++) wait_ms(1);
  wait_ms(milliseconds);
}

/* Memory that nobody frees, and no compiler takes away. */
static inline void leak(size_t bytes) {
  void *memory = malloc(bytes);
  if (memory) memset(memory, 1, bytes);
  __asm__ volatile("" : : "r"(memory) : "memory");
}

static int32_t init(const cue_init_request *request, cue_error *error);
static const cue_descriptor *plugin_at(uint32_t index);
static int32_t create(const cue_create_request *request, const cue_instance **instance, cue_error *error);
static const void *library_extension(const char *id);

#ifdef MUTANT_KIND
/* A new instance of the mutant `id`; NULL without memory. */
static const cue_instance *make(const char *id);

static int32_t init(const cue_init_request *request, cue_error *error) { return (void)request, (void)error, CUE_OK; }

static const cue_descriptor *plugin_at(uint32_t index) {
  static cue_descriptor descriptors[128];
  if (index >= id_count()) return NULL;
  descriptors[index] = (cue_descriptor){.struct_size = sizeof(cue_descriptor),
                                        .concurrency = CUE_PER_INSTANCE,
                                        .determinism = CUE_DETERMINISM_ALWAYS,
                                        .id = id_at(index),
                                        .kind = MUTANT_KIND,
                                        .name = CUE_TEXT("Mutant"),
                                        .version = CUE_TEXT("1.0")};
  return &descriptors[index];
}

static const void *library_extension(const char *id) { return (void)id, NULL; }

static int32_t create(const cue_create_request *request, const cue_instance **instance, cue_error *error) {
  for (uint32_t i = 0; i < id_count(); i++) {
    if (strcmp(request->id, id_at(i))) continue;
    *instance = make(id_at(i));
    return *instance ? CUE_OK : fail(error, CUE_E_MEMORY, "There is no memory for a mutant.");
  }
  return fail(error, CUE_E_NOT_FOUND, "There is no such mutant.");
}

CUE_EXPORT const cue_entry *cue_plugin_entry(const cue_host *host) {
  static const cue_entry entry = {sizeof entry, CUE_ABI_MAGIC, CUE_ABI_MAJOR, CUE_ABI_MINOR, CUE_TEXT("C"),
                                  init,         id_count,      plugin_at,     create,        library_extension};
  return (void)host, &entry;
}
#endif
#endif
