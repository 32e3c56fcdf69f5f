// How a process goes back. At the mark, all of its private memory that can be written to is copied. To go back, each page that
// has been written to since is put right where it differs. The system reports which those are: a page that was not written to
// is still the one of the process that forked this one. No page has to be faulted in for it.
#define _GNU_SOURCE
#include "rewind.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/rseq.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "privacy.h"

#define PAGE 4096u
#define MOST_SAVED (32u << 20)  // more than this is not worth copying
#define MOST_MAPS (128u << 10)
#define MOST_RUNS 4096u
#ifndef PR_SET_MEMORY_MERGE
#define PR_SET_MEMORY_MERGE 67
#endif
#define MOST_ADDED 32u
#define STACK (64u << 10)
#define MOST_ASKED 512u  // pages whose presence is asked for at once
// What /proc/self/pagemap reports of a page.
#define IS_THERE (UINT64_C(3) << 62)                     // or swapped out
#define IS_OURS (UINT64_C(1) << 56 | UINT64_C(1) << 62)  // alone, or swapped out: then nobody knows

// Pages side by side that were copied, or, without a copy, had never been touched and so read as zeros.
typedef struct {
  uint8_t *at;
  size_t bytes;
  const uint8_t *copy;
} run;

// In separate memory that is shared with no process, yet not private, so it does not go back.
typedef struct {
  ucontext_t marked, restorer;
  bool was_marked;
  int maps_file, pagemap_file, free_descriptor;
  uint8_t *heap_end, *stack_start;  // at the mark
  uint8_t *stack_now;
  struct {
    uint8_t *start, *end;
  } added[MOST_ADDED];  // mappings of which there was nothing at the mark
  size_t added_count;
  size_t maps_bytes, saved_bytes, run_count;
  run runs[MOST_RUNS];
  char maps[MOST_MAPS], maps_now[MOST_MAPS];
  uint64_t asked[MOST_ASKED];
  const uint8_t *asked_from;  // NULL: nothing is asked yet
  uint8_t zeros[PAGE];
  uint8_t sequences[256];  // the thread's restartable sequences, which are the kernel's
  _Alignas(16) uint8_t stack[STACK];
  _Alignas(PAGE) uint8_t saved[MOST_SAVED];
} mark;

static mark *at_mark;

// A sanitizer keeps books about memory, in memory that is too large to be copied.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(realtime_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

// A line of /proc/self/maps.
typedef struct {
  uint8_t *start, *end;
  bool is_private, can_be_written, is_file, is_heap, is_stack;
  const char *rights;  // and all that follows
} mapping;

static const char *hexadecimal(const char *at, uintptr_t *out) {
  for (*out = 0;; at++) {
    unsigned digit = (unsigned)(*at >= 'a' ? *at - 'a' + 10 : *at - '0');
    if (digit > 15) return at;
    *out = *out * 16 + digit;
  }
}

// Reads a line; returns where the next one begins.
static const char *mapping_read(const char *at, mapping *out) {
  uintptr_t start, end, inode = 0;
  at = hexadecimal(at, &start);
  at = hexadecimal(at + 1, &end);
  *out = (mapping){.start = (uint8_t *)start, .end = (uint8_t *)end};
  out->rights = ++at;
  out->can_be_written = at[1] == 'w';
  out->is_private = at[3] == 'p';
  at += 5;
  for (int spaces = 0; spaces < 2; at++) spaces += *at == ' ';  // the offset and the device
  for (; *at >= '0' && *at <= '9'; at++) inode |= (uintptr_t)(*at - '0');
  out->is_file = inode != 0;
  while (*at == ' ') at++;
  out->is_heap = !strncmp(at, "[heap]", 6);
  out->is_stack = !strncmp(at, "[stack]", 7);
  return strchr(at, '\n') + 1;
}

// All of /proc/self/maps, in whole lines; 0 if there is no room.
static size_t maps_read(int file, char *out) {
  size_t used = 0;
  for (;;) {
    ssize_t n = pread(file, out + used, MOST_MAPS - 1 - used, (off_t)used);
    if (n < 0 || used + (size_t)n >= MOST_MAPS - 1) return 0;
    if (n == 0) break;
    used += (size_t)n;
  }
  out[used] = '\0';
  return used;
}

static int free_descriptor(void) {
  int lowest = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
  if (lowest >= 0) close(lowest);
  return lowest;
}

static bool is_alone(void) {
  struct stat tasks;
  return stat("/proc/self/task", &tasks) == 0 && tasks.st_nlink == 3;
}

// What the system reports of the page `at`; the next ones are asked with it. All bits where it reports nothing.
static uint64_t page_state(mark *m, const uint8_t *at) {
  if (!m->asked_from || at < m->asked_from || at >= m->asked_from + MOST_ASKED * PAGE) {
    ssize_t n = pread(m->pagemap_file, m->asked, sizeof m->asked, (off_t)((uintptr_t)at / PAGE * sizeof *m->asked));
    if (n < 0) n = 0;
    memset((uint8_t *)m->asked + n, 0xff, sizeof m->asked - (size_t)n);
    m->asked_from = at;
  }
  return m->asked[(size_t)(at - m->asked_from) / PAGE];
}

static bool run_add(mark *m, uint8_t *at, bool copied) {
  const uint8_t *copy = copied ? m->saved + m->saved_bytes : NULL;
  if (copied && m->saved_bytes + PAGE > MOST_SAVED) return false;
  if (copied) m->saved_bytes += PAGE;
  run *last = m->run_count ? &m->runs[m->run_count - 1] : NULL;
  if (last && last->at + last->bytes == at && !last->copy == !copied) {
    last->bytes += PAGE;
    return true;
  }
  if (m->run_count == MOST_RUNS) return false;
  m->runs[m->run_count++] = (run){at, PAGE, copy};
  return true;
}

static bool runs_find(mark *m) {
  mapping each;
  for (const char *at = m->maps; *at;) {
    at = mapping_read(at, &each);
    if (each.is_heap) m->heap_end = each.end;
    if (each.is_stack) m->stack_start = each.start;
    if (!each.can_be_written || !each.is_private) continue;
    for (uint8_t *page = each.start; page < each.end; page += PAGE)
      if (!run_add(m, page, each.is_file || page_state(m, page) & IS_THERE)) return false;
  }
  return m->stack_start != NULL;
}

bool rewind_mark(void) {
  if (SANITIZED || sysconf(_SC_PAGESIZE) != PAGE || __rseq_size > sizeof at_mark->sequences || !is_alone())
    return false;
  mark *m = mmap(NULL, sizeof *m, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (m == MAP_FAILED) return false;
  at_mark = m;
  prctl(PR_SET_MEMORY_MERGE, 0, 0, 0, 0);  // a page that the system merged would look as if it had not been written to
  m->maps_file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  m->pagemap_file = privacy_open_own("/proc/self/pagemap");
  m->free_descriptor = free_descriptor();
  m->maps_bytes = m->maps_file < 0 ? 0 : maps_read(m->maps_file, m->maps);
  if (!m->maps_bytes || m->pagemap_file < 0 || m->free_descriptor < 0 || !runs_find(m)) return false;
  // From here on nothing may be kept in a variable: this returns many times, on the copied stack.
  getcontext(&m->marked);
  if (!at_mark->was_marked) {
    at_mark->was_marked = true;
    for (size_t i = 0; i < at_mark->run_count; i++)
      if (at_mark->runs[i].copy) memcpy((uint8_t *)at_mark->runs[i].copy, at_mark->runs[i].at, at_mark->runs[i].bytes);
  }
  return true;
}

static bool is_of_a_kind(const mapping *one, const mapping *other) {
  size_t length = strcspn(one->rights, "\n");
  return length == strcspn(other->rights, "\n") && !memcmp(one->rights, other->rights, length);
}

// What lies between two addresses now, where nothing did.
static bool added(mark *m, const mapping *in, uint8_t *start, uint8_t *end) {
  if (in->is_heap) return start == m->heap_end;
  if (in->is_stack) m->stack_now = start;
  if (in->is_stack) return end == m->stack_start;
  if (m->added_count == MOST_ADDED) return false;
  m->added[m->added_count].start = start;
  m->added[m->added_count++].end = end;
  return true;
}

// Whether all mappings of the mark are there; finds those that were added, alone or joined to one of the mark.
static bool has_mappings(mark *m) {
  m->stack_now = m->stack_start;
  m->added_count = 0;
  size_t bytes = maps_read(m->maps_file, m->maps_now);
  if (bytes == m->maps_bytes && !memcmp(m->maps, m->maps_now, bytes)) return true;
  if (!bytes) return false;
  mapping old, new;
  const char *then = mapping_read(m->maps, &old);
  uint8_t *covered = old.start;  // up to here `old` is there
  bool is_old = true;
  for (const char *now = m->maps_now; *now;) {
    now = mapping_read(now, &new);
    for (uint8_t *at = new.start; at < new.end;) {
      while (is_old && old.end <= at) {
        if (covered != old.end) return false;
        is_old = *then != '\0';
        if (is_old) then = mapping_read(then, &old), covered = old.start;
      }
      uint8_t *end = is_old && old.start > at && old.start < new.end ? old.start : new.end;
      if (is_old && old.start <= at) {
        if (covered != at || !is_of_a_kind(&old, &new)) return false;
        if (old.is_file && (old.start != new.start || old.end != new.end)) return false;
        if (old.end < end) end = old.end;
        covered = end;
      } else if (!added(m, &new, at, end)) {
        return false;
      }
      at = end;
    }
  }
  return !is_old || (covered == old.end && !*then);
}

bool rewind_possible(void) {
  mark *m = at_mark;
  return m && m->was_marked && is_alone() && waitpid(-1, NULL, WNOHANG) < 0 &&
         free_descriptor() == m->free_descriptor && has_mappings(m);
}

static void run_restore(mark *m, const run *each) {
  for (size_t from = 0; from < each->bytes; from += PAGE) {
    uint8_t *page = each->at + from;
    const uint8_t *copy = each->copy ? each->copy + from : m->zeros;
    if (page_state(m, page) & (each->copy ? IS_OURS : IS_THERE) && memcmp(page, copy, PAGE)) memcpy(page, copy, PAGE);
  }
}

// On a stack of its own.
static void restore(void) {
  mark *m = at_mark;
  uint8_t *sequences = (uint8_t *)__builtin_thread_pointer() + __rseq_offset;
  if (m->heap_end) syscall(SYS_brk, m->heap_end);
  if (m->stack_now < m->stack_start) madvise(m->stack_now, (size_t)(m->stack_start - m->stack_now), MADV_DONTNEED);
  m->asked_from = NULL;
  for (size_t i = 0; i < m->added_count; i++) munmap(m->added[i].start, (size_t)(m->added[i].end - m->added[i].start));
  for (size_t i = 0; i < m->run_count; i++) {
    memcpy(m->sequences, sequences, __rseq_size);
    run_restore(m, &m->runs[i]);
    memcpy(sequences, m->sequences, __rseq_size);
  }
  setcontext(&m->marked);
}

_Noreturn void rewind_back(void) {
  mark *m = at_mark;
  getcontext(&m->restorer);
  m->restorer.uc_stack.ss_sp = m->stack;
  m->restorer.uc_stack.ss_size = sizeof m->stack;
  m->restorer.uc_link = NULL;
  makecontext(&m->restorer, restore, 0);
  setcontext(&m->restorer);
  _exit(70);  // not come to
}
