// libsonic, fed with interleaved floats.
#ifndef CUE_SONIC_H
#define CUE_SONIC_H

#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct cue_sonic cue_sonic;

// NULL if there is no memory.
cue_sonic *_Nullable cue_sonic_open(uint32_t rate, uint32_t channels);
void cue_sonic_close(cue_sonic *it);
// Forgets all sound.
int cue_sonic_begin(cue_sonic *it, int quality);
void cue_sonic_set(cue_sonic *it, float speed, float pitch);
// Takes frames, rounded to 16 bits, which is what the library computes with. 0 if there is no memory.
int cue_sonic_write(cue_sonic *it, const float *samples, uint32_t frames);
// Frames that can be read.
uint32_t cue_sonic_available(cue_sonic *it);
uint32_t cue_sonic_read(cue_sonic *it, float *samples, uint32_t frames);

#pragma clang assume_nonnull end

#endif
