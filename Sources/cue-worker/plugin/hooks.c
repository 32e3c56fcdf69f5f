#include "hooks.h"

const hook_table *hooks;

void *lend(void *ours, uint32_t size, uint32_t shorter) { return hooks ? hooks->lend(ours, size, shorter) : ours; }

void take_back(void *lent, void *ours, uint32_t size) {
  if (hooks) hooks->take(lent, ours, size);
}

host_age host_played(void) { return hooks ? hooks->host : HOST_OF_TODAY; }
