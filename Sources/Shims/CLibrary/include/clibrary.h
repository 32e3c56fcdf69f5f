// Shared libraries that are loaded when they are first needed: linked, they would cost every start of the program, and a machine
// without one of them could not start it.
//
// A shim lists the functions it calls, and names the file:
//
//   #define FUNCTIONS(each)                                \
//     each(int, sqlite3_step, (sqlite3_stmt *))            \
//     each(const char *, sqlite3_errmsg, (sqlite3 *))
//   CUE_LIBRARY("libsqlite3.so.0", FUNCTIONS)
//
// Then `cue_library_load(&shared)` loads it, and `library.sqlite3_step(…)` calls it. A name that is a macro, as ICU's are, stands
// for what it expands to.
#ifndef CLIBRARY_H
#define CLIBRARY_H

#include <pthread.h>
#include <stddef.h>

// A function of a library, and where its address goes.
typedef struct {
  const char *name;
  void **place;
} cue_library_function;

typedef struct {
  // The name with the major version: the library that was compiled against is the one that is loaded.
  const char *file;
  const cue_library_function *functions;
  size_t count;
  // Only the loader uses this and all that follows.
  pthread_mutex_t lock;
  int was_tried;
  char refusal[256];
} cue_library;

// Loads the library and finds all its functions, once in a process; it is never unloaded. Returns 1, or 0 if it cannot be used,
// now and at every later call. [any]
int cue_library_load(cue_library *library);

// As cue_library_load, with the reason in `why`: the loader's words, or the first function that is missing. Empty if there is
// none. [any]
int cue_library_is_there(cue_library *library, char *why, size_t size);

#define CUE_LIBRARY_QUOTED_(name) #name
#define CUE_LIBRARY_QUOTED(name) CUE_LIBRARY_QUOTED_(name)
#define CUE_LIBRARY_DECLARE(result, name, parameters) result(*name) parameters;
#define CUE_LIBRARY_LIST(result, name, parameters) {CUE_LIBRARY_QUOTED(name), (void **)&library.name},

// Declares `library`, the functions, and `shared`, what they are loaded from.
#define CUE_LIBRARY(file_name, FUNCTIONS)                                                     \
  static struct { FUNCTIONS(CUE_LIBRARY_DECLARE) } library;                                   \
  static const cue_library_function library_functions[] = {FUNCTIONS(CUE_LIBRARY_LIST)};      \
  static cue_library shared = {.file = file_name,                                             \
                               .functions = library_functions,                                \
                               .count = sizeof library_functions / sizeof *library_functions, \
                               .lock = PTHREAD_MUTEX_INITIALIZER}

#endif
