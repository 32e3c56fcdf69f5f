#include <clibrary.h>

#include "csqlite.h"

#define FUNCTIONS(each)                                                                                                \
  each(int, sqlite3_open_v2, (const char *, sqlite3 **, int, const char *)) each(int, sqlite3_close_v2, (sqlite3 *))   \
      each(int, sqlite3_exec, (sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **))      \
          each(int, sqlite3_busy_timeout, (sqlite3 *, int)) each(const char *, sqlite3_errmsg, (sqlite3 *))            \
              each(int, sqlite3_changes, (sqlite3 *)) each(sqlite3_int64, sqlite3_last_insert_rowid, (sqlite3 *))      \
                  each(int, sqlite3_prepare_v2, (sqlite3 *, const char *, int, sqlite3_stmt **, const char **))        \
                      each(int, sqlite3_step, (sqlite3_stmt *)) each(int, sqlite3_reset, (sqlite3_stmt *)) each(       \
                          int, sqlite3_clear_bindings, (sqlite3_stmt *)) each(int, sqlite3_finalize, (sqlite3_stmt *)) \
                          each(int, sqlite3_bind_int64, (sqlite3_stmt *, int, sqlite3_int64))                          \
                              each(int, sqlite3_bind_text, (sqlite3_stmt *, int, const char *, int, void (*)(void *))) \
                                  each(int, sqlite3_column_type, (sqlite3_stmt *, int))                                \
                                      each(sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt *, int))                 \
                                          each(const unsigned char *, sqlite3_column_text, (sqlite3_stmt *, int))      \
                                              each(int, sqlite3_column_bytes, (sqlite3_stmt *, int))
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

const char *cue_sqlite_column_text(sqlite3_stmt *statement, int column, int *length) {
  const char *text = (const char *)library.sqlite3_column_text(statement, column);
  *length = library.sqlite3_column_bytes(statement, column);
  return text;
}
