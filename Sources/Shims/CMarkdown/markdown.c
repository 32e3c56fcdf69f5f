#include <clibrary.h>
#include <cmark.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmarkdown.h"

#define FUNCTIONS(each)                                                                                             \
  each(cmark_node *, cmark_parse_document, (const char *, size_t, int)) each(void, cmark_node_free, (cmark_node *)) \
      each(cmark_iter *, cmark_iter_new, (cmark_node *)) each(cmark_event_type, cmark_iter_next, (cmark_iter *))    \
          each(cmark_node *, cmark_iter_get_node, (cmark_iter *))                                                   \
              each(void, cmark_iter_reset, (cmark_iter *, cmark_node *, cmark_event_type))                          \
                  each(void, cmark_iter_free, (cmark_iter *))                                                       \
                      each(cmark_node_type, cmark_node_get_type, (cmark_node *))                                    \
                          each(const char *, cmark_node_get_literal, (cmark_node *))                                \
                              each(int, cmark_node_get_heading_level, (cmark_node *))                               \
                                  each(cmark_list_type, cmark_node_get_list_type, (cmark_node *))                   \
                                      each(int, cmark_node_get_list_start, (cmark_node *))                          \
                                          each(cmark_node *, cmark_node_previous, (cmark_node *))                   \
                                              each(cmark_node *, cmark_node_parent, (cmark_node *))
// cmark's name holds its whole version.
CUE_LIBRARY("libcmark.so." CMARK_VERSION_STRING, FUNCTIONS);

int cue_markdown_is_there(char *why, size_t size) { return cue_library_is_there(&shared, why, size); }

// Adds to what is written; a stream in memory remembers when it failed.
static void add(FILE *out, const char *text) {
  if (text) fputs(text, out);
}

static int is_title(cmark_node *node) {
  return library.cmark_node_get_type(node) == CMARK_NODE_HEADING && library.cmark_node_get_heading_level(node) == 1 &&
         !library.cmark_node_previous(node) &&
         library.cmark_node_get_type(library.cmark_node_parent(node)) == CMARK_NODE_DOCUMENT;
}

// The numbers of the ordered lists that an item is in; deeper ones have none.
struct numbers {
  int depth;
  int next[16];
};

static void enter_list(struct numbers *numbers, cmark_node *list) {
  const int depth = numbers->depth++;
  if (depth >= 16) return;
  const int is_ordered = library.cmark_node_get_list_type(list) == CMARK_ORDERED_LIST;
  numbers->next[depth] = is_ordered ? library.cmark_node_get_list_start(list) : -1;
}

// Writes the number of an item, as its list has one.
static void add_number(FILE *out, struct numbers *numbers) {
  const int depth = numbers->depth - 1;
  if (depth < 0 || depth >= 16 || numbers->next[depth] < 0) return;
  fprintf(out, "%d. ", numbers->next[depth]++);
}

int cue_markdown_read(const char *markdown, size_t length, char **text, char **title) {
  size_t text_size = 0, title_size = 0;
  *text = *title = NULL;
  FILE *body = open_memstream(text, &text_size);
  FILE *heading = open_memstream(title, &title_size);
  cmark_node *document = library.cmark_parse_document(markdown, length, CMARK_OPT_DEFAULT);
  cmark_iter *iterator = document ? library.cmark_iter_new(document) : NULL;
  int has_title = 0;
  struct numbers numbers = {0};
  FILE *out = body;
  cmark_event_type event;
  while (body && heading && iterator && (event = library.cmark_iter_next(iterator)) != CMARK_EVENT_DONE) {
    cmark_node *node = library.cmark_iter_get_node(iterator);
    const int enters = event == CMARK_EVENT_ENTER;
    switch (library.cmark_node_get_type(node)) {
      case CMARK_NODE_TEXT:
      case CMARK_NODE_CODE: add(out, library.cmark_node_get_literal(node)); break;
      case CMARK_NODE_SOFTBREAK: add(out, " "); break;
      case CMARK_NODE_LINEBREAK: add(out, "\n"); break;
      case CMARK_NODE_CODE_BLOCK:
        add(out, library.cmark_node_get_literal(node));
        add(out, "\n");
        break;
      case CMARK_NODE_IMAGE:
        // Nothing of it is said, its description included.
        if (enters) library.cmark_iter_reset(iterator, node, CMARK_EVENT_EXIT);
        break;
      case CMARK_NODE_HEADING:
        if (enters && is_title(node)) {
          has_title = 1;
          out = heading;
        } else if (!enters) {
          if (out == body) add(out, "\n\n");
          out = body;
        }
        break;
      case CMARK_NODE_LIST:
        if (enters) {
          enter_list(&numbers, node);
        } else {
          numbers.depth--;
        }
        break;
      case CMARK_NODE_ITEM:
        if (enters) add_number(out, &numbers);
        break;
      case CMARK_NODE_PARAGRAPH:
        if (!enters) add(out, "\n\n");
        break;
      default: break;
    }
  }
  const int failed = !body || !heading || !iterator;
  if (iterator) library.cmark_iter_free(iterator);
  if (document) library.cmark_node_free(document);
  const int torn = (body && fclose(body)) | (heading && fclose(heading));
  if (failed || torn || !has_title) {
    free(*title);
    *title = NULL;
  }
  if (!failed && !torn) return 0;
  free(*text);
  *text = NULL;
  return -1;
}
