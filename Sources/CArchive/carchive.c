#include "carchive.h"

#include <archive.h>
#include <archive_entry.h>
#include <clibrary.h>
#include <stdlib.h>

#define FUNCTIONS(each)                                                                                               \
  each(struct archive *, archive_read_new, (void)) each(int, archive_read_support_format_zip, (struct archive *))     \
      each(int, archive_read_support_format_tar, (struct archive *))                                                  \
          each(int, archive_read_support_filter_gzip, (struct archive *))                                             \
              each(int, archive_read_support_filter_bzip2, (struct archive *))                                        \
                  each(int, archive_read_support_filter_xz, (struct archive *))                                       \
                      each(int, archive_read_open_memory, (struct archive *, const void *, size_t))                   \
                          each(int, archive_read_open_fd, (struct archive *, int, size_t))                            \
                              each(int, archive_read_next_header, (struct archive *, struct archive_entry **))        \
                                  each(la_ssize_t, archive_read_data, (struct archive *, void *, size_t))             \
                                      each(int, archive_read_free, (struct archive *)) each(                          \
                                          const char *, archive_entry_pathname_utf8, (struct archive_entry *))        \
                                          each(const char *, archive_entry_pathname, (struct archive_entry *))        \
                                              each(const char *, archive_entry_hardlink, (struct archive_entry *))    \
                                                  each(__LA_MODE_T, archive_entry_filetype, (struct archive_entry *)) \
                                                      each(int, archive_entry_is_encrypted, (struct archive_entry *))
CUE_LIBRARY("libarchive.so.13", FUNCTIONS);

struct cue_archive {
  struct archive *archive;
  struct archive_entry *entry;
  int is_damaged;
};

int cue_archive_is_there(void) { return cue_library_load(&shared); }

static cue_archive *begin(void) {
  if (!cue_archive_is_there()) return NULL;
  cue_archive *opened = calloc(1, sizeof *opened);
  if (!opened) return NULL;
  opened->archive = library.archive_read_new();
  if (opened->archive && library.archive_read_support_format_zip(opened->archive) == ARCHIVE_OK) return opened;
  cue_archive_close(opened);
  return NULL;
}

cue_archive *cue_archive_open(const uint8_t *bytes, size_t count) {
  cue_archive *opened = begin();
  if (!opened || library.archive_read_open_memory(opened->archive, bytes, count) == ARCHIVE_OK) return opened;
  cue_archive_close(opened);
  return NULL;
}

cue_archive *cue_archive_open_file(int descriptor) {
  cue_archive *opened = begin();
  if (!opened) return NULL;
  struct archive *archive = opened->archive;
  library.archive_read_support_format_tar(archive);
  // A library without one of them says so when such a file is met.
  library.archive_read_support_filter_gzip(archive);
  library.archive_read_support_filter_bzip2(archive);
  library.archive_read_support_filter_xz(archive);
  if (library.archive_read_open_fd(archive, descriptor, 256 * 1024) == ARCHIVE_OK) return opened;
  cue_archive_close(opened);
  return NULL;
}

const char *cue_archive_next(cue_archive *archive) {
  for (;;) {
    int status = library.archive_read_next_header(archive->archive, &archive->entry);
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
      archive->is_damaged = status != ARCHIVE_EOF;
      return NULL;
    }
    const char *name = library.archive_entry_pathname_utf8(archive->entry);
    if (!name) name = library.archive_entry_pathname(archive->entry);
    if (name) return name;
  }
}

int cue_archive_is_damaged(const cue_archive *archive) { return archive->is_damaged; }

int32_t cue_archive_kind(const cue_archive *archive) {
  if (library.archive_entry_is_encrypted(archive->entry) > 0) return CUE_ARCHIVE_ENCRYPTED;
  if (library.archive_entry_hardlink(archive->entry)) return CUE_ARCHIVE_LINK;
  switch (library.archive_entry_filetype(archive->entry)) {
    case AE_IFREG: return CUE_ARCHIVE_FILE;
    case AE_IFDIR: return CUE_ARCHIVE_FOLDER;
    case AE_IFLNK: return CUE_ARCHIVE_LINK;
    default: return CUE_ARCHIVE_OTHER;
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
