// The files in an archive, read and written by libarchive.
//
// This target is the only one that knows libarchive. The library is loaded when an archive is first met.
#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <stddef.h>
#include <stdint.h>

typedef struct cue_archive cue_archive;

// Whether the library is there. [any]
int cue_archive_is_there(void);

// A ZIP archive of `count` bytes, which live until the close. NULL if it is not one. [any]
cue_archive *cue_archive_open(const uint8_t *bytes, size_t count);

// What the open file has from here on: ZIP, or tar in gzip, bzip2, xz or nothing. The descriptor stays the caller's, and open until
// the close. NULL if the library is missing; what is not an archive is found by the first cue_archive_next. [any]
cue_archive *cue_archive_open_file(int descriptor);

// The name of the next file, UTF-8, until the next call; NULL after the last, and if the archive is damaged.
const char *cue_archive_next(cue_archive *archive);

// Whether cue_archive_next found damage, or no archive, and not the end.
int cue_archive_is_damaged(const cue_archive *archive);

// What the name stands for.
enum {
  CUE_ARCHIVE_FILE = 0,
  CUE_ARCHIVE_FOLDER = 1,
  CUE_ARCHIVE_LINK = 2,
  CUE_ARCHIVE_ENCRYPTED = 3,
  CUE_ARCHIVE_OTHER = 4,
};
int32_t cue_archive_kind(const cue_archive *archive);

// The next bytes of that file; 0 after its end, -1 if it is damaged.
int64_t cue_archive_read(cue_archive *archive, uint8_t *into, size_t room);

void cue_archive_close(cue_archive *archive);

typedef struct cue_archive_writer cue_archive_writer;

// Begins a ZIP archive in an open file, which stays the caller's; its files are not compressed. NULL if that fails. [any]
cue_archive_writer *cue_archive_write(int descriptor);

// Begins a file of `size` bytes in it; its bytes follow. 0 if that fails, with errno.
int cue_archive_write_file(cue_archive_writer *writer, const char *name, int64_t size);

// The next bytes of that file. 0 if that fails, with errno.
int cue_archive_write_bytes(cue_archive_writer *writer, const uint8_t *bytes, size_t count);

// Ends the archive and frees the writer. 0 if that fails.
int cue_archive_write_end(cue_archive_writer *writer);

#endif
