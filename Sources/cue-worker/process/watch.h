// Observes a plugin: records what it asks of a network, and which files it changes.
#ifndef WORKER_WATCH_H
#define WORKER_WATCH_H

#include <linux/seccomp.h>
#include <stdbool.h>

// From now on, the filter lets each call that would reach a network, or change a file by its name, wait for watch_answer(). Without
// `online`, no socket reaches a network.
void watch_begin(bool online);
bool watch_is_on(void);
bool watch_is_offline(void);

// Adds its rules to the filter, if it is on.
void watch_add_rules(void);

// Closes the record in the child of the supervisor, which does not need it.
void watch_leave(void);

// Whether a call that waits may go on. Appends a line to descriptor 4: `network ADDRESS` for a call that is refused, `file PATH` for a
// file that is opened for writing, made, renamed or removed, and once `blind REASON` if the system does not let us read the plugin.
bool watch_answer(const struct seccomp_notif *call);

#endif
