// The one checksum of xxHash that clips are kept with: XXH3, 128 bits.
#ifndef CUE_XXHASH_H
#define CUE_XXHASH_H

#include <stddef.h>
#include <stdint.h>

// Bytes somewhere.
typedef struct {
  const void *bytes;
  size_t count;
} cue_piece;

// The checksum of all `pieces` in a row, in the order of its digits (as xxh128sum writes them).
void cue_xxh3_128(const cue_piece *pieces, int count, uint8_t checksum[16]);

#endif
