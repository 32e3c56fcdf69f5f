#include <clibrary.h>

#include "csqlite.h"

// clang-format off
#define FUNCTIONS(each)                                                                       \
  each(int, sqlite3_open_v2, (const char *, sqlite3 **, int, const char *))                   \
  each(int, sqlite3_close_v2, (sqlite3 *))                                                    \
  each(int, sqlite3_exec, (sqlite3 *, const char *, int (*)(void *, int, char **, char **),   \
                           void *, char **))                                                  \
  each(int, sqlite3_busy_timeout, (sqlite3 *, int))                                           \
  each(const char *, sqlite3_errmsg, (sqlite3 *))                                             \
  each(int, sqlite3_changes, (sqlite3 *))                                                     \
  each(sqlite3_int64, sqlite3_last_insert_rowid, (sqlite3 *))                                 \
  each(int, sqlite3_prepare_v2, (sqlite3 *, const char *, int, sqlite3_stmt **, const char **)) \
  each(int, sqlite3_step, (sqlite3_stmt *))                                                   \
  each(int, sqlite3_reset, (sqlite3_stmt *))                                                  \
  each(int, sqlite3_clear_bindings, (sqlite3_stmt *))                                         \
  each(int, sqlite3_finalize, (sqlite3_stmt *))                                               \
  each(int, sqlite3_bind_int64, (sqlite3_stmt *, int, sqlite3_int64))                         \
  each(int, sqlite3_bind_text, (sqlite3_stmt *, int, const char *, int, void (*)(void *)))    \
  each(int, sqlite3_column_type, (sqlite3_stmt *, int))                                       \
  each(sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt *, int))                            \
  each(const unsigned char *, sqlite3_column_text, (sqlite3_stmt *, int))                     \
  each(int, sqlite3_column_bytes, (sqlite3_stmt *, int))                                      \
  each(int, sqlite3_create_function_v2,                                                       \
       (sqlite3 *, const char *, int, int, void *,                                            \
        void (*)(sqlite3_context *, int, sqlite3_value **),                                   \
        void (*)(sqlite3_context *, int, sqlite3_value **), void (*)(sqlite3_context *),      \
        void (*)(void *)))                                                                    \
  each(int, sqlite3_value_type, (sqlite3_value *))                                            \
  each(sqlite3_int64, sqlite3_value_int64, (sqlite3_value *))                                 \
  each(const void *, sqlite3_value_blob, (sqlite3_value *))                                   \
  each(int, sqlite3_value_bytes, (sqlite3_value *))                                           \
  each(void, sqlite3_result_int64, (sqlite3_context *, sqlite3_int64))
// clang-format on
CUE_LIBRARY("libsqlite3.so.0", FUNCTIONS);

int cue_sqlite_is_there(char *why, size_t size) { return cue_library_is_there(&shared, why, size); }

int cue_sqlite_open(const char *path, sqlite3 **out, int flags) {
  return library.sqlite3_open_v2(path, out, flags, NULL);
}

void cue_sqlite_close(sqlite3 *database) { library.sqlite3_close_v2(database); }

int cue_sqlite_exec(sqlite3 *database, const char *sql) {
  return library.sqlite3_exec(database, sql, NULL, NULL, NULL);
}

int cue_sqlite_busy_timeout(sqlite3 *database, int milliseconds) {
  return library.sqlite3_busy_timeout(database, milliseconds);
}

const char *cue_sqlite_message(sqlite3 *database) { return library.sqlite3_errmsg(database); }

int cue_sqlite_changes(sqlite3 *database) { return library.sqlite3_changes(database); }

int64_t cue_sqlite_last_row(sqlite3 *database) { return library.sqlite3_last_insert_rowid(database); }

int cue_sqlite_prepare(sqlite3 *database, const char *sql, int length, sqlite3_stmt **out) {
  return library.sqlite3_prepare_v2(database, sql, length, out, NULL);
}

int cue_sqlite_step(sqlite3_stmt *statement) { return library.sqlite3_step(statement); }

void cue_sqlite_rewind(sqlite3_stmt *statement) {
  // What it answers is the failure of the last step, which is known.
  library.sqlite3_reset(statement);
  library.sqlite3_clear_bindings(statement);
}

void cue_sqlite_finalize(sqlite3_stmt *statement) { library.sqlite3_finalize(statement); }

int cue_sqlite_bind_int(sqlite3_stmt *statement, int place, int64_t value) {
  return library.sqlite3_bind_int64(statement, place, value);
}

int cue_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int length) {
  return library.sqlite3_bind_text(statement, place, text, length, SQLITE_TRANSIENT);
}

int cue_sqlite_column_is_null(sqlite3_stmt *statement, int column) {
  return library.sqlite3_column_type(statement, column) == SQLITE_NULL;
}

int64_t cue_sqlite_column_int(sqlite3_stmt *statement, int column) {
  return library.sqlite3_column_int64(statement, column);
}

int cue_sqlite_column_kind(sqlite3_stmt *statement, int column) {
  return library.sqlite3_column_type(statement, column);
}

const char *cue_sqlite_column_text(sqlite3_stmt *statement, int column, int *length) {
  const char *text = (const char *)library.sqlite3_column_text(statement, column);
  *length = library.sqlite3_column_bytes(statement, column);
  return text;
}

// FNV-1a of 64 bits: against damage, not against people.
static uint64_t mix(uint64_t digest, const void *bytes, size_t count) {
  const uint8_t *each = bytes;
  for (size_t i = 0; i < count; i++) digest = (digest ^ each[i]) * 0x100000001b3u;
  return digest;
}

// cue_row(value, …): a digest of the values of a row, each with its type and length.
static void row(sqlite3_context *context, int count, sqlite3_value **values) {
  uint64_t digest = 0xcbf29ce484222325u;
  for (int i = 0; i < count; i++) {
    uint8_t type = (uint8_t)library.sqlite3_value_type(values[i]);
    digest = mix(digest, &type, 1);
    if (type == SQLITE_NULL) continue;
    if (type == SQLITE_INTEGER) {
      int64_t number = library.sqlite3_value_int64(values[i]);
      digest = mix(digest, &number, sizeof number);
      continue;
    }
    // The bytes before their count: only in this order the count is that of these bytes.
    const void *bytes = library.sqlite3_value_blob(values[i]);
    uint64_t length = (uint64_t)library.sqlite3_value_bytes(values[i]);
    digest = mix(digest, &length, sizeof length);
    if (bytes) digest = mix(digest, bytes, length);
  }
  // Digests are added up: every bit of one has to depend on all of the row.
  digest ^= digest >> 30;
  digest *= 0xbf58476d1ce4e5b9u;
  digest ^= digest >> 27;
  digest *= 0x94d049bb133111ebu;
  digest ^= digest >> 31;
  library.sqlite3_result_int64(context, (int64_t)digest);
}

static void sum(sqlite3_context *context, int count, sqlite3_value **values) {
  uint64_t total = 0;
  for (int i = 0; i < count; i++) total += (uint64_t)library.sqlite3_value_int64(values[i]);
  library.sqlite3_result_int64(context, (int64_t)total);
}

static void difference(sqlite3_context *context, int count, sqlite3_value **values) {
  uint64_t left = (uint64_t)library.sqlite3_value_int64(values[0]);
  for (int i = 1; i < count; i++) left -= (uint64_t)library.sqlite3_value_int64(values[i]);
  library.sqlite3_result_int64(context, (int64_t)left);
}

int cue_sqlite_add_digests(sqlite3 *database) {
  static const struct {
    const char *name;
    int count;
    void (*function)(sqlite3_context *, int, sqlite3_value **);
  } all[] = {{"cue_row", -1, row}, {"cue_sum", 2, sum}, {"cue_difference", 2, difference}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    int status = library.sqlite3_create_function_v2(database, all[i].name, all[i].count,
                                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, NULL,
                                                    all[i].function, NULL, NULL, NULL);
    if (status != SQLITE_OK) return status;
  }
  return SQLITE_OK;
}
