/* SPDX-License-Identifier: MIT
 *
 * Versions, status codes, text, sound formats and errors: the words all other headers use.
 *
 * Rules that hold everywhere
 *
 *   Size        Every struct that crosses begins with struct_size: the size, in bytes, that its writer
 *               knows. A reader reads only up to the smaller of that and its own. A struct that the
 *               caller gives to be filled is zeroed by the caller, who then sets struct_size; the callee
 *               writes what it knows of it and no further, so what it does not say stays 0.
 *               Structs grow at their end only. Arrays hold pointers to structs, so that these can grow,
 *               too. cue_text alone has no size and is frozen.
 *   Zero        A field of 0 or NULL means "not said, do as you would"; of a choice, the usual one. There is
 *               no exception: what would need a 0 has a flag (CUE_SPEECH_SILENT), and what is not known is 0.
 *   Numbers     A double that crosses is finite; the host sees to that.
 *   Ownership   Every pointer is borrowed. What goes in lives until the call returns; what comes out of a
 *               descriptor lives until the process ends; out of an instance until destroy, and the strings
 *               of a listing until the next listing. Nobody frees what the other side made.
 *   Text        UTF-8 by pointer and length, not ended by NUL. The receiver validates text. Ids
 *               (const char *) are ASCII and ended by NUL.
 *   Threads     [main]    one thread at a time per process, never during a [worker] call of that instance
 *               [worker]  one thread at a time per instance; may block
 *               [any]     any thread, at any time between create and destroy; never blocks
 *               [rt]      like [worker], and does not block, allocate or log
 *               A thread that calls has at least 1 MiB of stack.
 *   Cancel      A [worker] call that may take long has a number, `call`, by which cancel names it.
 *   Failure     Functions return a cue status. With a negative one they may fill the caller's cue_error.
 *               No exception, longjmp, panic or trap may cross.
 *   Private     Numbers that Cue never gives a meaning, for a plugin and a host that know each other:
 *               statuses -1999...-1000; kinds of event, fields and other numbers that count from 0x8000
 *               on; bits 24...31 of flags. Ids that begin with "cue." are Cue's; others begin with a
 *               domain name, reversed: "org.example.thing/1". A reader passes over what it does not know.
 *   Machines    Little-endian, pointers of 32 or 64 bits; abi_layout.c pins both layouts.
 */
#ifndef CUE_ABI_H
#define CUE_ABI_H

#include <stddef.h>
#include <stdint.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "The plugin interface is for little-endian machines."
#endif

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#define CUE_NONNULL _Nonnull
#define CUE_NULLABLE _Nullable
#else
#define CUE_NONNULL
#define CUE_NULLABLE
#endif

#if defined(__cplusplus)
#define CUE_EXTERN_C extern "C"
#else
#define CUE_EXTERN_C
#endif

/* How functions are called, and the mark of the one exported function. */
#if defined(_WIN32)
#define CUE_CDECL __cdecl
#define CUE_EXPORT CUE_EXTERN_C __declspec(dllexport)
#else
#define CUE_CDECL
#define CUE_EXPORT CUE_EXTERN_C __attribute__((visibility("default")))
#endif

/* The first word of a host table and of an entry: "CUE1", read as little-endian. */
#define CUE_ABI_MAGIC 0x31455543u
/* Same major required; a different minor on either side is fine. */
#define CUE_ABI_MAJOR 1u
#define CUE_ABI_MINOR 0u

/* Kinds of plugin, and the ids of their tables. */
#define CUE_KIND_VOICE "cue.voice/1"
#define CUE_KIND_RECOGNIZER "cue.recognizer/1"
#define CUE_KIND_DSP "cue.dsp/1"
#define CUE_KIND_DEVICE "cue.device/1"

/* Status. Positive values are outcomes, no errors. */
#define CUE_OK 0
#define CUE_CANCELLED 2
#define CUE_E_INTERNAL (-1)
#define CUE_E_INVALID (-2)       /* an argument that makes no sense */
#define CUE_E_UNSUPPORTED (-3)
#define CUE_E_STATE (-4)         /* not now: not activated, not open */
#define CUE_E_BUSY (-5)          /* one call at a time */
#define CUE_E_MEMORY (-6)
#define CUE_E_NOT_FOUND (-7)
#define CUE_E_IO (-8)
#define CUE_E_MODEL (-9)         /* model or data missing, damaged or of another version */
#define CUE_E_TEXT_ENCODING (-11)
#define CUE_E_TEXT_MARKUP (-12)
#define CUE_E_TEXT_TOO_LONG (-13)
#define CUE_E_LANGUAGE (-14)
#define CUE_E_VOICE (-15)
#define CUE_E_FORMAT (-16)
#define CUE_E_RATE (-17)
#define CUE_E_PERMISSION (-18)
#define CUE_E_DEVICE (-19)
#define CUE_E_TIMEOUT (-20)
#define CUE_E_ABI (-21)
#define CUE_E_NETWORK (-30)      /* could not connect, or the connection broke */
#define CUE_E_CREDENTIALS (-31)  /* no key was given, or the service refused it */
#define CUE_E_QUOTA (-32)        /* the account is used up */
#define CUE_E_RATE_LIMIT (-33)   /* too many requests: see retry_after_ms */
#define CUE_E_SERVICE (-34)      /* the service failed or answered what it should not */
/* -100...-199 are the worker's (protocol.h). A plugin's own; a host treats them as CUE_E_INTERNAL: */
#define CUE_E_PRIVATE_FIRST (-1000)
#define CUE_E_PRIVATE_LAST (-1999)

/* From here on, numbers that count are private: kinds of event, fields, outcomes, roles, places, types. */
#define CUE_PRIVATE_FIRST 0x8000u
/* Of every field of flags. */
#define CUE_PRIVATE_FLAGS 0xff000000u

/* What a sink answers. After CUE_STOP, return soon (100 ms): what is still given is dropped. */
#define CUE_CONTINUE 0
#define CUE_STOP 1

/* Text: `length` bytes of UTF-8 at `bytes`; NULL with length 0 is no text. Frozen. */
typedef struct cue_text {
  const char *CUE_NULLABLE bytes;
  uint32_t length;
  uint32_t reserved;
} cue_text;

/* How a word is spoken. */
typedef struct cue_lexicon_entry {
  uint32_t struct_size;
  uint32_t reserved;
  cue_text word;
  cue_text pronunciation;  /* IPA */
} cue_lexicon_entry;

/* A call that needs nothing else but its number. */
typedef struct cue_call {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t call;  /* never falls from call to call of an instance; several that are cancelled together share one;
                   * 0: it cannot be cancelled */
} cue_call;

/* A cue_text of a string literal. */
#define CUE_TEXT(literal) {(literal), (uint32_t)(sizeof(literal) - 1), 0}

#define CUE_ERROR_SENTENCE_BYTES 512

/* Where a callee writes what went wrong. The caller sets struct_size and owns it. */
typedef struct cue_error {
  uint32_t struct_size;
  int32_t status;            /* the same as the function returns */
  int32_t detail;            /* errno, HTTP status or the engine's own code; 0: none */
  uint32_t retry_after_ms;   /* when trying again makes sense; 0: not known */
  uint32_t sentence_length;  /* bytes used in `sentence`, at most CUE_ERROR_SENTENCE_BYTES */
  uint32_t reserved;
  char sentence[CUE_ERROR_SENTENCE_BYTES];  /* UTF-8, a whole sentence a user can read */
} cue_error;

/* Sample formats. */
#define CUE_SAMPLE_F32 1u  /* 32-bit float, full scale -1..1 */
#define CUE_SAMPLE_S16 2u  /* 16-bit signed integer; 1/32768 makes it float, exactly */

/* Sound is interleaved. */
typedef struct cue_audio_format {
  uint32_t struct_size;
  uint32_t sample;    /* CUE_SAMPLE_... */
  uint32_t rate;      /* frames a second, 1..768000 */
  uint32_t channels;  /* 1..64 */
} cue_audio_format;

/* What a plugin could not do as asked: the field... */
#define CUE_FIELD_SPEED 1u
#define CUE_FIELD_PITCH 2u
#define CUE_FIELD_VOLUME 3u
#define CUE_FIELD_LANGUAGE 4u
#define CUE_FIELD_VOICE 5u
#define CUE_FIELD_TONES 6u
#define CUE_FIELD_DIRECTION 7u
#define CUE_FIELD_CONTEXT 8u
#define CUE_FIELD_SEED 9u
#define CUE_FIELD_TEXT_FORM 10u
#define CUE_FIELD_EVENTS 11u
#define CUE_FIELD_MODEL 12u
#define CUE_FIELD_PHRASE 13u         /* `value`: its number, 1 for the first */
#define CUE_FIELD_PRONUNCIATION 14u  /* of a word of the phrases or of the lexicon */
/* ...and what became of it. */
#define CUE_HONOURED_CLAMPED 1u   /* the nearest possible was used: `value` */
#define CUE_HONOURED_IGNORED 2u   /* `text` may say why */
#define CUE_HONOURED_REPLACED 3u  /* something else was used: `text` names it */
#define CUE_HONOURED_GUESSED 4u   /* not given, so it was guessed: `text` says what, "Aoife: IY F AH" */

/* One thing that is not done as asked. */
typedef struct cue_honoured {
  uint32_t struct_size;
  uint32_t field;    /* CUE_FIELD_... */
  uint32_t outcome;  /* CUE_HONOURED_... */
  uint32_t reserved;
  double value;
  cue_text text;
} cue_honoured;

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#endif
