// One instance of a plugin, and the requests that it is to serve.
#ifndef WORKER_INSTANCE_H
#define WORKER_INSTANCE_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "../wire/line.h"
#include "../wire/wire.h"

// One request, kept until it is done.
typedef struct job {
  struct job *next;
  received message;
  uint8_t *bytes;
  atomic_bool cancelled;
  atomic_llong credit;  // frames of sound that may still be sent
  uint64_t call;  // the number by which it is cancelled; 0 while it waits, or where the receiving thread serves it
} job;

void job_free(job *j);

// A child process: what it gets and sends, and its end, as descriptors. Process 0: there is none.
typedef struct {
  pid_t process;
  int line;
  int end;
  unsigned words;    // the number of what it shares with the worker
  unsigned request;  // the number of the request that was given to it last, from 1
} forked;
#define ENDING_CHILDREN 4

// Where a plugin reads or writes sound, kept from block to block: begins at a multiple of SOUND_ALIGNMENT bytes.
typedef struct {
  float *samples;
  size_t count;
} sound_room;
#define SOUND_ALIGNMENT 64u

// One instance and what serves it.
typedef struct instance {
  struct instance *next;
  uint32_t number;
  const cue_descriptor *plugin;
  const cue_instance *table;
  const cue_params *params;
  const void *kind;    // cue_voice, cue_recognizer, cue_dsp or cue_device
  bool forks;          // is served from forks
  bool child_lasts;    // one child serves request after request
  bool child_rewinds;  // so it does, and goes back in between
  bool has_secret;     // it was given a key
  pthread_t thread;    // unless the crew serves it
  bool has_crew;       // threads that serve many instances serve it
  bool is_called;      // the crew serves it, or is about to
  bool is_over;        // it has done its last job
  struct instance *called_next;
  pthread_mutex_t lock;  // of `queue`, `running` and the conditions
  pthread_cond_t work;
  pthread_cond_t more_credit;
  job *queue;
  job *running;
  atomic_uint changes;  // CUE_CHANGED_..., to be sent
  uint64_t calls;       // requests that were taken up, and the number of the last
  // recognizers and devices: bytes in a frame of the sound that the host sends
  uint32_t frame_bytes;
  // recognizers, and voices whose text comes in pieces: the request of the open stream, 0: none
  atomic_uint stream;
  void *line;                  // of a voice: what serve/voice.c keeps of the stream
  atomic_llong stream_credit;  // of a voice: frames that may still be sent
  cue_listen_sink sink;
  uint64_t taken;  // frames of that stream
  // effects: what they were configured for
  uint32_t input_channels;  // 0: for nothing
  uint32_t output_channels;
  uint32_t side_channels;
  uint32_t max_frames;
  bool has_ended;  // flush has begun: it is reset or configured before the next sound
  sound_room input, output, side, moved_input, moved_side, moved_output;
  message reply;  // sound that waits for what goes out after it
  // forks
  forked child;           // serves `running`
  job *given;             // the child has it already, and goes on with it when `running` is done
  uint32_t given_credit;  // granted to the child for `given` since; restarts where another child gets that
  bool given_is_silent;   // the child says nothing when it goes on with `given`
  line_words *words;      // what children share with the worker: one each
  uint32_t words_used;    // a bit for each
  bool child_was_spare;
  bool child_was_rested;           // it has served, and goes on
  unsigned not_rewound;            // children in a row that could not go back
  bool child_is_stale;             // was forked before the template changed
  forked rested;                   // has served, and waits for the next request
  forked spare;                    // was forked ahead, and waits for its first
  forked ending[ENDING_CHILDREN];  // done, and not yet gone
} instance;

// Frames of sound that the request may still send; those of a stream are kept from one of its messages to the next.
long long credit_left(instance *it, job *request);
// Waits for credit for `frames`; false when the request is cancelled meanwhile. Called while serving.
bool credit_take(instance *it, job *request, uint32_t frames);

#endif
