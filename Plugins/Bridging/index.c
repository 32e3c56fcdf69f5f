// The list of effects. It is kept in the plugin's folder of the host's cache ("effects") until the effects change, so that
// a library starts without asking a hundred others. The first line says what it is made of; a line for each effect follows,
// sorted by id, and then their ports.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bridge.h"

// Changes with the form of the list, and with the rules by which effects are listed.
#define TITLE "cue effects 2"

// A host refuses longer lists.
#define MOST_EFFECTS 960u
#define MOST_TEXT (230u * 1024)

enum {
  SHORT_ID,
  LONG_ID,
  NAME,
  VENDOR,
  VERSION,
  LICENCE,
  URL,
  DESCRIPTION,
  PATH,
  FOLDER,
  CODE,
  NUMBER,
  INPUTS,
  SIDES,
  OUTPUTS,
  FLAGS,
  WHOLE,
  FEATURES,
  FIELDS
};

static bridge_effect *effects;
static uint32_t effect_count;

const bridge_effect *index_effects(uint32_t *count) {
  *count = effect_count;
  return effects;
}

// From what a search has found to a list.

typedef struct {
  char *fields[FIELDS];
  char *ports;
  size_t ports_length;
  uint32_t order;
  bool is_shared, is_dropped;
} found;

static int by_short_id(const void *a, const void *b) {
  const found *one = a, *other = b;
  int order = strcmp(one->fields[SHORT_ID], other->fields[SHORT_ID]);
  if (!order) order = strcmp(one->fields[LONG_ID], other->fields[LONG_ID]);
  return order ? order : (one->order > other->order) - (one->order < other->order);
}

static const char *id_of(const found *it) { return it->fields[it->is_shared ? LONG_ID : SHORT_ID]; }

static int by_id(const void *a, const void *b) {
  const found *one = a, *other = b;
  int order = strcmp(id_of(one), id_of(other));
  return order ? order : (one->order > other->order) - (one->order < other->order);
}

static uint32_t split(char *text, size_t length, found *all, uint32_t room) {
  uint32_t count = 0;
  for (char *at = text, *end; at < text + length && (end = strchr(at, '\n')); at = end + 1) {
    if (*at == 'P' && count) {
      all[count - 1].ports_length += (size_t)(end + 1 - at);
      continue;
    }
    if (*at != 'E' || count == room) continue;
    *end = '\0';
    found *it = &all[count];
    *it = (found){.ports = end + 1, .order = count};
    char *line = at;
    field_next(&line);
    int fields = 0;
    while (fields < FIELDS && (it->fields[fields] = field_next(&line))) fields++;
    count += fields == FIELDS;
  }
  return count;
}

// An effect that is found twice is listed once, from the first folder. Two effects with one short id both get their
// long ones, so that an id never changes its meaning.
static void give_ids(found *all, uint32_t count) {
  qsort(all, count, sizeof *all, by_short_id);
  for (uint32_t i = 1; i < count; i++) all[i].is_dropped = !strcmp(all[i].fields[LONG_ID], all[i - 1].fields[LONG_ID]);
  for (uint32_t i = 0, last = 0; i < count; i++) {
    if (all[i].is_dropped) continue;
    if (i && !strcmp(all[i].fields[SHORT_ID], all[last].fields[SHORT_ID]))
      all[i].is_shared = all[last].is_shared = true;
    last = i;
  }
  qsort(all, count, sizeof *all, by_id);
  const found *last = NULL;
  for (uint32_t i = 0; i < count; i++) {
    if (all[i].is_dropped) continue;
    if (last && !strcmp(id_of(last), id_of(&all[i]))) all[i].is_dropped = true;
    else last = &all[i];
  }
}

// The list as text, to be freed.
static char *make_list(char *text, size_t length, uint64_t stamp, size_t *size, void (*log)(const char *sentence)) {
  uint32_t room = 0;
  for (size_t i = 0; i + 1 < length; i++) room += text[i] == '\n';
  found *all = calloc(room + 1, sizeof *all);
  char *lines = NULL, *whole = NULL;
  size_t lines_length = 0, offset = 0, texts = 0;
  FILE *list = all ? open_memstream(&lines, &lines_length) : NULL;
  if (!list) return free(all), NULL;
  uint32_t count = split(text, length, all, room + 1), listed = 0, most = count;
  give_ids(all, count);
  for (uint32_t i = 0; i < count; i++) {
    found *it = &all[i];
    if (it->is_dropped) continue;
    for (int field = SHORT_ID; field <= DESCRIPTION; field++) texts += strlen(it->fields[field]);
    // Feature words, and what stands before each text in a message.
    uint32_t features = (uint32_t)strtoul(it->fields[FEATURES], NULL, 10);
    texts += 160 + 18 * (size_t)__builtin_popcount(features);
    if (listed == MOST_EFFECTS || texts > MOST_TEXT) {
      if (most == count) most = i, log("There are more effects than a host lists; the last ones were left out.");
      it->is_dropped = true;
      continue;
    }
    listed++;
    fprintf(list, "%s.%s", the_bridge.name, id_of(it));
    for (int field = NAME; field < FIELDS; field++) fprintf(list, "\t%s", it->fields[field]);
    fprintf(list, "\t%zu\t%zu\n", offset, it->ports_length);
    offset += it->ports_length;
  }
  if (fclose(list) == 0 && (list = open_memstream(&whole, size))) {
    fprintf(list, TITLE " %s %" PRIx64 " %" PRIu32 " %zu %zu %" PRIx64 "\n", the_bridge.name, stamp, listed,
            lines_length, offset, stamp_bytes(STAMP_START, lines, lines_length));
    fwrite(lines, 1, lines_length, list);
    for (uint32_t i = 0; i < count; i++)
      if (!all[i].is_dropped) fwrite(all[i].ports, 1, all[i].ports_length, list);
    if (fclose(list) != 0) whole = NULL;
  }
  free(lines);
  free(all);
  return whole;
}

// From a list to effects.

static cue_text text_of(const char *field) { return (cue_text){field, (uint32_t)strlen(field), 0}; }

static bool read_effect(char *line, const char *ports, size_t ports_length, bridge_effect *out) {
  char *fields[FIELDS + 2] = {line};  // the id, and from NAME on as above
  int count = LONG_ID;
  field_next(&line);
  while (++count < FIELDS + 2 && (fields[count] = field_next(&line))) continue;
  if (count < FIELDS + 2) return false;
  size_t offset = strtoull(fields[FIELDS], NULL, 10), length = strtoull(fields[FIELDS + 1], NULL, 10);
  if (offset > ports_length || length > ports_length - offset) return false;
  *out = (bridge_effect){
      .descriptor = {.struct_size = sizeof out->descriptor,
                     .concurrency = CUE_PER_INSTANCE,
                     // A bridge cannot know: some effects use random numbers.
                     .determinism = CUE_DETERMINISM_NONE,
                     .flags = (uint32_t)strtoul(fields[FLAGS], NULL, 10) & (CUE_FLAG_LINKS_GPL | CUE_FLAG_NOT_REALTIME),
                     .id = fields[SHORT_ID],
                     .kind = CUE_KIND_DSP,
                     .name = text_of(fields[NAME]),
                     .vendor = text_of(fields[VENDOR]),
                     .version = text_of(fields[VERSION]),
                     .licence = text_of(fields[LICENCE]),
                     .url = text_of(fields[URL]),
                     .description = text_of(fields[DESCRIPTION])},
      .file = fields[PATH],
      .folder = fields[FOLDER],
      .code = fields[CODE],
      .number = (uint32_t)strtoul(fields[NUMBER], NULL, 10),
      .inputs = (uint32_t)strtoul(fields[INPUTS], NULL, 10),
      .sides = (uint32_t)strtoul(fields[SIDES], NULL, 10),
      .outputs = (uint32_t)strtoul(fields[OUTPUTS], NULL, 10),
      .whole_blocks = strcmp(fields[WHOLE], "0") != 0,
      .details = ports + offset,
      .details_length = length};
  out->descriptor.features =
      features_list((uint32_t)strtoul(fields[FEATURES], NULL, 10), &out->descriptor.feature_count);
  return true;
}

// Makes `text` the list, if it is one and belongs to `stamp`. Its memory stays.
static bool use_list(char *text, size_t size, uint64_t stamp) {
  char name[32];
  uint64_t its_stamp, its_digest;
  uint32_t count;
  size_t lines, ports;
  char *end = size ? memchr(text, '\n', size) : NULL;
  if (!end) return false;
  *end = '\0';
  if (sscanf(text, TITLE " %31s %" SCNx64 " %" SCNu32 " %zu %zu %" SCNx64, name, &its_stamp, &count, &lines, &ports,
             &its_digest) != 6)
    return false;
  char *at = end + 1;
  size_t rest = size - (size_t)(at - text);
  if (strcmp(name, the_bridge.name) || its_stamp != stamp || count > MOST_EFFECTS || lines > rest ||
      ports != rest - lines || stamp_bytes(STAMP_START, at, lines) != its_digest)
    return false;
  bridge_effect *read = calloc(count + 1, sizeof *read);
  const char *details = at + lines;
  for (uint32_t i = 0; read && i < count; i++) {
    end = at < details ? memchr(at, '\n', (size_t)(details - at)) : NULL;
    if (end) *end = '\0';
    if (!end || !read_effect(at, details, ports, &read[i])) return free(read), false;
    at = end + 1;
  }
  if (!read) return false;
  effects = read;
  effect_count = count;
  return true;
}

// The file that keeps it.

// Where the host lets us keep it; false where it has no such place.
static bool cache_path(const cue_host *host, char path[4096]) {
  const cue_places *places = host->get_extension(host->data, CUE_EXT_PLACES);
  cue_text folder = {0};
  if (!places || places->place(host->data, NULL, CUE_PLACE_CACHE, 0, &folder) < 0) return false;
  if (!folder.bytes || !folder.length || folder.length > 4000) return false;
  snprintf(path, 4096, "%.*s/effects", (int)folder.length, folder.bytes);
  return true;
}

static bool read_list(const char *path, uint64_t stamp) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat size;
  if (file < 0) return false;
  char *text = MAP_FAILED;
  if (fstat(file, &size) == 0 && S_ISREG(size.st_mode) && size.st_size > 0)
    text = mmap(NULL, (size_t)size.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  close(file);
  if (text == MAP_FAILED) return false;
  if (use_list(text, (size_t)size.st_size, stamp)) return true;
  munmap(text, (size_t)size.st_size);
  return false;
}

static void write_list(const char *path, const char *text, size_t size) {
  char folder[4096], new[4200];
  snprintf(folder, sizeof folder, "%s", path);
  for (char *at = folder + 1; (at = strchr(at, '/')); *at++ = '/') {
    *at = '\0';
    // Behind a wall, only the last one may be made; where that fails, so does open.
    mkdir(folder, 0700);
  }
  snprintf(new, sizeof new, "%s.%ld", path, (long)getpid());
  int file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return;
  size_t at = 0;
  for (ssize_t n; at < size && (n = write(file, text + at, size - at)) > 0;) at += (size_t)n;
  if (close(file) != 0 || at < size || rename(new, path) != 0) unlink(new);
}

// A search that took too long is kept, too: the first line says where it goes on.

static void read_part(const char *path, uint64_t stamp, bridge_search *it) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat size;
  if (file < 0) return;
  char *text = fstat(file, &size) == 0 && S_ISREG(size.st_mode) ? malloc((size_t)size.st_size + 1) : NULL;
  size_t length = 0;
  for (ssize_t n;
       text && length < (size_t)size.st_size && (n = read(file, text + length, (size_t)size.st_size - length)) > 0;)
    length += (size_t)n;
  close(file);
  if (!text) return;
  text[length] = '\0';
  char name[32];
  uint64_t its_stamp;
  uint32_t step;
  char *end = strchr(text, '\n');
  if (end && sscanf(text, TITLE " %31s %" SCNx64 " from %" SCNu32, name, &its_stamp, &step) == 3 &&
      !strcmp(name, the_bridge.name) && its_stamp == stamp) {
    length -= (size_t)(end + 1 - text);
    memmove(text, end + 1, length + 1);
    *it = (bridge_search){.text = text, .length = length, .step = step};
  } else {
    free(text);
  }
}

static void write_part(const char *path, uint64_t stamp, const bridge_search *it) {
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  if (!file) return;
  fprintf(file, TITLE " %s %" PRIx64 " from %" PRIu32 "\n", the_bridge.name, stamp, it->step);
  fwrite(it->text, 1, it->length, file);
  if (fclose(file) == 0) write_list(path, text, size);
  free(text);
}

// Behind a wall, folders of the user's are closed until the user opens them.
static void name_closed_folders(void (*log)(const char *sentence)) {
  char *path = the_bridge.path(), *rest = path;
  for (char *folder; rest && (folder = strsep(&rest, ":"));) {
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0 && errno == EACCES && *folder == '/') {
      char sentence[1024];
      snprintf(sentence, sizeof sentence, "%s: %.400s cannot be read; '--allow %s:read=%.400s' lets it be.",
               the_bridge.title, folder, the_bridge.name, folder);
      log(sentence);
    }
    if (file >= 0) close(file);
  }
  free(path);
}

bool index_open(const cue_host *host, void (*log)(const char *sentence)) {
  char path[4096], part[4200];
  bool is_kept = cache_path(host, path);
  uint64_t stamp = the_bridge.stamp();
  if (is_kept && read_list(path, stamp)) return true;
  name_closed_folders(log);
  bridge_search search = {0};
  snprintf(part, sizeof part, "%s.part", path);
  if (is_kept) read_part(part, stamp, &search);
  search_on(&search, log);
  if (!search.text || (search.step == 0 && !search.is_complete)) {
    free(search.text);
    return false;
  }
  if (is_kept && search.is_complete) unlink(part);
  else if (is_kept) write_part(part, stamp, &search);
  if (!search.is_complete)
    log("Some effects are not listed yet, because that takes long: 'cue plugins rescan' lists more of them.");
  size_t size = 0;
  char *list = make_list(search.text, search.length, stamp, &size, log);
  free(search.text);
  if (!list) return false;
  if (is_kept && search.is_complete) write_list(path, list, size);
  return use_list(list, size, stamp);
}
