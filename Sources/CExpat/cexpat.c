#include "cexpat.h"

#include <dlfcn.h>
#include <expat.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
  XML_Parser (*create)(const XML_Char *);
  void (*set_user_data)(XML_Parser, void *);
  void (*set_elements)(XML_Parser, XML_StartElementHandler, XML_EndElementHandler);
  void (*set_text)(XML_Parser, XML_CharacterDataHandler);
  void (*set_doctype)(XML_Parser, XML_StartDoctypeDeclHandler);
  enum XML_Status (*parse)(XML_Parser, const char *, int, int);
  enum XML_Status (*stop)(XML_Parser, XML_Bool);
  enum XML_Error (*error)(XML_Parser);
  const XML_LChar *(*describe)(enum XML_Error);
  XML_Size (*line)(XML_Parser);
  XML_Index (*index)(XML_Parser);
  int (*length)(XML_Parser);
  void (*free)(XML_Parser);
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_there;

static void load(void) {
  void *handle = dlopen("libexpat.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return;
  const struct {
    const char *name;
    void **place;
  } symbols[] = {
      {"XML_ParserCreate", (void **)&library.create},
      {"XML_SetUserData", (void **)&library.set_user_data},
      {"XML_SetElementHandler", (void **)&library.set_elements},
      {"XML_SetCharacterDataHandler", (void **)&library.set_text},
      {"XML_SetStartDoctypeDeclHandler", (void **)&library.set_doctype},
      {"XML_Parse", (void **)&library.parse},
      {"XML_StopParser", (void **)&library.stop},
      {"XML_GetErrorCode", (void **)&library.error},
      {"XML_ErrorString", (void **)&library.describe},
      {"XML_GetCurrentLineNumber", (void **)&library.line},
      {"XML_GetCurrentByteIndex", (void **)&library.index},
      {"XML_GetCurrentByteCount", (void **)&library.length},
      {"XML_ParserFree", (void **)&library.free},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    *symbols[i].place = dlsym(handle, symbols[i].name);
    if (!*symbols[i].place) return;
  }
  is_there = 1;
}

struct cue_xml {
  cue_xml_event *events;
  size_t count, room;
  uint8_t *text;
  size_t length, text_room;
};

typedef struct {
  XML_Parser parser;
  cue_xml *document;
  int32_t depth, max_depth;
  const char *refusal;
} reading;

static void refuse(reading *now, const char *why) {
  if (now->refusal) return;
  now->refusal = why;
  library.stop(now->parser, XML_FALSE);
}

static int grow(void **place, size_t *room, size_t needed, size_t size) {
  if (needed <= *room) return 1;
  size_t wanted = *room ? *room * 2 : 1024;
  while (wanted < needed) wanted *= 2;
  void *larger = realloc(*place, wanted * size);
  if (!larger) return 0;
  *place = larger;
  *room = wanted;
  return 1;
}

static void add(reading *now, int32_t kind, const char *text, size_t length) {
  cue_xml *document = now->document;
  if (now->refusal) return;
  if (document->length + length > UINT32_MAX) return refuse(now, "it is too long");
  if (!grow((void **)&document->events, &document->room, document->count + 1, sizeof *document->events) ||
      !grow((void **)&document->text, &document->text_room, document->length + length + 1, 1))
    return refuse(now, "there is no memory for it");
  if (length) memcpy(document->text + document->length, text, length);
  int64_t start = library.index(now->parser);
  document->events[document->count++] = (cue_xml_event){
      kind, (int32_t)library.line(now->parser), start, start + library.length(now->parser),
      (uint32_t)document->length, (uint32_t)length};
  document->length += length;
}

static void opened(void *data, const XML_Char *name, const XML_Char **attributes) {
  reading *now = data;
  if (++now->depth > now->max_depth) return refuse(now, "its elements are too deep within each other");
  add(now, CUE_XML_OPEN, name, strlen(name));
  for (; *attributes; attributes += 2) {
    add(now, CUE_XML_NAME, attributes[0], strlen(attributes[0]));
    add(now, CUE_XML_VALUE, attributes[1], strlen(attributes[1]));
  }
}

static void closed(void *data, const XML_Char *name) {
  reading *now = data;
  now->depth--;
  add(now, CUE_XML_CLOSE, name, strlen(name));
}

static void said(void *data, const XML_Char *text, int length) { add(data, CUE_XML_TEXT, text, (size_t)length); }

static void declared(void *data, const XML_Char *name, const XML_Char *system, const XML_Char *public_id, int has_subset) {
  (void)name, (void)system, (void)public_id, (void)has_subset;
  refuse(data, "it declares a document type, which could make it refer to other files");
}

static cue_xml *fail(cue_xml_failure *failure, int32_t line, const char *why) {
  failure->line = line;
  snprintf(failure->why, sizeof failure->why, "%s", why);
  return NULL;
}

cue_xml *cue_xml_read(const uint8_t *bytes, size_t count, int32_t max_depth, cue_xml_failure *failure) {
  pthread_once(&once, load);
  if (!is_there) return fail(failure, 0, "the library libexpat.so.1 is not installed");
  reading now = {.max_depth = max_depth};
  now.parser = library.create(NULL);
  now.document = calloc(1, sizeof *now.document);
  if (!now.parser || !now.document) {
    if (now.parser) library.free(now.parser);
    free(now.document);
    return fail(failure, 0, "there is no memory for it");
  }
  library.set_user_data(now.parser, &now);
  library.set_elements(now.parser, opened, closed);
  library.set_text(now.parser, said);
  library.set_doctype(now.parser, declared);

  enum XML_Status status = XML_STATUS_OK;
  size_t at = 0;
  do {  // a piece at a time, so that no length is too large for an int
    size_t piece = count - at < 1 << 20 ? count - at : 1 << 20;
    status = library.parse(now.parser, (const char *)bytes + at, (int)piece, at + piece == count);
    at += piece;
  } while (status == XML_STATUS_OK && at < count);

  if (status != XML_STATUS_OK || now.refusal) {
    const char *why = now.refusal ? now.refusal : library.describe(library.error(now.parser));
    fail(failure, (int32_t)library.line(now.parser), why ? why : "it is no XML");
    cue_xml_free(now.document);
    now.document = NULL;
  }
  library.free(now.parser);
  return now.document;
}

size_t cue_xml_count(const cue_xml *document) { return document->count; }
const cue_xml_event *cue_xml_events(const cue_xml *document) { return document->events; }
const uint8_t *cue_xml_text(const cue_xml *document) { return document->text; }

void cue_xml_free(cue_xml *document) {
  free(document->events);
  free(document->text);
  free(document);
}
