// Memory that the host shares with this worker, in which sound lies that would else go over the wire.
#ifndef WORKER_SHARED_H
#define WORKER_SHARED_H

#include "wire.h"

// Takes over what the host has given as descriptor 4, or ends the worker; without this nothing is shared.
void shared_open(void);
// Where the place lies that a field of `all` with that tag names, and its length in bytes; NULL if there is none, or it is not
// in the memory, or no sample may lie there.
uint8_t *shared_place(fields all, uint16_t tag, uint32_t *length);
// Adds a field that names these bytes, which lie in the memory.
void shared_name(message *m, uint16_t tag, const void *bytes, uint32_t length);

#endif
