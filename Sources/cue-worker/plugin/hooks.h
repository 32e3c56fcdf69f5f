// What a plugin is judged by, as a table of functions. Main fills it when the worker is started with --instruments; the code
// that serves requests calls it where it is filled, and knows nothing of what it calls.
#ifndef WORKER_HOOKS_H
#define WORKER_HOOKS_H

#include "instance.h"

// Which version of the host is played to the plugin.
typedef enum { HOST_OF_TODAY, HOST_OLDER, HOST_NEWER } host_age;

typedef struct {
  host_age host;
  bool never_forks;  // every instance is served by a thread, also where a child would serve it
  // The plugin's library is loaded, and nothing of it was called.
  void (*loaded)(void);
  // How often the plugin has allocated or freed memory on this thread; 0 where that is not counted.
  uint32_t (*allocations)(void);
  // Serves an INSPECT or a TRY; the instance is NULL if the request is for none.
  void (*inspect)(instance *it, job *request);
  void (*try)(instance *it, job *request);
  // The struct that the plugin is given for `ours`: the same, or, by a host of another version, one with only the first
  // `shorter` bytes, or a longer one. What it wrote comes back by `take`.
  void *(*lend)(void *ours, uint32_t size, uint32_t shorter);
  void (*take)(void *lent, void *ours, uint32_t size);
  // Room for `size` bytes before a page that cannot be touched, and its end; NULL if the request does not ask for that.
  void *(*guard)(const job *request, size_t size);
  void (*protect)(void *room, size_t size);  // it can be read only
  void (*release)(void *room, size_t size);
  // Has `said` spoken as the request's instruments want it; the fields of `seen` report what was seen.
  int32_t (*speak)(instance *it, job *request, cue_speech_request *said, const cue_speech_sink *sink, cue_error *error,
                   message *seen);
} hook_table;

// NULL: the worker has no instruments.
extern const hook_table *hooks;

// The table's `lend` and `take`; without instruments a plugin is lent `ours` itself.
void *lend(void *ours, uint32_t size, uint32_t shorter);
void take_back(void *lent, void *ours, uint32_t size);
host_age host_played(void);

#endif
