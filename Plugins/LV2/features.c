// What an LV2 effect gets of its host: numbers for URIs, the lengths of blocks, work after a block, and a log that is
// dropped.
#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/parameters/parameters.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lv2.h"

#define EVENT_BYTES 8192

// Numbers for URIs: the same for all effects, for ever.
static struct {
  pthread_mutex_t lock;
  char **uris;
  uint32_t count, room;
} numbers = {.lock = PTHREAD_MUTEX_INITIALIZER};

LV2_URID lv2_number(const char *uri) {
  LV2_URID number = 0;
  pthread_mutex_lock(&numbers.lock);
  while (number < numbers.count && strcmp(numbers.uris[number], uri)) number++;
  if (number == numbers.count) {
    if (numbers.count == numbers.room) {
      uint32_t room = numbers.room ? numbers.room * 2 : 256;
      char **uris = realloc(numbers.uris, room * sizeof *uris);
      if (uris) numbers.uris = uris, numbers.room = room;
    }
    char *copy = numbers.count < numbers.room ? strdup(uri) : NULL;
    if (copy) numbers.uris[numbers.count++] = copy;
    else number = UINT32_MAX;
  }
  pthread_mutex_unlock(&numbers.lock);
  return number == UINT32_MAX ? 0 : number + 1;
}

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) { return (void)handle, lv2_number(uri); }

static const char *unmap(LV2_URID_Unmap_Handle handle, LV2_URID number) {
  (void)handle;
  pthread_mutex_lock(&numbers.lock);
  const char *uri = number > 0 && number <= numbers.count ? numbers.uris[number - 1] : NULL;
  pthread_mutex_unlock(&numbers.lock);
  return uri;
}

// A log of foreign effects would be one of foreign words.
static int log_list(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list arguments) {
  return (void)handle, (void)type, (void)format, (void)arguments, 0;
}

static int log_words(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
  return (void)handle, (void)type, (void)format, 0;
}

typedef struct piece {
  struct piece *next;
  uint32_t bytes;
  uint64_t data[];
} piece;

struct lv2_features {
  LV2_URID_Map map;
  LV2_URID_Unmap unmap;
  LV2_Log_Log log;
  LV2_Worker_Schedule schedule;
  int32_t shortest, longest, event_bytes;
  float rate;
  LV2_Options_Option options[6];
  LV2_Feature features[8];
  const LV2_Feature *list[9];
  LV2_Handle handle;
  const LV2_Worker_Interface *worker;
  piece *work, *answers;
};

static bool add(piece **first, uint32_t bytes, const void *data) {
  piece *new = malloc(sizeof *new + bytes + sizeof(uint64_t));
  if (!new) return false;
  *new = (piece){.bytes = bytes};
  if (bytes) memcpy(new->data, data, bytes);
  while (*first) first = &(*first)->next;
  *first = new;
  return true;
}

static LV2_Worker_Status schedule(LV2_Worker_Schedule_Handle handle, uint32_t bytes, const void *data) {
  lv2_features *it = handle;
  return add(&it->work, bytes, data) ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE;
}

static LV2_Worker_Status answer(LV2_Worker_Respond_Handle handle, uint32_t bytes, const void *data) {
  lv2_features *it = handle;
  return add(&it->answers, bytes, data) ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE;
}

static piece *take(piece **first) {
  piece *taken = *first;
  if (taken) *first = taken->next;
  return taken;
}

void lv2_features_serve(lv2_features *it, LV2_Handle handle, const LV2_Worker_Interface *worker) {
  it->handle = handle;
  it->worker = worker;
}

// On the same thread, so that the same sound gives the same sound. It may block, which a host with a thread for it
// would hide.
void lv2_features_work(lv2_features *it) {
  bool worked = it->work != NULL;
  for (piece *each; (each = take(&it->work)); free(each))
    if (it->worker && it->worker->work) it->worker->work(it->handle, answer, it, each->bytes, each->data);
  for (piece *each; (each = take(&it->answers)); free(each))
    if (it->worker && it->worker->work_response) it->worker->work_response(it->handle, each->bytes, each->data);
  if (worked && it->worker && it->worker->end_run) it->worker->end_run(it->handle);
}

static const char *const offered[] = {LV2_URID__map,
                                      LV2_URID__unmap,
                                      LV2_OPTIONS__options,
                                      LV2_LOG__log,
                                      LV2_WORKER__schedule,
                                      LV2_BUF_SIZE__boundedBlockLength,
                                      LV2_BUF_SIZE__fixedBlockLength,
                                      LV2_BUF_SIZE__powerOf2BlockLength};

bool lv2_offers(const char *feature) {
  // Input and output never share memory. No effect learns that it plays live.
  static const char *const hints[] = {LV2_CORE__inPlaceBroken, LV2_CORE__isLive, LV2_CORE__hardRTCapable};
  for (size_t i = 0; i < sizeof offered / sizeof *offered; i++)
    if (!strcmp(feature, offered[i])) return true;
  for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
    if (!strcmp(feature, hints[i])) return true;
  return false;
}

bool lv2_has_option(const char *option) {
  static const char *const known[] = {LV2_BUF_SIZE__minBlockLength, LV2_BUF_SIZE__maxBlockLength,
                                      LV2_BUF_SIZE__nominalBlockLength, LV2_BUF_SIZE__sequenceSize,
                                      LV2_PARAMETERS__sampleRate};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(option, known[i])) return true;
  return false;
}

lv2_features *lv2_features_make(uint32_t rate, bool whole_blocks) {
  lv2_features *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  LV2_URID whole = lv2_number(LV2_ATOM__Int), decimal = lv2_number(LV2_ATOM__Float);
  it->map = (LV2_URID_Map){it, map};
  it->unmap = (LV2_URID_Unmap){it, unmap};
  it->log = (LV2_Log_Log){it, log_words, log_list};
  it->schedule = (LV2_Worker_Schedule){it, schedule};
  it->shortest = whole_blocks ? (int32_t)BLOCK : 1;
  it->longest = (int32_t)BLOCK;
  it->event_bytes = EVENT_BYTES;
  it->rate = (float)rate;
  const struct {
    const char *uri;
    LV2_URID type;
    const void *value;
  } options[] = {{LV2_BUF_SIZE__minBlockLength, whole, &it->shortest},
                 {LV2_BUF_SIZE__maxBlockLength, whole, &it->longest},
                 {LV2_BUF_SIZE__nominalBlockLength, whole, &it->longest},
                 {LV2_BUF_SIZE__sequenceSize, whole, &it->event_bytes},
                 {LV2_PARAMETERS__sampleRate, decimal, &it->rate}};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    it->options[i] =
        (LV2_Options_Option){LV2_OPTIONS_INSTANCE, 0, lv2_number(options[i].uri), 4, options[i].type, options[i].value};
  void *data[] = {&it->map, &it->unmap, it->options, &it->log, &it->schedule, NULL, NULL, NULL};
  // The last two only for those that want whole blocks: a change of a parameter splits the blocks of the others.
  size_t count = sizeof offered / sizeof *offered - (whole_blocks ? 0 : 2);
  for (size_t i = 0; i < count; i++) {
    it->features[i] = (LV2_Feature){offered[i], data[i]};
    it->list[i] = &it->features[i];
  }
  return it;
}

const LV2_Feature *const *lv2_features_list(const lv2_features *it) { return it->list; }

void lv2_features_end(lv2_features *it) {
  for (piece *each; (each = take(&it->work));) free(each);
  for (piece *each; (each = take(&it->answers));) free(each);
  free(it);
}
