// What the bridges to other plugin systems share: LADSPA and LV2 effects become effects of Cue.
//
//   entry.c     the library: what it offers, and one instance of it
//   index.c     the list of effects, which a child process makes and a file keeps
//   search.c    runs that child process
//   details.c   ports of one effect, as the list keeps them
//   stamp.c     numbers that change with files and bytes
//   names.c     names and units that users type
//   bounds.c    ranges
//   features.c  what an effect is good for
//   params.c    parameters
//   stream.c    sound in blocks of one length, silence after the end
//
// A bridge defines `the_bridge`.
#ifndef CUE_BRIDGE_H
#define CUE_BRIDGE_H

#include <cue/cue.h>
#include <stdbool.h>
#include <stdio.h>

// Effects work on blocks of this many frames, counted from the start of the sound. Many of them do something once a
// block, so their output would depend on how the host cuts the sound.
#define BLOCK 64u

// What a port is for.
enum role {
  ROLE_INPUT = 1,  // sound
  ROLE_OUTPUT,
  ROLE_SIDECHAIN,  // sound that an effect listens to: the second sound, or the input where there is none
  ROLE_CONTROL,    // a parameter
  ROLE_FIXED,      // a control that keeps its default
  ROLE_METER,      // a control output: a parameter that shows a value
  ROLE_LATENCY,    // a control output: frames
  ROLE_EVENTS_IN,  // LV2: atoms
  ROLE_EVENTS_OUT,
  ROLE_NOTHING,  // connected to nothing
};

typedef struct bridge_port {
  uint32_t role;
  uint32_t index;            // of the other plugin system
  bool is_relative;          // its bounds are in fractions of REFERENCE_RATE
  bool has_least, has_most;  // bounds that the effect names
  cue_param_info info;   // of a control or meter; `initial` of a choice is its place until details_read makes it an id
  const double *values;  // of a choice: what the effect gets for each
  void *memory;          // of `values` and the choices
} bridge_port;

// The number by which Cue knows the parameter of a port: 0 would be "not said".
static inline uint32_t param_id_of(const bridge_port *port) { return port->index + 1; }

static inline bool port_is_param(const bridge_port *port) {
  return port->role == ROLE_CONTROL || port->role == ROLE_METER;
}

// Bounds that are relative to the sample rate are listed for this one, because parameters are listed before the rate is
// known.
#define REFERENCE_RATE 48000.0

// One effect. All strings lie in the list and stay there.
typedef struct bridge_effect {
  cue_descriptor descriptor;
  const char *file;                 // the library
  const char *folder;               // LV2: the bundle
  const char *code;                 // LADSPA: the label; LV2: the URI
  uint32_t number;                  // LADSPA: of the descriptor in its library
  uint32_t inputs, sides, outputs;  // ports of sound; `sides` are of the side chain
  bool whole_blocks;                // it takes blocks of BLOCK frames and no others
  const char *details;
  size_t details_length;
} bridge_effect;

// What a bridge does in its own way. A handle is an effect that works.
typedef struct bridge {
  const char *name;   // the first word of all ids: "ladspa"
  const char *title;  // "LADSPA"

  // The folders of effects, with ':' between them; to be freed.
  char *(*path)(void);
  // A number that changes when the list may have changed.
  uint64_t (*stamp)(void);
  // Writes the effects of one library or bundle (details.c), in a child process; false where there are no more. Says in
  // `name` what it is going to ask, for the case that this ends the process.
  bool (*search)(uint32_t step, FILE *list, char *name, size_t room);

  // Loads the effect's library; NULL with a sentence.
  const void *(*load)(const bridge_effect *effect, char *sentence, size_t room);
  void *(*make)(const void *code, const bridge_effect *effect, uint32_t rate);
  void (*connect)(void *handle, uint32_t port, void *data);
  // Gives a port of events its own memory. NULL where there are none.
  void (*connect_events)(void *handle, uint32_t port, uint32_t bytes, bool is_output);
  void (*activate)(void *handle);
  void (*run)(void *handle, uint32_t frames);
  void (*deactivate)(void *handle);
  void (*end)(void *handle);
} bridge;

extern const bridge the_bridge;

// features.c: what an effect is good for, as a sum of bits that the list keeps.
// By the last word of a class of LV2 or of LADSPA's RDF: "CompressorPlugin".
uint32_t features_of_class(const char *name);
// By a name for people.
uint32_t features_of_words(const char *words);
// By its ports of sound.
uint32_t features_of_sound(uint32_t inputs, uint32_t sides, uint32_t outputs);
// As Cue writes them, in memory that stays; NULL for none.
const char *const *features_list(uint32_t features, uint32_t *count);

// Numbers that change with what they were made of (FNV-1a): each function adds something to `stamp`, STAMP_START at first.
#define STAMP_START 0xcbf29ce484222325u
uint64_t stamp_number(uint64_t stamp, uint64_t number);
uint64_t stamp_bytes(uint64_t stamp, const void *bytes, size_t length);
// Its inode, size and time; of a folder without the size, which differs between file systems.
uint64_t stamp_file(uint64_t stamp, const char *path);

// names.c, bounds.c
#define NAME_BYTES 64
// Lower-case letters and digits of `text`, with one '-' in place of all others.
void name_of(const char *text, char *out, size_t room);
// Splits "Gain (dB)" into "Gain" and "dB".
void unit_split(const char *text, char label[NAME_BYTES * 2], char unit[16]);
// A unit as Cue writes it: "Hz" for "hertz".
const char *unit_known(const char *unit);
// What goes in and comes out, for people: "mono to stereo".
void channels_words(uint32_t inputs, uint32_t sides, uint32_t outputs, char *out, size_t room);
// Gives a name another ending if Cue means something else by it, and if an earlier port of this effect has it.
void name_settle(char name[NAME_BYTES * 2], const char *unit, char (*earlier)[NAME_BYTES * 2], size_t count);
// The usual bounds of numbers of that unit, for ports that name none.
void bounds_usual(const char *unit, double *least, double *most);
// Fills the range of a number. A bound that is not named is widened until all fits, and is what a dial shows, no limit;
// `given` is NaN without a default.
void bounds_settle(bridge_port *port, bool has_least, double least, bool has_most, double most, double given,
                   bool is_whole, bool is_logarithmic);
// The shortest decimal number that is this float.
double number_of(float number);
// The SPDX expression of a licence in other words; empty if it is not known.
const char *licence_of(const char *words, bool *is_gpl);

// details.c: one effect as lines of text. Tabs separate fields; a number is the bits of a double.
typedef struct bridge_found {
  const char *short_id, *long_id;  // without the bridge's name
  const char *name, *vendor, *version, *licence, *url, *description;
  const char *file, *folder, *code;
  uint32_t number, inputs, sides, outputs, flags, features;
  bool whole_blocks;
} bridge_found;
void details_write_effect(FILE *out, const bridge_found *found);
void details_write_port(FILE *out, const bridge_port *port, const char *name, const char *unit, const char *description,
                        const char *group, const char *const *choices);
// The ports of `effect`, of which there are `count`, in one piece of memory; NULL if they cannot be read.
bridge_port *details_read(const bridge_effect *effect, uint32_t *count);
// The next field of a line, ended by NUL; NULL at the end of the line.
char *field_next(char **line);

// search.c: lines about effects, as a child process finds them.
typedef struct bridge_search {
  char *text;  // to be freed
  size_t length;
  uint32_t step;     // what comes next
  bool is_complete;  // nothing does
} bridge_search;
// Goes on where `it` ends, for a few seconds.
void search_on(bridge_search *it, void (*log)(const char *sentence));

// index.c
const bridge_effect *index_effects(uint32_t *count);
// Reads the list from the plugin's folder in the host's cache, or makes it. Without such a folder it is not kept.
bool index_open(const cue_host *host, void (*log)(const char *sentence));

// params.c
typedef struct bridge_params {
  bridge_port *ports;
  uint32_t port_count;
  uint32_t *shown;  // numbers of ports that are parameters
  uint32_t count;
  double *numbers;  // values as set, by parameter
  float *values;    // values as the effect gets or gives them, by port
} bridge_params;
bool params_open(bridge_params *it, const bridge_effect *effect);
void params_close(bridge_params *it);
int32_t params_info(const bridge_params *it, uint32_t index, cue_param_info *out);
int32_t params_get(const bridge_params *it, uint32_t id, cue_param_value *out);
// Without `error` it only says whether the value is allowed.
int32_t params_check(const bridge_params *it, uint32_t id, double number, cue_error *error);
void params_set(bridge_params *it, uint32_t id, double number, uint32_t rate);
void params_apply(bridge_params *it, uint32_t rate);
// Meters show their first value again.
void params_forget(bridge_params *it);
int32_t say(cue_error *error, int32_t status, const char *format, ...) __attribute__((format(printf, 3, 4)));

// stream.c
typedef struct bridge_stream bridge_stream;
// How many channels of sound there are: in, out, and of a second sound.
typedef struct bridge_channels {
  uint32_t input, output, side;
} bridge_channels;
// Whether the effect can work on that.
bool stream_takes(const bridge_effect *effect, const bridge_channels *channels);
bridge_stream *stream_open(const void *code, const bridge_effect *effect, bridge_params *params, uint32_t rate,
                           const bridge_channels *channels);
bool stream_reset(bridge_stream *it);
void stream_close(bridge_stream *it);
int32_t stream_process(bridge_stream *it, cue_process *block);
int32_t stream_flush(bridge_stream *it, cue_process *block);
uint32_t stream_latency(const bridge_stream *it);
uint64_t stream_place(const bridge_stream *it, uint64_t frame);
uint32_t stream_tail(const bridge_stream *it);

#endif
