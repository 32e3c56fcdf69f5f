// Numbers that change with what they were made of, by the hash FNV-1a.
#include <sys/stat.h>

#include "bridge.h"

#define PRIME 0x100000001b3u

uint64_t stamp_number(uint64_t stamp, uint64_t number) { return (stamp ^ number) * PRIME; }

uint64_t stamp_bytes(uint64_t stamp, const void *bytes, size_t length) {
  const uint8_t *each = bytes;
  for (size_t i = 0; i < length; i++) stamp = stamp_number(stamp, each[i]);
  return stamp;
}

uint64_t stamp_file(uint64_t stamp, const char *path) {
  struct stat file = {0};
  if (stat(path, &file) < 0) return stamp_number(stamp, 1);
  stamp = stamp_number(stamp, (uint64_t)file.st_ino);
  stamp = stamp_number(stamp, S_ISREG(file.st_mode) ? (uint64_t)file.st_size : 0);
  stamp = stamp_number(stamp, (uint64_t)file.st_mtim.tv_sec);
  return stamp_number(stamp, (uint64_t)file.st_mtim.tv_nsec);
}
