// Compiled in: a host on a machine without libxxhash starts and checks all the same.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "cxxhash.h"

void cue_xxh3_128(const cue_piece *pieces, int count, uint8_t checksum[16]) {
  XXH3_state_t state;
  XXH3_INITSTATE(&state);
  XXH3_128bits_reset(&state);
  for (int i = 0; i < count; i++) XXH3_128bits_update(&state, pieces[i].bytes, pieces[i].count);
  XXH128_canonical_t digits;
  XXH128_canonicalFromHash(&digits, XXH3_128bits_digest(&state));
  for (int i = 0; i < 16; i++) checksum[i] = digits.digest[i];
}
