#define _GNU_SOURCE
#include <clibrary.h>
#include <libexttextcat/textcat.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ctextcat.h"

#define FUNCTIONS(each)                                                                               \
  each(void *, special_textcat_Init, (const char *, const char *)) each(void, textcat_Done, (void *)) \
      each(candidate_t *, textcat_GetClassifyFullOutput, (void *))                                    \
          each(void, textcat_ReleaseClassifyFullOutput, (void *, candidate_t *))                      \
              each(int, textcat_ClassifyFull, (void *, const char *, size_t, candidate_t *))
CUE_LIBRARY("libexttextcat-2.0.so.0", FUNCTIONS);

static const char folder[] = "/usr/share/libexttextcat/";

int cue_textcat_is_there(char *why, size_t size) {
  if (!cue_library_is_there(&shared, why, size)) return 0;
  if (access(folder, R_OK | X_OK) == 0) return 1;
  if (size > 0) snprintf(why, size, "%s is not there", folder);
  return 0;
}

// The library reads the list of languages from a file: a line each, of a file of data and a name.
static void *prepare(const char *names) {
  int list = memfd_create("languages", MFD_CLOEXEC);
  if (list < 0) return NULL;
  while (*names) {
    int length = (int)strcspn(names, " ");
    dprintf(list, "%.*s.lm %.*s--utf8\n", length, names, length, names);
    names += length + (names[length] == ' ');
  }
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", list);
  void *judge = library.special_textcat_Init(path, folder);
  close(list);
  return judge;
}

int cue_textcat_guess(const char *text, size_t length, const char *names, char *name, size_t size, double *margin) {
  name[0] = '\0';
  *margin = 1;
  void *judge = prepare(names);
  if (!judge) return 0;
  candidate_t *candidates = library.textcat_GetClassifyFullOutput(judge);
  // The best comes first; a negative count says that the text is too short.
  int count = candidates ? library.textcat_ClassifyFull(judge, text, length, candidates) : 0;
  if (count > 0) {
    *margin = 2;
    if (count > 1 && candidates[0].score > 0) *margin = (double)candidates[1].score / candidates[0].score;
    snprintf(name, size, "%s", candidates[0].name);
    char *end = strstr(name, "--");
    if (end) *end = '\0';
  }
  if (candidates) library.textcat_ReleaseClassifyFullOutput(judge, candidates);
  library.textcat_Done(judge);
  return name[0] != '\0';
}
