#include "shared.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../process/end.h"

#define SHARED 4

static uint8_t *memory;
static uint32_t memory_bytes;

void shared_open(void) {
  struct stat status;
  void *all = MAP_FAILED;
  if (fstat(SHARED, &status) == 0 && status.st_size > 0 && status.st_size <= INT32_MAX)
    all = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, SHARED, 0);
  // The host would send sound that nobody hears.
  if (all == MAP_FAILED) worker_end("the memory of its host could not be shared");
  memory = all;
  memory_bytes = (uint32_t)status.st_size;
  close(SHARED);
}

uint8_t *shared_place(fields all, uint16_t tag, uint32_t *length) {
  field found;
  uint32_t offset;
  if (!memory || !fields_find(all, tag, &found) || found.length != 8) return NULL;
  memcpy(&offset, found.bytes, 4);
  memcpy(length, found.bytes + 4, 4);
  if (offset > memory_bytes || *length > memory_bytes - offset || offset % sizeof(float) != 0) return NULL;
  return memory + offset;
}

void shared_name(message *m, uint16_t tag, const void *bytes, uint32_t length) {
  uint32_t place[2] = {(uint32_t)((const uint8_t *)bytes - memory), length};
  message_bytes(m, tag, place, sizeof place);
}
