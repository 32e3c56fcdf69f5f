#include "carchive.h"

#include <archive.h>
#include <archive_entry.h>
#include <clibrary.h>
#include <stdlib.h>
#include <time.h>

#define FUNCTIONS(each)                                                                                              \
  each(struct archive *, archive_read_new, (void)) each(int, archive_read_support_format_zip, (struct archive *))    \
      each(int, archive_read_support_format_tar, (struct archive *)) each(                                           \
          int, archive_read_support_filter_gzip,                                                                     \
          (struct archive *)) each(int, archive_read_support_filter_bzip2,                                           \
                                   (struct archive *)) each(int, archive_read_support_filter_xz, (struct archive *)) \
          each(int, archive_read_open_memory, (struct archive *, const void *, size_t)) each(                        \
              int, archive_read_open_fd, (struct archive *, int, size_t))                                            \
              each(int, archive_read_next_header, (struct archive *, struct archive_entry **)) each(                 \
                  la_ssize_t, archive_read_data, (struct archive *, void *, size_t)) each(int, archive_read_free,    \
                                                                                          (struct archive *))        \
                  each(const char *, archive_entry_pathname_utf8, (struct archive_entry *)) each(                    \
                      const char *, archive_entry_pathname,                                                          \
                      (struct archive_entry *)) each(const char *, archive_entry_hardlink, (struct archive_entry *)) \
                      each(__LA_MODE_T, archive_entry_filetype,                                                      \
                           (struct archive_entry *)) each(int, archive_entry_is_encrypted, (struct archive_entry *)) \
                          each(struct archive *, archive_write_new, (void)) each(                                    \
                              int, archive_write_set_format_zip, (struct archive *))                                 \
                              each(int, archive_write_set_options, (struct archive *, const char *))                 \
                                  each(int, archive_write_open_fd, (struct archive *, int)) each(                    \
                                      int, archive_write_header, (struct archive *, struct archive_entry *))         \
                                      each(la_ssize_t, archive_write_data, (struct archive *, const void *, size_t)) \
                                          each(int, archive_write_close, (struct archive *))                         \
                                              each(int, archive_write_free, (struct archive *))                      \
                                                  each(struct archive_entry *, archive_entry_new, (void))            \
                                                      each(void, archive_entry_free, (struct archive_entry *))       \
                                                          each(void, archive_entry_set_pathname,                     \
                                                               (struct archive_entry *, const char *))               \
                                                              each(void, archive_entry_set_size,                     \
                                                                   (struct archive_entry *, la_int64_t))             \
                                                                  each(void, archive_entry_set_filetype,             \
                                                                       (struct archive_entry *, unsigned int))       \
                                                                      each(void, archive_entry_set_perm,             \
                                                                           (struct archive_entry *, __LA_MODE_T))    \
                                                                          each(void, archive_entry_set_mtime,        \
                                                                               (struct archive_entry *, time_t, long))
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

struct cue_archive_writer {
  struct archive *archive;
};

cue_archive_writer *cue_archive_write(int descriptor) {
  if (!cue_archive_is_there()) return NULL;
  cue_archive_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->archive = library.archive_write_new();
  if (writer->archive && library.archive_write_set_format_zip(writer->archive) == ARCHIVE_OK &&
      library.archive_write_set_options(writer->archive, "zip:compression=store") == ARCHIVE_OK &&
      library.archive_write_open_fd(writer->archive, descriptor) == ARCHIVE_OK)
    return writer;
  cue_archive_write_end(writer);
  return NULL;
}

int cue_archive_write_file(cue_archive_writer *writer, const char *name, int64_t size) {
  struct archive_entry *entry = library.archive_entry_new();
  if (!entry) return 0;
  library.archive_entry_set_pathname(entry, name);
  library.archive_entry_set_size(entry, size);
  library.archive_entry_set_filetype(entry, AE_IFREG);
  library.archive_entry_set_perm(entry, 0444);
  // The same files make the same bytes: the first date that a ZIP archive can hold.
  library.archive_entry_set_mtime(entry, 315532800, 0);
  int status = library.archive_write_header(writer->archive, entry);
  library.archive_entry_free(entry);
  return status == ARCHIVE_OK;
}

int cue_archive_write_bytes(cue_archive_writer *writer, const uint8_t *bytes, size_t count) {
  return library.archive_write_data(writer->archive, bytes, count) == (la_ssize_t)count;
}

int cue_archive_write_end(cue_archive_writer *writer) {
  int status = writer->archive ? library.archive_write_close(writer->archive) : ARCHIVE_FATAL;
  if (writer->archive) library.archive_write_free(writer->archive);
  free(writer);
  return status == ARCHIVE_OK;
}
