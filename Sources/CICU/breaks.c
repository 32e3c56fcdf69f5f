#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include "cicu.h"

// ICU puts its version into the names of its library and its functions, by macros.
#define QUOTED(name) #name
#define NAME(macro) QUOTED(macro)

static struct {
  UBreakIterator *(*open)(UBreakIteratorType, const char *, const UChar *, int32_t, UErrorCode *);
  void (*set_text)(UBreakIterator *, UText *, UErrorCode *);
  int32_t (*next)(UBreakIterator *);
  void (*close)(UBreakIterator *);
  UText *(*open_text)(UText *, const char *, int64_t, UErrorCode *);
  UText *(*close_text)(UText *);
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_there;

static void load(void) {
  void *handle = dlopen("libicuuc.so." U_ICU_VERSION_SHORT, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return;
  const struct {
    const char *name;
    void **place;
  } symbols[] = {
      {NAME(ubrk_open), (void **)&library.open},
      {NAME(ubrk_setUText), (void **)&library.set_text},
      {NAME(ubrk_next), (void **)&library.next},
      {NAME(ubrk_close), (void **)&library.close},
      {NAME(utext_openUTF8), (void **)&library.open_text},
      {NAME(utext_close), (void **)&library.close_text},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    *symbols[i].place = dlsym(handle, symbols[i].name);
    if (!*symbols[i].place) return;
  }
  is_there = 1;
}

struct cue_sentence_breaks {
  UBreakIterator *iterator;
  UText *text;
};

int cue_icu_is_there(void) {
  pthread_once(&once, load);
  return is_there;
}

cue_sentence_breaks *cue_sentence_breaks_open(const char *text, int64_t length, const char *locale) {
  if (!cue_icu_is_there() || length > INT32_MAX) return NULL;
  cue_sentence_breaks *breaks = calloc(1, sizeof *breaks);
  if (!breaks) return NULL;
  UErrorCode failure = U_ZERO_ERROR;
  breaks->text = library.open_text(NULL, text, length, &failure);
  breaks->iterator = library.open(UBRK_SENTENCE, locale, NULL, 0, &failure);
  if (U_SUCCESS(failure)) library.set_text(breaks->iterator, breaks->text, &failure);
  if (U_SUCCESS(failure)) return breaks;
  cue_sentence_breaks_close(breaks);
  return NULL;
}

int64_t cue_sentence_breaks_next(cue_sentence_breaks *breaks) {
  int32_t next = library.next(breaks->iterator);
  return next == UBRK_DONE ? -1 : next;
}

void cue_sentence_breaks_close(cue_sentence_breaks *breaks) {
  if (breaks->iterator) library.close(breaks->iterator);
  if (breaks->text) library.close_text(breaks->text);
  free(breaks);
}
