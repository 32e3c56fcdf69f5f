// The files in an archive, read by libarchive.
//
// This target is the only one that knows libarchive. The library is loaded when an archive is first met.
#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <stddef.h>
#include <stdint.h>

typedef struct cue_archive cue_archive;

// Whether the library is there. [any]
int cue_archive_is_there(void);

// A ZIP archive of `count` bytes, which live until the close. NULL where it is none. [any]
cue_archive *cue_archive_open(const uint8_t *bytes, size_t count);

// The name of the next file, UTF-8, until the next call; NULL behind the last, and where the archive is damaged.
const char *cue_archive_next(cue_archive *archive);

// The next bytes of that file; 0 behind its end, -1 where it is damaged.
int64_t cue_archive_read(cue_archive *archive, uint8_t *into, size_t room);

void cue_archive_close(cue_archive *archive);

#endif
