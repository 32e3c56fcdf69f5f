#include "cexpat.h"

#include <clibrary.h>
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(each)                                                                                    \
  each(XML_Parser, XML_ParserCreate, (const XML_Char *)) each(void, XML_SetUserData, (XML_Parser, void *)) \
      each(void, XML_SetElementHandler, (XML_Parser, XML_StartElementHandler, XML_EndElementHandler))      \
          each(void, XML_SetCharacterDataHandler, (XML_Parser, XML_CharacterDataHandler))                  \
              each(void, XML_SetStartDoctypeDeclHandler, (XML_Parser, XML_StartDoctypeDeclHandler))        \
                  each(enum XML_Status, XML_Parse, (XML_Parser, const char *, int, int))                   \
                      each(enum XML_Status, XML_StopParser, (XML_Parser, XML_Bool))                        \
                          each(enum XML_Error, XML_GetErrorCode, (XML_Parser))                             \
                              each(const XML_LChar *, XML_ErrorString, (enum XML_Error))                   \
                                  each(XML_Size, XML_GetCurrentLineNumber, (XML_Parser))                   \
                                      each(XML_Index, XML_GetCurrentByteIndex, (XML_Parser))               \
                                          each(int, XML_GetCurrentByteCount, (XML_Parser))                 \
                                              each(void, XML_ParserFree, (XML_Parser))
CUE_LIBRARY("libexpat.so.1", FUNCTIONS);

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
  int32_t refusal;
} reading;

static void refuse(reading *now, int32_t fault) {
  if (now->refusal) return;
  now->refusal = fault;
  library.XML_StopParser(now->parser, XML_FALSE);
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
  if (document->length + length > UINT32_MAX) return refuse(now, CUE_XML_TOO_LONG);
  if (!grow((void **)&document->events, &document->room, document->count + 1, sizeof *document->events) ||
      !grow((void **)&document->text, &document->text_room, document->length + length + 1, 1))
    return refuse(now, CUE_XML_NO_MEMORY);
  if (length) memcpy(document->text + document->length, text, length);
  int64_t start = library.XML_GetCurrentByteIndex(now->parser);
  document->events[document->count++] = (cue_xml_event){kind,
                                                        (int32_t)library.XML_GetCurrentLineNumber(now->parser),
                                                        start,
                                                        start + library.XML_GetCurrentByteCount(now->parser),
                                                        (uint32_t)document->length,
                                                        (uint32_t)length};
  document->length += length;
}

static void opened(void *data, const XML_Char *name, const XML_Char **attributes) {
  reading *now = data;
  if (++now->depth > now->max_depth) return refuse(now, CUE_XML_TOO_DEEP);
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

static void declared(void *data, const XML_Char *name, const XML_Char *system, const XML_Char *public_id,
                     int has_subset) {
  (void)name, (void)system, (void)public_id, (void)has_subset;
  refuse(data, CUE_XML_DOCUMENT_TYPE);
}

static cue_xml *fail(cue_xml_failure *failure, int32_t line, int32_t fault, const char *why) {
  failure->line = line;
  failure->fault = fault;
  snprintf(failure->why, sizeof failure->why, "%s", why);
  return NULL;
}

// Whether the file ends before its elements do: what was read of it is whole.
static int is_broken_off(enum XML_Error error, const cue_xml *document) {
  return document->count > 0 &&
         (error == XML_ERROR_NO_ELEMENTS || error == XML_ERROR_UNCLOSED_TOKEN || error == XML_ERROR_PARTIAL_CHAR ||
          error == XML_ERROR_UNCLOSED_CDATA_SECTION || error == XML_ERROR_INVALID_TOKEN ||
          error == XML_ERROR_UNDEFINED_ENTITY || error == XML_ERROR_TAG_MISMATCH);
}

cue_xml *cue_xml_read(const uint8_t *bytes, size_t count, int32_t max_depth, cue_xml_failure *failure) {
  if (!cue_library_load(&shared)) return fail(failure, 0, CUE_XML_NO_LIBRARY, "");
  reading now = {.max_depth = max_depth};
  now.parser = library.XML_ParserCreate(NULL);
  now.document = calloc(1, sizeof *now.document);
  if (!now.parser || !now.document) {
    if (now.parser) library.XML_ParserFree(now.parser);
    free(now.document);
    return fail(failure, 0, CUE_XML_NO_MEMORY, "");
  }
  library.XML_SetUserData(now.parser, &now);
  library.XML_SetElementHandler(now.parser, opened, closed);
  library.XML_SetCharacterDataHandler(now.parser, said);
  library.XML_SetStartDoctypeDeclHandler(now.parser, declared);

  enum XML_Status status = XML_STATUS_OK;
  size_t at = 0;
  do {  // a piece at a time, so that no length is too large for an int
    size_t piece = count - at < 1 << 20 ? count - at : 1 << 20;
    status = library.XML_Parse(now.parser, (const char *)bytes + at, (int)piece, at + piece == count);
    at += piece;
  } while (status == XML_STATUS_OK && at < count);

  *failure = (cue_xml_failure){0};
  if (status != XML_STATUS_OK || now.refusal) {
    enum XML_Error error = library.XML_GetErrorCode(now.parser);
    const char *why = now.refusal ? NULL : library.XML_ErrorString(error);
    int32_t fault = now.refusal ? now.refusal : CUE_XML_MALFORMED;
    fail(failure, (int32_t)library.XML_GetCurrentLineNumber(now.parser), fault, why ? why : "");
    if (now.refusal || !is_broken_off(error, now.document)) {
      cue_xml_free(now.document);
      now.document = NULL;
    }
  }
  library.XML_ParserFree(now.parser);
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
