// What is to be said of a Markdown text, by cmark, the reference of CommonMark. The library is loaded when it is first asked.
#ifndef CUE_MARKDOWN_H
#define CUE_MARKDOWN_H

#include <stddef.h>

// Whether the library is there; if not, why.
int cue_markdown_is_there(char *why, size_t size);

// The text without its marks, HTML and pictures: each paragraph, heading and item on lines of its own with an empty line after it
// it. `title` is the first block where that is a heading of level 1, and is not in the text; else NULL. Both are freed with
// free(). Returns 0, or -1 where there is no memory. To be called only where the library is there.
int cue_markdown_read(const char *markdown, size_t length, char **text, char **title);

#endif
