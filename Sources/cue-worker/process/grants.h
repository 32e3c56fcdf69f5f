// What the host lets a plugin reach: the options after --wall.
#ifndef WORKER_GRANTS_H
#define WORKER_GRANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ABSURD_GRANT 73    // the exit status, see PROTOCOL.md
#define MOST_PROCESSES 32  // below one supervisor, unless the host says otherwise
#define NEWEST_LANDLOCK 7  // the newest version of Landlock that landlock.c knows
#define USUAL_MEMORY (UINT64_C(16) << 30)

typedef enum { NETWORK_NONE, NETWORK_LOCAL, NETWORK_ALL } network_grant;
typedef enum { PLACE_READ, PLACE_WRITE, PLACE_EXECUTE, PLACE_DEVICE, PLACE_SOCKET } place_kind;

// A file or a folder with all below it.
typedef struct {
  place_kind kind;
  const char *path;  // absolute
} place;

typedef struct {
  bool is_walled;   // --wall
  bool is_offline;  // --offline
  bool is_program;  // an executable: it may be executed, and execute others below /usr
  bool may_run;     // run: a library may start programs below /usr
  network_grant network;
  uint64_t memory;     // bytes of address space of each process; 0: no limit
  unsigned processes;  // the most that may live below the supervisor, the plugin's first one included
  int landlock;        // the newest version of Landlock to use
  const char *plugin;  // its file
  place *places;
  size_t place_count;
} grants;

// Takes --wall and the options after it, or --no-wall, off `arguments`, which end with NULL and outlive `out`. Returns how many
// it has taken, 0 if it finds neither; -1 after a sentence on standard error if an option makes no sense.
int grants_take(char *const arguments[], grants *out);

// Opens what is at `path` to refer to it, not to read it; -1 if nothing is, or if a part of the path is a link. The host has
// followed and examined all links, and another one may have been put there since.
int grants_open_place(const char *path);

// Whether a place of this kind is granted.
bool grants_have(const grants *all, place_kind kind);

#endif
