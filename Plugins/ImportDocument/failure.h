// SPDX-License-Identifier: Apache-2.0
// How the program ends early.
#pragma once

#include <cstdio>
#include <unistd.h>

enum Status { ok = 0, locked = 2, damaged = 3, unreadable = 4, too_large = 5, usage = 64, unconfined = 71 };

/// Ends the program. libxml2 calls our code from C, so an exception could not pass.
[[noreturn]] inline void fail(Status status, const char *word = nullptr) {
  if (word) std::fprintf(stderr, "%s\n", word);
  std::fflush(stdout);
  _exit(status);
}
