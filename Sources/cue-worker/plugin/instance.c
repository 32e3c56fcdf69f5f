// What an instance and its requests have, whether a thread or a child serves them.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "instance.h"

void job_free(job *j) {
  // It may hold a key.
  if (j->message.type == CUE_MSG_SET) explicit_bzero(j->bytes, j->message.body.left);
  free(j->bytes);
  free(j);
}

static atomic_llong *credit_of(instance *it, job *request) {
  return it->line && it->stream == request->message.request ? &it->stream_credit : &request->credit;
}

long long credit_left(instance *it, job *request) { return *credit_of(it, request); }

bool credit_take(instance *it, job *request, uint32_t frames) {
  if (in_child()) {
    while (request->credit < (long long)frames) request->credit += credit_receive();
    request->credit -= frames;
    return true;
  }
  atomic_llong *credit = credit_of(it, request);
  if (*credit < (long long)frames) {
    pthread_mutex_lock(&it->lock);
    while (*credit < (long long)frames && !request->cancelled) pthread_cond_wait(&it->more_credit, &it->lock);
    pthread_mutex_unlock(&it->lock);
  }
  *credit -= frames;
  return !request->cancelled;
}
