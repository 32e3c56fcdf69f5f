// A plugin's parameters.
#ifndef WORKER_PARAMS_H
#define WORKER_PARAMS_H

#include "../plugin/instance.h"

// Sets a parameter from the NAME and TEXT of `pair`; where its FLAGS say so, a secret is refused.
int32_t set_param(instance *it, fields pair, cue_error *error);
void serve_params(instance *it, job *request);
void serve_get(instance *it, job *request);
void serve_set(instance *it, job *request);

#endif
