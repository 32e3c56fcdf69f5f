// Extensions of an instance that serve any kind: its state, and messages that only the plugin knows.
#ifndef WORKER_EXTENSIONS_H
#define WORKER_EXTENSIONS_H

#include "../plugin/instance.h"

void serve_save(instance *it, job *request);
void serve_load(instance *it, job *request);
void serve_extension(instance *it, job *request);

#endif
