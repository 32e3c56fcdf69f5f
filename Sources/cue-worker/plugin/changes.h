// The host extension cue.changes/1: what an instance says of itself goes to the host.
#ifndef WORKER_CHANGES_H
#define WORKER_CHANGES_H

#include "instance.h"

const cue_changes *changes_table(void);
// This thread calls the instance: what that says meanwhile waits, so that [rt] calls may say it.
void changes_wait(instance *it);
// It calls it no more: sends what has waited.
void changes_send(instance *it);

#endif
