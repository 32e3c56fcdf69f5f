// What the worker's parts know of each other.
//
//   main.c       pipes, arguments, the loop that reads requests
//   library.c    dlopen, negotiation, the table given to the plugin
//   instance.c   one instance, its queue, and the thread that serves it
//   forks.c      an instance that is served by a fork for each request
//   serve*.c     one request: from fields to a call of the plugin's table, and back
//   heap.c       how much is allocated, and from where
//   instruments.c  what plugins are judged by
//   tries.c      single calls of a plugin, for whoever judges it
//   supervise.c  the same shelter for a plugin that is an executable
#ifndef WORKER_WORKER_H
#define WORKER_WORKER_H

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>

#include "wire/wire.h"

// Ends the worker and all that its plugin started. `why`, unless NULL, goes to standard error.
_Noreturn void worker_end(const char *why);
// From now on this process, and what it starts, ends when its host does.
void worker_end_with_host(void);

// What version 1.0 had of these structs: a plugin built for it is served by later workers too.
#define ENTRY_BYTES_1_0 72u
#define DESCRIPTOR_BYTES_1_0 128u
#define INSTANCE_BYTES_1_0 56u

// heap.c

// What is allocated now.
uint64_t heap_bytes(void);
// From now on one thread alone allocates much: it is spared an arena of its own, which grows page by page.
void heap_for_one_thread(void);

// library.c

// Loads the plugin at `path`. Returns NULL, or a sentence.
const char *library_load(const char *path, bool now);
const cue_entry *library_entry(void);
// The descriptor a CREATE asks for: by id, or the first of a kind.
const cue_descriptor *library_find(cue_text id, cue_text kind);
void library_describe(uint32_t request);
void plugin_send(uint32_t request, const cue_descriptor *plugin);

// One request, kept until it is done.
typedef struct job {
  struct job *next;
  received message;
  uint8_t *bytes;
  atomic_bool cancelled;
  atomic_llong credit;  // frames of sound that may still be sent
} job;

void job_free(job *j);

// A child process: what it is told and says, and its end, as descriptors. Process 0: there is none.
typedef struct {
  pid_t process;
  int line;
  int end;
} forked;
#define ENDING_CHILDREN 4

// One instance and who serves it.
typedef struct instance {
  struct instance *next;
  uint32_t number;
  const cue_descriptor *plugin;
  const cue_instance *table;
  const cue_params *params;
  const void *kind;  // cue_voice, cue_recognizer, cue_dsp or cue_device
  bool forks;        // is served from forks
  bool child_lasts;  // one child serves request after request
  pthread_t thread;
  pthread_mutex_t lock;  // of `queue`, `running` and the conditions
  pthread_cond_t work;
  pthread_cond_t more_credit;
  job *queue;
  job *running;
  // recognizers and devices: bytes in a frame of the sound that the host sends
  uint32_t frame_bytes;
  // recognizers: the request of the open stream, 0: none
  atomic_uint stream;
  cue_listen_sink sink;
  uint64_t taken;  // frames of that stream
  // effects: what they were configured for
  uint32_t channels;
  uint32_t max_frames;
  float *input;  // room for a block, aligned
  float *output;
  size_t input_samples;
  size_t output_samples;
  // forks
  forked child;  // serves `running`
  forked spare;  // waits for the next request
  forked ending[ENDING_CHILDREN];  // done, and not yet gone
} instance;

// instance.c
instance *instances_all(void);
instance *instance_find(uint32_t number);
void instance_create(job *request);
void instance_destroy(job *request);
void instance_enqueue(instance *it, job *request);
void instance_cancel(uint32_t request);
// Tells plugins again whose request was cancelled and still runs: a call that had not begun yet when it was told first
// takes no notice of that. False when there are none.
bool instances_cancel_again(void);
void instance_credit(uint32_t request, uint32_t frames);
// Waits for credit for `frames`; false when the request is cancelled meanwhile. Called while serving.
bool credit_take(instance *it, job *request, uint32_t frames);

// line.c

// True in a forked child: its messages are at most PIPE_BUF bytes.
bool in_child(void);
// In a child: waits for more credit.
uint32_t credit_receive(void);
// In a child: its end of the line.
void line_open(int descriptor);
void line_receive(void *bytes, size_t length);
char line_word(uint32_t *credit);
void line_say_done(void);
// In the worker.
void line_send(int line, const void *bytes, size_t length);

// forks.c

// Starts what waits, if nothing runs.
void forks_next(instance *it);
// What the template knows has changed: a child that was forked before must not serve.
void forks_renew(instance *it);
void forks_cancel(instance *it);
void forks_credit(instance *it, uint32_t frames);
// What poll must watch, at most FORKS_WATCHED; then forks_look says what has happened.
#define FORKS_WATCHED (2 + ENDING_CHILDREN)
nfds_t forks_watch(instance *it, struct pollfd *watched);
void forks_look(instance *it);
// Waits until all is served, and all children are gone.
void forks_end(instance *it);

// serve.c
void serve(instance *it, job *request);
// Whether a message of this type is for an instance.
bool serve_knows(uint16_t type);
// What any thread may answer at once.
bool serve_at_once(instance *it, job *request);
void serve_params(instance *it, job *request);
void serve_set(instance *it, job *request);
// Sets a parameter from the NAME and TEXT of `pair`; where its FLAGS say so, a secret is refused.
int32_t set_param(instance *it, fields pair, cue_error *error);
// Bytes in a frame of `format`, or 0 where there can be no such sound.
uint32_t frame_bytes_of(const cue_audio_format *format);
// The sound of a WRITE or AUDIO, aligned, to be freed; never says more frames than there are.
void *sound_take(const instance *it, const job *request, uint32_t *frames);
// Sends what a plugin could not do as asked.
void honoured_send(uint32_t request, const cue_honoured *honoured);
// Marks a sentence in `error`.
void say(cue_error *error, int32_t status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// serve_voice.c, serve_recognizer.c, serve_dsp.c, serve_device.c
void serve_voices(instance *it, job *request);
void serve_traits(instance *it, job *request);
void serve_fingerprint(instance *it, job *request);
void serve_prepare(instance *it, job *request);
void serve_speak(instance *it, job *request);
void serve_listen(instance *it, job *request);
void serve_audio(instance *it, job *request);
void serve_finish(instance *it, job *request);
void serve_cancelled_stream(instance *it);
void serve_configure(instance *it, job *request);
void serve_process(instance *it, job *request);
void serve_flush(instance *it, job *request);
void serve_devices(instance *it, job *request);
void serve_open(instance *it, job *request);
void serve_write(instance *it, job *request);
void serve_position(instance *it, job *request);
void serve_drain(instance *it, job *request);
void serve_drop(instance *it, job *request);
void serve_close(instance *it, job *request);

// instruments.c

// Which version of the host is played to the plugin.
typedef enum { HOST_OF_TODAY, HOST_OLDER, HOST_NEWER } host_age;

// Before anything is loaded; `manner` is "", "=older", "=newer", "=bare" or "=offline".
void instruments_start(const char *manner);
bool instruments_on(void);
host_age instruments_host(void);
void serve_inspect(instance *it, job *request);
// The struct that the plugin is given for `ours`: the same, or, by a host of another version, one with only the first
// `shorter` bytes, or a longer one. What it wrote comes back by instruments_take.
void *instruments_lend(void *ours, uint32_t size, uint32_t shorter);
void instruments_take(void *lent, void *ours, uint32_t size);
// Room for `size` bytes before a page that cannot be touched, and its end; NULL where the request does not ask for that.
void *instruments_guard(const job *request, size_t size);
void instruments_protect(void *room, size_t size);  // it can be read only
void instruments_release(void *room, size_t size);
// Has `said` spoken as the request's instruments want it; the fields of `seen` tell what was seen.
int32_t instruments_speak(instance *it, job *request, cue_speech_request *said,
                          const cue_speech_sink *sink, cue_error *error, message *seen);

// tries.c
void serve_try(instance *it, job *request);

// supervise.c
_Noreturn void supervise(char *const arguments[]);

#endif
