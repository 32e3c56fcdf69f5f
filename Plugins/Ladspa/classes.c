// Packages of LADSPA effects bring a file of RDF, in which each effect has a class. All that is read of it are elements such
// as <ladspa:CompressorPlugin rdf:about="&ladspa;1882">.
#define _GNU_SOURCE
#include "classes.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "../Bridging/bridge.h"

#define MOST_CLASSES 4096u
#define MOST_BYTES (4u << 20)

static const char *const folders[] = {"/usr/share/ladspa/rdf", "/usr/local/share/ladspa/rdf"};

static struct {
  unsigned long number;
  uint32_t features;
} known[MOST_CLASSES];
static size_t count;

static int is_rdf(const struct dirent *entry) {
  size_t length = strlen(entry->d_name);
  return length > 4 && !strcmp(entry->d_name + length - 4, ".rdf");
}

static void read_file(const char *path) {
  static const char opening[] = "<ladspa:";
  FILE *file = fopen(path, "re");
  char *text = file ? calloc(1, MOST_BYTES + 1) : NULL;
  if (text) fread(text, 1, MOST_BYTES, file);
  for (char *at = text; at && (at = strstr(at, opening));) {
    char name[64];
    unsigned long number;
    at += sizeof opening - 1;
    if (sscanf(at, "%63[A-Za-z] rdf:about=\"&ladspa;%lu\"", name, &number) != 2) continue;
    uint32_t features = features_of_class(name);
    if (features && count < MOST_CLASSES) known[count].number = number, known[count++].features = features;
  }
  free(text);
  if (file) fclose(file);
}

static void read_all(void) {
  static bool is_read;
  if (is_read) return;
  is_read = true;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    struct dirent **entries;
    int found = scandir(folders[i], &entries, is_rdf, alphasort);
    for (int k = 0; k < found; k++) {
      char path[4096];
      snprintf(path, sizeof path, "%s/%s", folders[i], entries[k]->d_name);
      read_file(path);
      free(entries[k]);
    }
    if (found >= 0) free(entries);
  }
}

uint32_t classes_find(unsigned long number) {
  uint32_t features = 0;
  read_all();
  for (size_t i = 0; i < count; i++)
    if (known[i].number == number) features |= known[i].features;
  return features;
}

uint64_t classes_stamp(void) {
  uint64_t stamp = STAMP_START;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) stamp = stamp_file(stamp, folders[i]);
  return stamp;
}
