#include "changes.h"

#include <string.h>

static _Thread_local instance *called;

static void send(const instance *it, uint32_t what) {
  message m = {0};
  message_start(&m, CUE_MSG_CHANGED, CUE_MESSAGE_OPTIONAL, 0);
  message_u32(&m, CUE_TAG_INSTANCE, it->number);
  message_u32(&m, CUE_TAG_FLAGS, what);
  // Only the thread that serves an effect may ask it.
  if (what & CUE_CHANGED_LATENCY) {
    const cue_dsp *dsp = it->kind;
    message_u32(&m, CUE_TAG_LATENCY, dsp->latency(it->table->self));
    message_u32(&m, CUE_TAG_TAIL, dsp->tail(it->table->self));
  }
  wire_send(&m);
  message_free(&m);
}

static void changed(void *data, void *context, uint32_t what) {
  (void)data;
  instance *it = context;
  if (!it) return;  // of no instance of the host's
  atomic_fetch_or(&it->changes, what);
  if (called == it) return;
  // Said by a thread of the plugin's: the latency waits until the effect is called the next time.
  uint32_t now = atomic_fetch_and(&it->changes, CUE_CHANGED_LATENCY) & ~CUE_CHANGED_LATENCY;
  if (now) send(it, now);
}

const cue_changes *changes_table(void) {
  static const cue_changes table = {.struct_size = sizeof table, .changed = changed};
  return &table;
}

void changes_wait(instance *it) { called = it; }

void changes_send(instance *it) {
  called = NULL;
  uint32_t what = atomic_exchange(&it->changes, 0);
  bool is_ready = !strcmp(it->plugin->kind, CUE_KIND_DSP) && it->input_channels > 0;
  if (!is_ready) what &= ~CUE_CHANGED_LATENCY;  // configure answers with it
  if (what) send(it, what);
}
