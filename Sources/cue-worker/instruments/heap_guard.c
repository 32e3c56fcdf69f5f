// The functions by which libraries allocate are found through addresses in tables of the loader, one table for each library.
// There, the addresses are replaced, for all libraries but the C library and the loader. So the worker and the C library keep
// their own heap, and what one side has allocated may be freed by the other: a piece is known by its address.
//
// Pieces lie in one range of addresses, each in pages of its own:
//
//   | bytes that must stay | the piece | slack | a page that cannot be touched |
//
// A piece begins at a multiple of 16 bytes, as those of the C library do. A short one whose length is not a multiple of 4 is text,
// and has no slack. Bytes of the slack are neither 0 nor the end of a text.
#define _GNU_SOURCE
#include "heap_guard.h"

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096u
#define RANGE ((size_t)2 << 30)
#define PAGES (RANGE / PAGE)
#define MOST_LIVE 12000  // pieces; each splits a mapping, and a process has 65,530
#define MOST_BYTES ((size_t)64 << 20)
#define FILL 0xa5
#define BEFORE 32u  // bytes before a piece that are looked at

#define DATA_OF_INDEX(index) ((piece *)(range + (size_t)(index)*PAGE))

typedef struct {
  size_t size;
  uint32_t pages;  // without the one that cannot be touched
  bool is_live;
} piece;

static char *range;
static uint32_t *first_page;  // of the piece that begins in a page, for each page
static atomic_uint next_page, live;
static bool guards;
static _Thread_local uint32_t calls;

static bool is_ours(const void *memory) {
  return range && (const char *)memory >= range && (const char *)memory < range + RANGE;
}

_Noreturn static void fault(const char *what) {
  fprintf(stderr, "cue-worker: the plugin %s\n", what);
  fflush(stderr);
  abort();
}

static piece *piece_of(const void *memory) {
  uint32_t page = (uint32_t)((size_t)((const char *)memory - range) / PAGE);
  return DATA_OF_INDEX(first_page[page]);
}

static size_t slack_of(size_t size) {
  if (size > 0 && size < 16 && size % 4) return 0;
  return size == 0 ? 16 : (16 - size % 16) % 16;
}

// NULL: the C library is to give it.
static void *take_piece(size_t size) {
  if (!guards || size > MOST_BYTES || live >= MOST_LIVE) return NULL;
  size_t whole = size + slack_of(size) + BEFORE + sizeof(piece);
  uint32_t pages = (uint32_t)((whole + PAGE - 1) / PAGE);
  uint32_t first = atomic_fetch_add(&next_page, pages + 1);
  if (first > PAGES || first + pages + 1 > PAGES) return NULL;
  char *start = range + (size_t)first * PAGE;
  if (mprotect(start, (size_t)pages * PAGE, PROT_READ | PROT_WRITE) != 0) return NULL;
  live++;
  memset(start, FILL, (size_t)pages * PAGE);
  *(piece *)start = (piece){size, pages, true};
  char *memory = start + (size_t)pages * PAGE - slack_of(size) - size;
  first_page[(size_t)(memory - range) / PAGE] = first;
  return memory;
}

static void look_at(const unsigned char *from, size_t count, const char *what) {
  for (size_t i = 0; i < count; i++)
    if (from[i] != FILL) fault(what);
}

static void give_piece_back(void *memory) {
  piece *it = piece_of(memory);
  // A page that was given back ends the process here.
  char *start = (char *)it, *end = start + (size_t)it->pages * PAGE;
  if ((char *)memory != end - slack_of(it->size) - it->size) fault("has freed memory at a place where none begins");
  look_at((unsigned char *)memory - BEFORE, BEFORE, "has written before the memory that it allocated");
  look_at((unsigned char *)memory + it->size, slack_of(it->size), "has written behind the memory that it allocated");
  live--;
  // Nobody gets these addresses again.
  madvise(start, (size_t)(end - start), MADV_DONTNEED);
  mprotect(start, (size_t)(end - start), PROT_NONE);
}

static size_t size_of(void *memory) { return is_ours(memory) ? piece_of(memory)->size : malloc_usable_size(memory); }

// What libraries call.

static void *guarded_malloc(size_t size) {
  calls++;
  void *memory = take_piece(size);
  if (memory) return memory;
  memory = malloc(size);
  if (memory && guards) memset(memory, FILL, size);
  return memory;
}

static void *guarded_calloc(size_t count, size_t size) {
  calls++;
  size_t whole;
  if (__builtin_mul_overflow(count, size, &whole)) return calloc(count, size);
  void *memory = take_piece(whole);
  return memory ? memset(memory, 0, whole) : calloc(count, size);
}

static void guarded_free(void *memory) {
  int kept = errno;
  if (memory) calls++;
  if (is_ours(memory)) give_piece_back(memory);
  else free(memory);
  errno = kept;
}

static void *guarded_realloc(void *memory, size_t size) {
  calls++;
  if (!is_ours(memory) && !(guards && !memory)) return realloc(memory, size);
  if (!memory) return guarded_malloc(size);
  if (size == 0) return guarded_free(memory), NULL;
  void *other = take_piece(size);
  if (!other) other = malloc(size);
  if (!other) return NULL;
  size_t had = piece_of(memory)->size;
  memcpy(other, memory, had < size ? had : size);
  give_piece_back(memory);
  return other;
}

static void *guarded_reallocarray(void *memory, size_t count, size_t size) {
  size_t whole;
  if (__builtin_mul_overflow(count, size, &whole)) return errno = ENOMEM, NULL;
  return guarded_realloc(memory, whole);
}

static char *guarded_strndup(const char *text, size_t most) {
  size_t length = strnlen(text, most);
  char *copy = guarded_malloc(length + 1);
  if (copy) memcpy(copy, text, length), copy[length] = '\0';
  return copy;
}

static char *guarded_strdup(const char *text) { return guarded_strndup(text, PTRDIFF_MAX); }
static size_t guarded_size(void *memory) { return memory ? size_of(memory) : 0; }

static int counted_posix_memalign(void **out, size_t alignment, size_t size) {
  calls++;
  return posix_memalign(out, alignment, size);
}
static void *counted_aligned_alloc(size_t alignment, size_t size) { return calls++, aligned_alloc(alignment, size); }

// The tables of the loader.

static const struct {
  const char *name;
  void *ours;
} functions[] = {{"malloc", (void *)guarded_malloc},
                 {"calloc", (void *)guarded_calloc},
                 {"free", (void *)guarded_free},
                 {"cfree", (void *)guarded_free},
                 {"realloc", (void *)guarded_realloc},
                 {"reallocarray", (void *)guarded_reallocarray},
                 {"strdup", (void *)guarded_strdup},
                 {"__strdup", (void *)guarded_strdup},
                 {"strndup", (void *)guarded_strndup},
                 {"malloc_usable_size", (void *)guarded_size},
                 {"posix_memalign", (void *)counted_posix_memalign},
                 {"aligned_alloc", (void *)counted_aligned_alloc}};

#if defined(__x86_64__)
static bool holds_address(unsigned type) {
  return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT || type == R_X86_64_64;
}
#elif defined(__aarch64__)
static bool holds_address(unsigned type) {
  return type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT || type == R_AARCH64_ABS64;
}
#else
static bool holds_address(unsigned type) { return (void)type, false; }
#endif

#if __SIZEOF_POINTER__ == 8
// The page may have been made read-only after it was filled, and is put back to that.
static void replace(void **place, void *ours, bool is_sealed) {
  if (*place == ours) return;
  char *page = (char *)((uintptr_t)place & ~(uintptr_t)(PAGE - 1));
  if (is_sealed && mprotect(page, PAGE, PROT_READ | PROT_WRITE) != 0) return;
  *place = ours;
  if (is_sealed) mprotect(page, PAGE, PROT_READ);
}

static void replace_in(const struct dl_phdr_info *object, const ElfW(Rela) * relocations, size_t count,
                       const ElfW(Sym) * symbols, const char *names) {
  uintptr_t sealed = 0, sealed_end = 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    if (object->dlpi_phdr[i].p_type != PT_GNU_RELRO) continue;
    sealed = (object->dlpi_addr + object->dlpi_phdr[i].p_vaddr) & ~(uintptr_t)(PAGE - 1);
    sealed_end =
        (object->dlpi_addr + object->dlpi_phdr[i].p_vaddr + object->dlpi_phdr[i].p_memsz) & ~(uintptr_t)(PAGE - 1);
  }
  for (size_t i = 0; i < count; i++) {
    const ElfW(Sym) *symbol = &symbols[ELF64_R_SYM(relocations[i].r_info)];
    if (!holds_address((unsigned)ELF64_R_TYPE(relocations[i].r_info)) || symbol->st_shndx != SHN_UNDEF) continue;
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
      if (strcmp(names + symbol->st_name, functions[k].name)) continue;
      void **place = (void **)(object->dlpi_addr + relocations[i].r_offset);
      replace(place, functions[k].ours, (uintptr_t)place >= sealed && (uintptr_t)place < sealed_end);
    }
  }
}

static bool is_system(const char *path) {
  static const char *const system[] = {"/libc.so",     "/ld-linux", "/libpthread.so", "/libdl.so",
                                       "/libjemalloc", "/libasan",  "/libtsan",       "/ld-musl"};
  for (size_t i = 0; i < sizeof system / sizeof *system; i++)
    if (strstr(path, system[i])) return true;
  return false;
}

static int replace_of(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size, (void)data;
  // The first has no name: it is the worker.
  if (!object->dlpi_name || object->dlpi_name[0] != '/' || is_system(object->dlpi_name)) return 0;
  const ElfW(Dyn) *dynamic = NULL;
  for (int i = 0; i < object->dlpi_phnum; i++)
    if (object->dlpi_phdr[i].p_type == PT_DYNAMIC)
      dynamic = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  const ElfW(Rela) *calls_table = NULL, *data_table = NULL;
  size_t calls_size = 0, data_size = 0;
  for (; dynamic && dynamic->d_tag != DT_NULL; dynamic++) {
    switch (dynamic->d_tag) {
      case DT_SYMTAB: symbols = (const void *)dynamic->d_un.d_ptr; break;
      case DT_STRTAB: names = (const void *)dynamic->d_un.d_ptr; break;
      case DT_JMPREL: calls_table = (const void *)dynamic->d_un.d_ptr; break;
      case DT_PLTRELSZ: calls_size = dynamic->d_un.d_val; break;
      case DT_RELA: data_table = (const void *)dynamic->d_un.d_ptr; break;
      case DT_RELASZ: data_size = dynamic->d_un.d_val; break;
      default: break;
    }
  }
  if (!symbols || !names) return 0;
  if (calls_table) replace_in(object, calls_table, calls_size / sizeof *calls_table, symbols, names);
  if (data_table) replace_in(object, data_table, data_size / sizeof *data_table, symbols, names);
  return 0;
}

static void replace_all(void) { dl_iterate_phdr(replace_of, NULL); }
#else
static void replace_all(void) {}
#endif

void heap_guard_begin(int with_guards) {
  if (with_guards) {
    range = mmap(NULL, RANGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    first_page = mmap(NULL, PAGES * sizeof *first_page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED) range = NULL;
    guards = range && first_page != MAP_FAILED && sysconf(_SC_PAGESIZE) == PAGE;
  }
  replace_all();
}

uint32_t heap_guard_calls(void) { return calls; }
