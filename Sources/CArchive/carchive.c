#include "carchive.h"

#include <archive.h>
#include <archive_entry.h>
#include <clibrary.h>
#include <stdlib.h>

#define FUNCTIONS(each)                                                                                           \
  each(struct archive *, archive_read_new, (void)) each(int, archive_read_support_format_zip, (struct archive *)) \
      each(int, archive_read_open_memory, (struct archive *, const void *, size_t))                               \
          each(int, archive_read_next_header, (struct archive *, struct archive_entry **))                        \
              each(la_ssize_t, archive_read_data, (struct archive *, void *, size_t))                             \
                  each(int, archive_read_free, (struct archive *))                                                \
                      each(const char *, archive_entry_pathname_utf8, (struct archive_entry *))                   \
                          each(const char *, archive_entry_pathname, (struct archive_entry *))
CUE_LIBRARY("libarchive.so.13", FUNCTIONS);

struct cue_archive {
  struct archive *archive;
};

int cue_archive_is_there(void) { return cue_library_load(&shared); }

cue_archive *cue_archive_open(const uint8_t *bytes, size_t count) {
  if (!cue_archive_is_there()) return NULL;
  cue_archive *opened = calloc(1, sizeof *opened);
  if (!opened) return NULL;
  opened->archive = library.archive_read_new();
  if (opened->archive && library.archive_read_support_format_zip(opened->archive) == ARCHIVE_OK &&
      library.archive_read_open_memory(opened->archive, bytes, count) == ARCHIVE_OK)
    return opened;
  cue_archive_close(opened);
  return NULL;
}

const char *cue_archive_next(cue_archive *archive) {
  struct archive_entry *entry;
  for (;;) {
    int status = library.archive_read_next_header(archive->archive, &entry);
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) return NULL;
    const char *name = library.archive_entry_pathname_utf8(entry);
    if (!name) name = library.archive_entry_pathname(entry);
    if (name) return name;
  }
}

int64_t cue_archive_read(cue_archive *archive, uint8_t *into, size_t room) {
  la_ssize_t count = library.archive_read_data(archive->archive, into, room);
  return count < 0 ? -1 : (int64_t)count;
}

void cue_archive_close(cue_archive *archive) {
  if (archive->archive) library.archive_read_free(archive->archive);
  free(archive);
}
