// What an instance and its requests have, whether a thread or a child serves them.
#include <stdlib.h>

#include "instance.h"

void job_free(job *j) {
  free(j->bytes);
  free(j);
}

bool credit_take(instance *it, job *request, uint32_t frames) {
  if (in_child()) {
    while (request->credit < (long long)frames) request->credit += credit_receive();
    request->credit -= frames;
    return true;
  }
  if (request->credit < (long long)frames) {
    pthread_mutex_lock(&it->lock);
    while (request->credit < (long long)frames && !request->cancelled) pthread_cond_wait(&it->more_credit, &it->lock);
    pthread_mutex_unlock(&it->lock);
  }
  request->credit -= frames;
  return !request->cancelled;
}
