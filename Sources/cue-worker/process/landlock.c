// The rules are made of open files, so a grant whose path does not exist is skipped. A link in the path of the system's own places
// and of the plugin counts as what it points to; a grant whose path has become a link is skipped.
//
// Landlock does not restrict stat, chmod, chown, extended attributes and times of files, and before version 3 not truncate: the
// filter refuses those (filter.c).
#define _GNU_SOURCE
#include "landlock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// As in linux/landlock.h of Linux 6.15: the headers of older systems lack what later versions have added.
#ifndef __NR_landlock_create_ruleset
#define __NR_landlock_create_ruleset 444
#define __NR_landlock_add_rule 445
#define __NR_landlock_restrict_self 446
#endif
#define CREATE_RULESET_VERSION 1u
#define RULE_PATH_BENEATH 1

#define EXECUTE (UINT64_C(1) << 0)
#define WRITE_FILE (UINT64_C(1) << 1)
#define READ_FILE (UINT64_C(1) << 2)
#define READ_FOLDER (UINT64_C(1) << 3)
#define REMOVE_FOLDER (UINT64_C(1) << 4)
#define REMOVE_FILE (UINT64_C(1) << 5)
#define MAKE_FOLDER (UINT64_C(1) << 7)
#define MAKE_FILE (UINT64_C(1) << 8)
#define MAKE_LINK (UINT64_C(1) << 12)
#define FILES_1 ((UINT64_C(1) << 13) - 1)  // all that version 1 knows
#define REFER (UINT64_C(1) << 13)          // version 2
#define TRUNCATE (UINT64_C(1) << 14)       // version 3
#define DEVICE_CALLS (UINT64_C(1) << 15)   // version 5
#define TCP (UINT64_C(3))                  // bind and connect, version 4
#define SCOPES (UINT64_C(3))               // abstract sockets and signals, version 6

#define ON_FILES (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | DEVICE_CALLS)
#define READ (READ_FILE | READ_FOLDER)
#define WRITE (READ | WRITE_FILE | REMOVE_FOLDER | REMOVE_FILE | MAKE_FOLDER | MAKE_FILE | MAKE_LINK | REFER | TRUNCATE)
#define DEVICE (READ | WRITE_FILE | DEVICE_CALLS)

typedef struct {
  uint64_t files, network, scopes;
} ruleset_attributes;

typedef struct __attribute__((packed)) {
  uint64_t rights;
  int32_t parent;
} rule_attributes;

// What the loader, libc and common runtimes read. Nothing else of /etc: no names of users, no settings with secrets.
static const char *const for_all[] = {
    "/usr",
    "/lib",
    "/lib64",
    "/lib32",
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/ssl/openssl.cnf",  // without it, OpenSSL refuses to begin, also for programs that only compute a digest
    "/proc",  // the files of other processes stay closed: capabilities are dropped, and Landlock compares domains
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
    NULL};
static const char *const devices_for_all[] = {"/dev/null",   "/dev/zero",    "/dev/full",
                                              "/dev/random", "/dev/urandom", NULL};
static const char *const to_execute[] = {"/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", NULL};
static const char *const for_names[] = {
    "/etc/hosts", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services", "/etc/protocols", "/etc/host.conf", NULL};
// Names of other machines, and certificates.
static const char *const for_network[] = {"/etc/resolv.conf",
                                          "/etc/ssl",
                                          "/etc/pki",
                                          "/etc/ca-certificates",
                                          "/run/systemd/resolve",
                                          "/run/resolvconf",
                                          "/run/NetworkManager/resolv.conf",
                                          NULL};

static int ruleset;
static uint64_t known;

static void allow_open(int parent, uint64_t rights) {
  if (parent < 0) return;
  struct stat status;
  rights &= known;
  if (fstat(parent, &status) == 0 && !S_ISDIR(status.st_mode)) rights &= ON_FILES;
  rule_attributes rule = {rights, parent};
  if (rights) syscall(__NR_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0);
  close(parent);
}

static void allow(const char *path, uint64_t rights) { allow_open(open(path, O_PATH | O_CLOEXEC), rights); }

static void allow_each(const char *const *paths, uint64_t rights) {
  for (; *paths; paths++) allow(*paths, rights);
}

int landlock_version(int most) {
  long version = syscall(__NR_landlock_create_ruleset, NULL, 0, CREATE_RULESET_VERSION);
  return version < 0 ? 0 : version > most ? most : (int)version;
}

int landlock_begin(const grants *all) {
  int version = landlock_version(all->landlock);
  if (version == 0) return 0;
  ruleset_attributes attributes = {.files = FILES_1};
  if (version >= 2) attributes.files |= REFER;
  if (version >= 3) attributes.files |= TRUNCATE;
  if (version >= 4 && all->network == NETWORK_NONE) attributes.network = TCP;
  if (version >= 5) attributes.files |= DEVICE_CALLS;
  if (version >= 6) attributes.scopes = SCOPES;
  size_t size = version >= 6 ? sizeof attributes : version >= 4 ? 16 : 8;
  ruleset = (int)syscall(__NR_landlock_create_ruleset, &attributes, size, 0);
  if (ruleset < 0) return 0;
  known = attributes.files;
  allow_each(for_all, READ);
  allow_each(devices_for_all, READ_FILE | WRITE_FILE);
  if (all->is_program || all->may_run) allow_each(to_execute, READ | EXECUTE);
  if (all->network != NETWORK_NONE) allow_each(for_names, READ_FILE);
  if (all->network == NETWORK_ALL) allow_each(for_network, READ);
  allow(all->plugin, READ_FILE | (all->is_program ? EXECUTE : 0));
  static const uint64_t rights[] = {[PLACE_READ] = READ,
                                    [PLACE_WRITE] = WRITE,
                                    [PLACE_EXECUTE] = READ | EXECUTE,
                                    [PLACE_DEVICE] = DEVICE,
                                    [PLACE_SOCKET] = 0};
  for (size_t i = 0; i < all->place_count; i++)
    allow_open(grants_open_place(all->places[i].path), rights[all->places[i].kind]);
  long failure = syscall(__NR_landlock_restrict_self, ruleset, 0);
  close(ruleset);
  return failure == 0 ? version : 0;
}
