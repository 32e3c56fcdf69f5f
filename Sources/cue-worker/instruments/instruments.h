// What plugins are judged by.
#ifndef WORKER_INSTRUMENTS_H
#define WORKER_INSTRUMENTS_H

#include "../plugin/hooks.h"

// Sets them up before anything is loaded; `manner` is "", "=older", "=newer", "=bare", "=unforked", "=counted" or
// "=guarded" (heap_guard.h).
const hook_table *instruments_start(const char *manner);

#endif
