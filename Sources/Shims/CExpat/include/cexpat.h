// XML as a flat list of what is in it, read by expat.
//
// This target is the only one that knows expat. The library is loaded when a file first needs it.
#ifndef CEXPAT_H
#define CEXPAT_H

#include <stddef.h>
#include <stdint.h>

enum {
  CUE_XML_OPEN = 1,  // the name of an element
  CUE_XML_NAME,      // of an attribute of the element opened last
  CUE_XML_VALUE,     // of that attribute
  CUE_XML_TEXT,
  CUE_XML_CLOSE,
};

// One thing in a document; its words are `length` bytes of UTF-8 at `text` of `cue_xml_text`.
typedef struct {
  int32_t kind;
  int32_t line;        // from 1
  int64_t start, end;  // where it stands in the source; for attributes the place of their element
  uint32_t text, length;
} cue_xml_event;

typedef struct cue_xml cue_xml;

enum {
  CUE_XML_MALFORMED = 1,  // expat's words are in `why`
  CUE_XML_TOO_LONG,
  CUE_XML_NO_MEMORY,
  CUE_XML_TOO_DEEP,
  CUE_XML_DOCUMENT_TYPE,
  CUE_XML_NO_LIBRARY,
};

// Why a document could not be read.
typedef struct {
  int32_t line;  // from 1; 0 if it is of no line
  int32_t fault;
  char why[160];
} cue_xml_failure;

// Reads a whole document. A document type declaration is refused, and with it every entity but the five of XML; so is more than
// `max_depth` elements within each other. Returns NULL with the reason in `failure`. A file that ends before its elements do gives
// what is in it, and the reason as well; where all is well, its fault is 0.
cue_xml *cue_xml_read(const uint8_t *bytes, size_t count, int32_t max_depth, cue_xml_failure *failure);
size_t cue_xml_count(const cue_xml *document);
const cue_xml_event *cue_xml_events(const cue_xml *document);
const uint8_t *cue_xml_text(const cue_xml *document);
void cue_xml_free(cue_xml *document);

#endif
