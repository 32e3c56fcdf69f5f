// An instance that is served by a fork for each request, or by one for all.
#ifndef WORKER_FORKS_H
#define WORKER_FORKS_H

#include <poll.h>

#include "../plugin/instance.h"

// Starts what waits, if nothing runs.
void forks_next(instance *it);
// What the template knows has changed: a child that was forked before must not serve.
void forks_renew(instance *it);
// Cancels `running`.
void forks_cancel(instance *it);
// What was given ahead of time is cancelled.
void forks_cancel_given(instance *it);
// The child goes on without a message: makes what it serves `running`. To be called before `running` and `given` are looked
// at.
void forks_catch_up(instance *it);
// `running` may make this many frames more.
void forks_credit(instance *it, uint32_t frames);
// So may what was given ahead of time.
void forks_credit_given(instance *it, uint32_t frames);
// What poll must watch, at most FORKS_WATCHED; then forks_look says what has happened.
#define FORKS_WATCHED (2 + ENDING_CHILDREN)
nfds_t forks_watch(instance *it, struct pollfd *watched);
void forks_look(instance *it);
// Waits until all is served, and all children are gone.
void forks_end(instance *it);

#endif
