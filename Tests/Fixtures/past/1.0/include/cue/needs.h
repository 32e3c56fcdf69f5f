/* SPDX-License-Identifier: MIT
 *
 * What a library needs beyond what every plugin may reach. A host reads it from the file, without running the
 * library, and shows it to the user; NEEDS.md lists the lines.
 *
 *   #include <cue/needs.h>
 *   CUE_PLUGIN_NEEDS("network\n"
 *                    "read:/usr/local/share/voices\n")
 *
 * Stands once in one C or C++ file, outside of functions, with a string literal. It places an ELF note: section
 * .note.cue.needs, owner "CUE", type 1, the text as its descriptor. Linkers and strip keep notes.
 */
#ifndef CUE_NEEDS_H
#define CUE_NEEDS_H

#include <stdint.h>

#define CUE_NEEDS_OWNER "CUE"
#define CUE_NEEDS_SECTION ".note.cue.needs"
#define CUE_NEEDS_TYPE 1u

#define CUE_PLUGIN_NEEDS(lines)                                                                  \
  static const struct {                                                                         \
    uint32_t owner_bytes, text_bytes, type;                                                     \
    char owner[4];                                                                              \
    char text[sizeof(lines)]; /* with a NUL, which text_bytes leaves out */                     \
  } cue_plugin_needs __attribute__((used, aligned(4), section(CUE_NEEDS_SECTION))) = {          \
      4, sizeof(lines) - 1, CUE_NEEDS_TYPE, CUE_NEEDS_OWNER, lines};

#endif
