// LV2 effects, in three parts: list.c lists them, features.c is what they get of a host, effect.c runs one.
#ifndef CUE_LV2_H
#define CUE_LV2_H

#include <lv2/core/lv2.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>

#include "../Bridging/bridge.h"

#define MOST_POINTS 256

// list.c
bool lv2_search(uint32_t step, FILE *list, char *name, size_t room);

// places.c: the ids of an effect, the last part of its URI and all of it.
void lv2_ids(const char *uri, char short_id[NAME_BYTES * 2], char long_id[NAME_BYTES * 2]);
char *lv2_path(void);
uint64_t lv2_stamp(void);

// features.c
bool lv2_offers(const char *feature);
bool lv2_has_option(const char *option);
LV2_URID lv2_number(const char *uri);

typedef struct lv2_features lv2_features;
lv2_features *lv2_features_make(uint32_t rate, bool whole_blocks);
const LV2_Feature *const *lv2_features_list(const lv2_features *it);
// The effect that may ask for work.
void lv2_features_serve(lv2_features *it, LV2_Handle handle, const LV2_Worker_Interface *worker);
// Does the work that the effect has scheduled, after a block.
void lv2_features_work(lv2_features *it);
void lv2_features_end(lv2_features *it);

#endif
