// Which language a text is in, by libexttextcat, which compares its letters and their neighbors with what is usual in each. The
// library is loaded when it is first asked.
#ifndef CUE_TEXTCAT_H
#define CUE_TEXTCAT_H

#include <stddef.h>

// Whether the library and its data are there; if not, why.
int cue_textcat_is_there(char *why, size_t size);

// Writes the likeliest of `names` for `text` into `name`; `size` holds the longest of them. A NUL ends the `length` bytes of the
// text, or the library reads on. The names, a blank between two, are those of the library's data: "en", "et", "zh-Hans". Returns
// 1, or 0 if no language can be detected. `margin` is how much farther from the text the second is than the first: 1 for no
// farther, 2 if none is near. To be called only if the library is there.
int cue_textcat_guess(const char *text, size_t length, const char *names, char *name, size_t size, double *margin);

#endif
