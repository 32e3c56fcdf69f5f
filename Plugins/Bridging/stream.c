// Sound through an effect, in blocks of BLOCK frames that are counted from its start. A change of a parameter splits a
// block at its frame. Sound of a block that is not full yet is held back.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"

// Nothing says how long an effect sounds on. So it gets silence until its output was silent for three seconds and the
// longest time of its parameters (an echo may come late), or until the longest tail. Sound without a gap that gets no
// softer in as many seconds is no tail, and is dropped.
#define WATCHED_SECONDS 3u
#define TAIL_SECONDS 30u
#define TAIL_BYTES (64u << 20)
#define QUIET 1e-5f
#define STEADY 0.6f
// An effect that sounds in silence, such as the hiss of a record, has no tail.
#define LISTENED_FRAMES 4096u
#define SOUNDING 1e-4f

typedef struct {
  void *handle;
  float *inputs, *sides, *outputs;  // BLOCK samples for each port
} unit;

struct bridge_stream {
  const void *code;
  const bridge_effect *effect;
  bridge_params *params;
  uint32_t rate;
  bridge_channels channels;
  unit *units;
  uint32_t unit_count;
  float *sound;                    // of all units
  uint32_t latency, most_latency;  // as the effect says now, and the most it has said
  bool sounds_alone;
  uint32_t filled, ran, given;  // frames of this block: there, sent through, given out
  uint64_t received, returned;  // frames, without the tail
  bool is_ending, has_tail;
  float *tail;  // room for `longest` frames
  uint32_t longest, tail_frames, tail_given;
};

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

// Connects all ports; sound from frame `at` of the block on.
static void connect(bridge_stream *it, const unit *one, uint32_t at, bool only_sound) {
  uint32_t input = 0, output = 0, side = 0;
  for (uint32_t i = 0; i < it->params->port_count; i++) {
    const bridge_port *port = &it->params->ports[i];
    float *data = NULL;
    switch (port->role) {
      case ROLE_INPUT: data = one->inputs + BLOCK * input++ + at; break;
      case ROLE_SIDECHAIN:
        data = (it->channels.side ? one->sides + BLOCK * side : one->inputs + BLOCK * (side % it->effect->inputs)) + at;
        side++;
        break;
      case ROLE_OUTPUT: data = one->outputs + BLOCK * output++ + at; break;
      case ROLE_CONTROL:
      case ROLE_FIXED:
      case ROLE_METER:
      case ROLE_LATENCY: data = &it->params->values[i]; break;
      case ROLE_EVENTS_IN:
      case ROLE_EVENTS_OUT:
        if (!only_sound)
          the_bridge.connect_events(one->handle, port->index, (uint32_t)port->info.initial,
                                    port->role == ROLE_EVENTS_OUT);
        continue;
      default: break;
    }
    bool is_sound = port->role == ROLE_INPUT || port->role == ROLE_OUTPUT || port->role == ROLE_SIDECHAIN;
    if (is_sound || !only_sound) the_bridge.connect(one->handle, port->index, data);
  }
}

static void end_units(bridge_stream *it) {
  for (uint32_t i = 0; i < it->unit_count; i++) {
    if (!it->units[i].handle) continue;
    the_bridge.deactivate(it->units[i].handle);
    the_bridge.end(it->units[i].handle);
    it->units[i].handle = NULL;
  }
}

static void forget(bridge_stream *it) {
  it->filled = it->ran = it->given = 0;
  it->is_ending = it->has_tail = false;
  it->received = it->returned = 0;
  it->tail_frames = it->tail_given = 0;
  it->most_latency = it->latency;
  params_forget(it->params);
}

static size_t samples_of(const bridge_effect *effect) {
  return (size_t)BLOCK * (effect->inputs + effect->sides + effect->outputs);
}

// New ones: many effects remember more than `activate` makes them forget.
static bool make_units(bridge_stream *it) {
  end_units(it);
  forget(it);
  size_t samples = samples_of(it->effect);
  memset(it->sound, 0, samples * it->unit_count * sizeof *it->sound);
  for (uint32_t i = 0; i < it->unit_count; i++) {
    unit *one = &it->units[i];
    one->inputs = it->sound + samples * i;
    one->sides = one->inputs + (size_t)BLOCK * it->effect->inputs;
    one->outputs = one->sides + (size_t)BLOCK * it->effect->sides;
    one->handle = the_bridge.make(it->code, it->effect, it->rate);
    if (!one->handle) return false;
    connect(it, one, 0, false);
    the_bridge.activate(one->handle);
  }
  return true;
}

// Sends frames up to `end` of the block through the effect.
static void run(bridge_stream *it, uint32_t end) {
  uint32_t at = it->ran, frames = end - at;
  if (!frames) return;
  for (uint32_t i = 0; i < it->unit_count; i++) {
    unit *one = &it->units[i];
    if (at) connect(it, one, at, true);
    the_bridge.run(one->handle, frames);
    if (at) connect(it, one, 0, true);
    bool is_broken = false;
    for (uint32_t output = 0; output < it->effect->outputs; output++) {
      float *sound = one->outputs + BLOCK * output;
      for (uint32_t frame = at; frame < end; frame++) {
        if (isfinite(sound[frame])) continue;
        is_broken = true;
        sound[frame] = 0;
      }
    }
    // What is no number stays in its filters for ever.
    if (is_broken) the_bridge.deactivate(one->handle), the_bridge.activate(one->handle);
  }
  it->ran = end;
}

static uint32_t latency_now(const bridge_stream *it) {
  for (uint32_t i = 0; i < it->params->port_count; i++) {
    float frames = it->params->values[i];
    if (it->params->ports[i].role == ROLE_LATENCY && frames > 0 && frames < (float)it->rate * 10)
      return (uint32_t)lrintf(frames);
  }
  return 0;
}

static void note_latency(bridge_stream *it) {
  it->latency = latency_now(it);
  if (it->latency > it->most_latency) it->most_latency = it->latency;
}

static float peak(const bridge_stream *it, uint32_t from, uint32_t end) {
  float most = 0;
  for (uint32_t i = 0; i < it->unit_count; i++)
    for (uint32_t output = 0; output < it->effect->outputs; output++)
      for (uint32_t frame = from; frame < end; frame++)
        most = fmaxf(most, fabsf(it->units[i].outputs[BLOCK * output + frame]));
  return most;
}

// Latency is known only after the effect has worked. So a first one works on silence, which also shows whether it
// sounds alone.
static bool begin(bridge_stream *it) {
  params_apply(it->params, it->rate);
  if (!make_units(it)) return false;
  for (uint32_t frames = 0; frames < LISTENED_FRAMES; frames += BLOCK) {
    it->ran = 0;
    run(it, BLOCK);
    if (frames >= LISTENED_FRAMES / 2) it->sounds_alone |= peak(it, 0, BLOCK) > SOUNDING;
  }
  note_latency(it);
  return make_units(it);
}

// A mono effect works on each channel alone. All others take as many channels as they have; or one, which reaches all of
// their inputs, or the mean of two where they have one. They give as many as they have; or one, which is the mean of all, or
// twice the same where stereo sound would become mono.
bool stream_takes(const bridge_effect *effect, const bridge_channels *channels) {
  uint32_t in = channels->input, out = channels->output, side = channels->side;
  bool is_mono = effect->inputs == 1 && effect->outputs == 1;
  if (in == 0 || in > 64 || out == 0 || out > 64) return false;
  if (side && !(effect->sides && (side == 1 || side == effect->sides || (is_mono && side == in)))) return false;
  if (is_mono) return in == out;
  bool takes = in == effect->inputs || in == 1 || (in == 2 && effect->inputs == 1);
  bool gives = out == effect->outputs || out == 1 || (out == 2 && in == 2 && effect->outputs == 1);
  return takes && gives;
}

bridge_stream *stream_open(const void *code, const bridge_effect *effect, bridge_params *params, uint32_t rate,
                           const bridge_channels *channels) {
  bridge_stream *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  *it = (bridge_stream){.code = code, .effect = effect, .params = params, .rate = rate, .channels = *channels};
  it->unit_count = effect->inputs == 1 && effect->outputs == 1 ? channels->input : 1;
  it->units = calloc(it->unit_count, sizeof *it->units);
  it->sound = calloc(samples_of(effect) * it->unit_count, sizeof *it->sound);
  it->longest = smaller(TAIL_SECONDS * rate, TAIL_BYTES / (uint32_t)sizeof(float) / channels->output);
  it->tail = calloc((size_t)it->longest * channels->output, sizeof *it->tail);
  if (!it->units || !it->sound || !it->tail || !begin(it)) return stream_close(it), NULL;
  return it;
}

bool stream_reset(bridge_stream *it) { return make_units(it); }

void stream_close(bridge_stream *it) {
  if (!it) return;
  if (it->units) end_units(it);
  free(it->units);
  free(it->sound);
  free(it->tail);
  free(it);
}

// Puts a frame into the block, and one of the second sound, NULL for silence.
static void put(bridge_stream *it, const float *frame, const float *side) {
  uint32_t at = it->filled++, inputs = it->effect->inputs;
  for (uint32_t i = 0; it->channels.side && i < it->unit_count; i++)
    for (uint32_t k = 0; k < it->effect->sides; k++) {
      uint32_t channel = it->channels.side == it->effect->sides ? k : it->unit_count > 1 ? i : 0;
      it->units[i].sides[BLOCK * k + at] = side ? side[it->channels.side == 1 ? 0 : channel] : 0;
    }
  if (it->unit_count > 1) {
    for (uint32_t i = 0; i < it->unit_count; i++) it->units[i].inputs[at] = frame[i];
    return;
  }
  float *sound = it->units->inputs;
  if (inputs == 1 && it->channels.input == 2) {
    sound[at] = (frame[0] + frame[1]) / 2;
    return;
  }
  for (uint32_t i = 0; i < inputs; i++) sound[BLOCK * i + at] = frame[it->channels.input == 1 ? 0 : i];
}

static float mean(const float *sound, uint32_t outputs) {
  float sum = 0;
  for (uint32_t i = 0; i < outputs; i++) sum += sound[BLOCK * i];
  return sum / (float)outputs;
}

// Gives frames of the block out.
static void give(bridge_stream *it, float *output, uint32_t frames) {
  uint32_t outputs = it->effect->outputs;
  for (uint32_t i = 0; i < frames; i++, it->given++)
    for (uint32_t channel = 0; channel < it->channels.output; channel++) {
      const float *sound = it->units->outputs + it->given;
      if (it->unit_count > 1) *output++ = it->units[channel].outputs[it->given];
      else if (it->channels.output == 1) *output++ = mean(sound, outputs);
      else *output++ = sound[outputs == 1 ? 0 : BLOCK * channel];
    }
  it->returned += frames;
}

// Changes parameters up to this frame of the call, from event `next` on. Returns the event that comes then.
static uint32_t change(bridge_stream *it, const cue_process *block, uint32_t next, uint32_t frame) {
  for (; next < block->event_count && block->events[next]->frame <= frame; next++)
    params_set(it->params, block->events[next]->id, block->events[next]->number, it->rate);
  return next;
}

static uint32_t next_frame(const cue_process *block, uint32_t next) {
  return next < block->event_count ? block->events[next]->frame : UINT32_MAX;
}

int32_t stream_process(bridge_stream *it, cue_process *block) {
  uint32_t next = 0, used = 0, produced = 0, in = it->channels.input, out = it->channels.output;
  const float *side = it->channels.side ? block->side : NULL;
  if (it->is_ending) forget(it);
  for (;;) {
    uint32_t ready = smaller(it->ran - it->given, block->output_capacity - produced);
    if (ready) give(it, block->output + (size_t)produced * out, ready), produced += ready;
    if (it->given == BLOCK) it->filled = it->ran = it->given = 0;
    if (it->given < it->ran || used == block->input_frames) break;
    if (next_frame(block, next) <= used) {
      if (!it->effect->whole_blocks) run(it, it->filled);
      next = change(it, block, next, used);
    }
    uint32_t until = smaller(block->input_frames, next_frame(block, next));
    uint32_t frames = smaller(BLOCK - it->filled, until - used);
    for (uint32_t i = used; i < used + frames; i++)
      put(it, block->input + (size_t)i * in, side ? side + (size_t)i * it->channels.side : NULL);
    used += frames;
    if (it->filled == BLOCK) run(it, BLOCK);
  }
  it->received += used;
  block->used = used;
  block->produced = produced;
  note_latency(it);
  return CUE_OK;
}

// Fills the block with silence and sends it through, up to `end`.
static void run_silence(bridge_stream *it, uint32_t end) {
  static const float silence[64];
  while (it->filled < BLOCK) put(it, silence, NULL);
  run(it, end);
}

// The peaks of the last seconds of the tail, in pieces of PIECE frames: the highest and the lowest of each second.
#define PIECE 8192u
typedef struct {
  float most[TAIL_SECONDS], least[TAIL_SECONDS], piece;
  uint32_t watched, count, frames, piece_frames;
} watch;

static void add_piece(watch *it) {
  uint32_t now = it->count % it->watched;
  bool is_first = it->frames <= it->piece_frames;
  it->most[now] = is_first ? it->piece : fmaxf(it->most[now], it->piece);
  it->least[now] = is_first ? it->piece : fminf(it->least[now], it->piece);
  it->piece = 0;
  it->piece_frames = 0;
}

// Whether the tail has ended with this block: after silence, or because it never will (then it is empty).
static bool has_ended(bridge_stream *it, watch *seconds, float block_peak, uint32_t frames) {
  seconds->piece = fmaxf(seconds->piece, block_peak);
  seconds->piece_frames += frames;
  seconds->frames += frames;
  if (seconds->piece_frames >= PIECE) add_piece(seconds);
  if (seconds->frames < it->rate || seconds->piece_frames) return false;
  seconds->frames = 0;
  if (++seconds->count < seconds->watched) return false;
  float least = seconds->least[0], most = 0;
  for (uint32_t i = 0; i < seconds->watched; i++) {
    least = fminf(least, seconds->least[i]);
    most = fmaxf(most, seconds->most[i]);
  }
  if (most <= QUIET) return true;
  if (least < most * STEADY) return false;
  it->tail_frames = 0;
  return true;
}

// How many seconds of silence are the end.
static uint32_t watched_seconds(const bridge_stream *it) {
  double longest = 0;
  for (uint32_t i = 0; i < it->params->count; i++) {
    const bridge_port *port = &it->params->ports[it->params->shown[i]];
    const char *unit = port->info.unit.bytes;
    if (port->role != ROLE_CONTROL) continue;
    double scale = !strcmp(unit, "s") ? 1 : !strcmp(unit, "ms") ? 0.001 : 0;
    longest = fmax(longest, it->params->numbers[i] * scale);
  }
  return smaller(WATCHED_SECONDS + (uint32_t)ceil(fmin(longest, TAIL_SECONDS)), TAIL_SECONDS);
}

// Finds the whole tail, up to its last audible frame.
static void find_tail(bridge_stream *it) {
  watch seconds = {.watched = watched_seconds(it)};
  uint32_t made = 0, out = it->channels.output;
  uint64_t returned = it->returned;
  it->has_tail = true;
  if (it->sounds_alone) return;
  for (;;) {
    uint32_t frames = smaller(it->ran - it->given, it->longest - made);
    float most = frames ? peak(it, it->given, it->given + frames) : 0;
    float *place = it->tail + (size_t)made * out;
    give(it, place, frames);
    made += frames;
    for (size_t i = (size_t)frames * out; most > QUIET && i > 0; i--)
      if (fabsf(place[i - 1]) > QUIET) {
        it->tail_frames = made - frames + (uint32_t)((i - 1) / out) + 1;
        break;
      }
    if (made == it->longest || has_ended(it, &seconds, most, frames)) break;
    it->filled = it->ran = it->given = 0;
    run_silence(it, BLOCK);
  }
  it->returned = returned;
}

// The sound that is held back, as it would have come with more silence after it; then the tail. The tail is found at once,
// so a change within it counts only for what comes after a reset.
int32_t stream_flush(bridge_stream *it, cue_process *block) {
  // A change of a parameter may have changed the latency: nothing is lost, whatever the host drops.
  uint64_t owed = it->received + it->most_latency;
  uint32_t produced = 0, next = 0, out = it->channels.output, capacity = block->output_capacity;
  it->is_ending = true;
  while (produced < capacity && it->returned < owed) {
    if (it->ran == it->given) {
      if (it->given == BLOCK) it->filled = it->ran = it->given = 0;
      next = change(it, block, next, produced);
      uint32_t left = next_frame(block, next) - produced;
      run_silence(it, it->effect->whole_blocks ? BLOCK : it->ran + smaller(BLOCK - it->ran, left));
    }
    uint32_t ready = smaller(it->ran - it->given, capacity - produced);
    if (it->returned + ready > owed) ready = (uint32_t)(owed - it->returned);
    give(it, block->output + (size_t)produced * out, ready);
    produced += ready;
  }
  if (it->returned >= owed && produced < capacity) {
    if (!it->has_tail) find_tail(it);
    uint32_t frames = smaller(it->tail_frames - it->tail_given, capacity - produced);
    memcpy(block->output + (size_t)produced * out, it->tail + (size_t)it->tail_given * out,
           (size_t)frames * out * sizeof(float));
    it->tail_given += frames;
    produced += frames;
  }
  // The caller gives only those again that are later.
  if (produced) change(it, block, next, produced - 1);
  block->used = 0;
  block->produced = produced;
  note_latency(it);
  return CUE_OK;
}

uint32_t stream_latency(const bridge_stream *it) { return it->latency; }

uint64_t stream_place(const bridge_stream *it, uint64_t frame) { return frame + latency_now(it); }

uint32_t stream_tail(const bridge_stream *it) { return it->sounds_alone ? 0 : CUE_TAIL_UNKNOWN; }
