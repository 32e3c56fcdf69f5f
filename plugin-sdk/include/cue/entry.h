/* SPDX-License-Identifier: MIT
 *
 * How a host finds what a library offers, and the table all instances share.
 *
 *   cue_plugin_entry(host) -> cue_entry      exported, called first, once
 *   entry.init                               once, before anything else
 *   entry.plugin_count, entry.descriptor     fast, no side effect, no model loaded, no thread started
 *   entry.create(request)                    an instance, cheap
 *   instance.activate                        loads the engine; may take long
 *   instance.get_extension(kind)             the kind's table: voice.h, recognizer.h, dsp.h, device.h
 *   instance.destroy
 *
 * The library is never unloaded. The process ends without a call to notify it.
 */
#ifndef CUE_ENTRY_H
#define CUE_ENTRY_H

#include "abi.h"
#include "host.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#endif

/* Whether an instance may be called while another one of the same library works. */
#define CUE_PER_PROCESS 1u   /* the engine is global: one instance in a process */
#define CUE_PER_INSTANCE 2u  /* instances are independent, each serves one call at a time */
#define CUE_FREE 3u          /* as CUE_PER_INSTANCE; the tables may be called by several threads too */

/* Whether the same request gives the same sound. */
#define CUE_DETERMINISM_NONE 0u         /* no: what is cached is never called reproducible */
#define CUE_DETERMINISM_FRESH_STATE 1u  /* the same bytes from a freshly activated engine */
#define CUE_DETERMINISM_ALWAYS 2u       /* the same bytes, whatever came before */

/* Flags of a descriptor. */
#define CUE_FLAG_FORK_SAFE 1u      /* an activated engine works on in a forked child: no threads, no locks,
                                      no shared descriptors. With FRESH_STATE each request of a voice is
                                      then served from a fork of the activated engine. */
#define CUE_FLAG_NEEDS_NETWORK 2u
#define CUE_FLAG_LINKS_GPL 4u      /* the library as a whole is under the GPL */
#define CUE_FLAG_MEMORY_ONLY 8u    /* a request changes nothing lasting but the memory of the process: no
                                      descriptors, threads, signal handlers, locale or working folder. With
                                      FORK_SAFE and FRESH_STATE one forked child then serves many requests,
                                      and its memory is put back to how it was after each. */
#define CUE_FLAG_MAY_NEED_NETWORK 16u /* it works without a network, but needs one with some settings of the user, such
                                      as a sound server on another machine. It is started without a network. If activate
                                      then answers CUE_E_NETWORK, it is started once more, with a network, if the user
                                      allows that. A plugin that sets NEEDS_NETWORK does not set this. */
#define CUE_FLAG_NOT_REALTIME 32u  /* effects: process may take longer than its sound lasts, or allocates or waits, as
                                      a neural network does. Hosts keep it out of sound that somebody listens to live. */

/* What plugins are good for. Ids: lower-case letters, digits, '-'; unknown ones are passed over. */
#define CUE_FEATURE_DENOISE "denoise"
#define CUE_FEATURE_REVERB "reverb"
#define CUE_FEATURE_DELAY "delay"
#define CUE_FEATURE_DYNAMICS "dynamics"          /* compressor, limiter, gate */
#define CUE_FEATURE_EQUALIZER "equalizer"        /* filters, too */
#define CUE_FEATURE_MODULATION "modulation"      /* chorus, flanger, tremolo */
#define CUE_FEATURE_DISTORTION "distortion"
#define CUE_FEATURE_SPATIAL "spatial"            /* panorama, mono to stereo */
#define CUE_FEATURE_TIME_STRETCH "time-stretch"
#define CUE_FEATURE_PITCH_SHIFT "pitch-shift"
#define CUE_FEATURE_VOICE_CHANGE "voice-change"  /* whisper, robot, another speaker */
#define CUE_FEATURE_ANALYZER "analyzer"          /* its result is in its meters */
#define CUE_FEATURE_SIDE_CHAIN "side-chain"      /* takes a second sound */
#define CUE_FEATURE_STREAMING "streaming"        /* gives first sound or words before it has all of its input */
#define CUE_FEATURE_OFFLINE "offline"            /* is made for whole recordings */

/* One plugin that a library offers. Constant for the life of the process. */
typedef struct cue_descriptor {
  uint32_t struct_size;
  uint32_t concurrency;  /* CUE_PER_PROCESS, ... */
  uint32_t determinism;  /* CUE_DETERMINISM_... */
  uint32_t flags;        /* CUE_FLAG_... */
  const char *CUE_NONNULL id;    /* lower-case letters, digits, '.', '-': "flite", "org.example.voice" */
  const char *CUE_NONNULL kind;  /* CUE_KIND_... */
  cue_text name;         /* for people */
  cue_text vendor;
  cue_text version;
  cue_text licence;      /* SPDX expression */
  cue_text url;
  cue_text description;  /* one sentence */
  const char *CUE_NONNULL const *CUE_NULLABLE features;  /* CUE_FEATURE_..., or others */
  uint32_t feature_count;
  uint32_t reserved;
  uint32_t first_sound_ms;  /* voices: how long a line may take until its first sound, for a host that ends a plugin which hangs;
                             * cue_host.progress begins the time again. 0: not said, and then the host decides */
  uint32_t reserved_2;
} cue_descriptor;

/* One instance. The table lives until destroy and is given with its own `self`. */
typedef struct cue_instance {
  uint32_t struct_size;
  uint32_t reserved;
  void *CUE_NULLABLE self;

  /* Loads what the instance needs; parameters set before count. Called once.
   * [main] */
  int32_t (CUE_CDECL *CUE_NONNULL activate)(void *CUE_NULLABLE self, cue_error *CUE_NONNULL error);

  /* Ends the instance and frees all it holds, `self` and this table included. No other call is
   * under way or follows.
   * [main] */
  void (CUE_CDECL *CUE_NONNULL destroy)(void *CUE_NULLABLE self);

  /* Asks the [worker] call with that number to return within 100 ms, with CUE_CANCELLED. Keeps the number and
   * returns at once; needs no lock that is held across a sink call. It may come before that call begins, which then
   * ends at once; any other call, later ones too, is not affected. The host names no call that a later one has
   * followed.
   * [any] */
  void (CUE_CDECL *CUE_NONNULL cancel)(void *CUE_NULLABLE self, uint64_t call);

  /* Forgets what earlier requests left: sound and text. It keeps parameters as they are, loaded and prepared voices, its
   * state (extend.h), and what an effect was configured for, which then starts again. No stream is open.
   * [worker] */
  int32_t (CUE_CDECL *CUE_NONNULL reset)(void *CUE_NULLABLE self, cue_error *CUE_NONNULL error);

  /* The table named `id` (the plugin's kind, "cue.params/1", ...), the same each time, or NULL. Tables live until
   * destroy.
   * [any] */
  const void *CUE_NULLABLE (CUE_CDECL *CUE_NONNULL get_extension)(void *CUE_NULLABLE self,
                                                                  const char *CUE_NONNULL id);
} cue_instance;

/* What `init` receives. */
typedef struct cue_init_request {
  uint32_t struct_size;
  uint32_t reserved;
  const cue_host *CUE_NONNULL host;
  cue_text path;  /* the library's file */
} cue_init_request;

/* Which plugin an instance is made of, and for whom. */
typedef struct cue_create_request {
  uint32_t struct_size;
  uint32_t reserved;
  const cue_host *CUE_NONNULL host;  /* for all that this instance calls */
  void *CUE_NULLABLE context;        /* the host's word for this instance: for the host's extensions that ask for it */
  const char *CUE_NONNULL id;
} cue_create_request;

typedef struct cue_entry {
  uint32_t struct_size;
  uint32_t magic;      /* CUE_ABI_MAGIC */
  uint32_t abi_major;  /* of the header the plugin was built with */
  uint32_t abi_minor;
  cue_text sdk;        /* what built it, for people: "cue 1.0 C" */

  /* Called once. No model is loaded here.
   * [main] */
  int32_t (CUE_CDECL *CUE_NONNULL init)(const cue_init_request *CUE_NONNULL request, cue_error *CUE_NONNULL error);

  /* How many plugins the library offers.
   * [main] */
  uint32_t (CUE_CDECL *CUE_NONNULL plugin_count)(void);

  /* The plugin at `index`, or NULL past the end.
   * [main] */
  const cue_descriptor *CUE_NULLABLE (CUE_CDECL *CUE_NONNULL descriptor)(uint32_t index);

  /* Makes an instance; CUE_E_NOT_FOUND where there is no plugin of exactly that id. Each has a `self` of its own.
   * [main] */
  int32_t (CUE_CDECL *CUE_NONNULL create)(const cue_create_request *CUE_NONNULL request,
                                          const cue_instance *CUE_NULLABLE *CUE_NONNULL instance,
                                          cue_error *CUE_NONNULL error);

  /* Tables of the library as a whole, by id, the same each time, or NULL.
   * [main] */
  const void *CUE_NULLABLE (CUE_CDECL *CUE_NONNULL get_extension)(const char *CUE_NONNULL id);
} cue_entry;

/* The one exported function. Returns a table that lives until the process ends, whatever version the host
 * has: the host compares and refuses, naming both. NULL: the library cannot work here at all.
 * [main] */
CUE_EXPORT const cue_entry *CUE_NULLABLE cue_plugin_entry(const cue_host *CUE_NONNULL host);

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
