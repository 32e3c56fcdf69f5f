// The part of SQLite that the store uses. The library is loaded when a database is opened, so that no other start of the program
// pays for it. A handle is one thread's at a time.
#ifndef CUE_SQLITE_H
#define CUE_SQLITE_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

// Whether the library is there; if not, why.
int cue_sqlite_is_there(char *why, size_t size);

// All as SQLite's functions of the same name, and to be called only where the library is there.
int cue_sqlite_open(const char *path, sqlite3 **out, int flags);
void cue_sqlite_close(sqlite3 *database);
int cue_sqlite_exec(sqlite3 *database, const char *sql);
int cue_sqlite_busy_timeout(sqlite3 *database, int milliseconds);
const char *cue_sqlite_message(sqlite3 *database);
int cue_sqlite_changes(sqlite3 *database);
int64_t cue_sqlite_last_row(sqlite3 *database);

// `length` in bytes; there may be nothing after the first statement.
int cue_sqlite_prepare(sqlite3 *database, const char *sql, int length, sqlite3_stmt **out);
int cue_sqlite_step(sqlite3_stmt *statement);
// Ready to be run again, with nothing bound.
void cue_sqlite_rewind(sqlite3_stmt *statement);
void cue_sqlite_finalize(sqlite3_stmt *statement);
int cue_sqlite_bind_int(sqlite3_stmt *statement, int place, int64_t value);
// The text is copied.
int cue_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int length);
int cue_sqlite_column_is_null(sqlite3_stmt *statement, int column);
// SQLITE_INTEGER, SQLITE_TEXT, SQLITE_NULL, SQLITE_FLOAT or SQLITE_BLOB.
int cue_sqlite_column_kind(sqlite3_stmt *statement, int column);
int64_t cue_sqlite_column_int(sqlite3_stmt *statement, int column);
// Lives until the next step.
const char *cue_sqlite_column_text(sqlite3_stmt *statement, int column, int *length);

// Gives SQL the functions cue_row(value, …), a digest of a row, and cue_sum and cue_difference of two digests (modulo 2⁶⁴).
int cue_sqlite_add_digests(sqlite3 *database);

#endif
