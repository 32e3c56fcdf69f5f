/* SPDX-License-Identifier: MIT
 *
 * The numbers of the worker protocol; PROTOCOL.md says what they mean. A plugin that is a library never sees them: the
 * worker speaks the protocol for it. A plugin that is an executable speaks it on its standard input and output.
 *
 * A message: u32 length of the fields, u16 type, u16 flags, u32 request, then the fields.
 * A field:   u16 tag, u16 0, u32 length of the value, then the value. All little-endian, nothing padded.
 */
#ifndef CUE_PROTOCOL_H
#define CUE_PROTOCOL_H

#define CUE_PROTOCOL_MAJOR 1u
#define CUE_PROTOCOL_MINOR 0u

#define CUE_MESSAGE_HEADER_BYTES 12u
#define CUE_FIELD_HEADER_BYTES 8u
/* The longest fields of one message: to a plugin, and from one. */
#define CUE_MESSAGE_TO_PLUGIN_MAX 8388608u
#define CUE_MESSAGE_TO_HOST_MAX 1048576u

/* Flag: a reader that does not know the type skips the message. */
#define CUE_MESSAGE_OPTIONAL 1u

/* Host to plugin. Each but CREDIT, CANCEL, AUDIO, FINISH, TEXT, END and QUIT is a request and gets exactly one DONE. */
#define CUE_MSG_HELLO 0x01u
#define CUE_MSG_DESCRIBE 0x02u
#define CUE_MSG_CREATE 0x03u
#define CUE_MSG_DESTROY 0x04u
#define CUE_MSG_SET 0x05u
#define CUE_MSG_PARAMS 0x06u
#define CUE_MSG_CANCEL 0x07u
#define CUE_MSG_CREDIT 0x08u
#define CUE_MSG_QUIT 0x09u
#define CUE_MSG_RESET 0x0au
#define CUE_MSG_GET 0x0bu
#define CUE_MSG_SAVE 0x0cu
#define CUE_MSG_LOAD 0x0du
#define CUE_MSG_EXTENSION 0x0eu
#define CUE_MSG_VOICES 0x10u
#define CUE_MSG_SPEAK 0x11u
#define CUE_MSG_TRAITS 0x12u
#define CUE_MSG_FINGERPRINT 0x13u
#define CUE_MSG_PREPARE 0x14u
#define CUE_MSG_STREAM 0x15u
#define CUE_MSG_TEXT 0x16u
#define CUE_MSG_END 0x17u
#define CUE_MSG_LISTEN 0x20u
#define CUE_MSG_AUDIO 0x21u
#define CUE_MSG_FINISH 0x22u
#define CUE_MSG_CONFIGURE 0x30u
#define CUE_MSG_PROCESS 0x31u
#define CUE_MSG_FLUSH 0x32u
#define CUE_MSG_DEVICES 0x40u
#define CUE_MSG_OPEN 0x41u
#define CUE_MSG_WRITE 0x42u
#define CUE_MSG_POSITION 0x43u
#define CUE_MSG_DRAIN 0x44u
#define CUE_MSG_DROP 0x45u
#define CUE_MSG_CLOSE 0x46u
#define CUE_MSG_READ 0x47u

/* 0x60...0x6f, and 0xe0...0xef from a plugin, are private: Cue never gives them a meaning. Flagged optional. */
#define CUE_MSG_PRIVATE_FIRST 0x60u
#define CUE_MSG_PRIVATE_LAST 0x6fu

/* Instruments, served by `cue-worker --instruments` alone, by which plugins are judged. Flagged optional. */
#define CUE_MSG_INSPECT 0x70u
#define CUE_MSG_TRY 0x71u

/* Plugin to host. */
#define CUE_MSG_DONE 0x80u
#define CUE_MSG_PLUGIN 0x82u
#define CUE_MSG_PARAM 0x83u
#define CUE_MSG_LOG 0x84u
#define CUE_MSG_PROGRESS 0x85u
#define CUE_MSG_CHANGED 0x86u
#define CUE_MSG_VOICE 0x90u
#define CUE_MSG_BEGIN 0x91u
#define CUE_MSG_SOUND 0x92u
#define CUE_MSG_EVENT 0x93u
#define CUE_MSG_HONOURED 0x94u
#define CUE_MSG_PARTIAL 0xa0u
#define CUE_MSG_FINAL 0xa1u
#define CUE_MSG_ENDPOINT 0xa2u
#define CUE_MSG_TAKEN 0xa3u
#define CUE_MSG_DEVICE 0xc0u
#define CUE_MSG_PRIVATE_REPLY_FIRST 0xe0u
#define CUE_MSG_PRIVATE_REPLY_LAST 0xefu

/* Tags; after each, the value: text (UTF-8), bytes, u32, i32, u64, f64, or fields. From here on they are private: */
#define CUE_TAG_PRIVATE_FIRST 0x8000u
#define CUE_TAG_STATUS 1u          /* i32 */
#define CUE_TAG_SENTENCE 2u        /* text */
#define CUE_TAG_DETAIL 3u          /* i32 */
#define CUE_TAG_RETRY_MS 4u        /* u32 */
#define CUE_TAG_MAJOR 5u           /* u32 */
#define CUE_TAG_MINOR 6u           /* u32 */
#define CUE_TAG_NAME 7u            /* text */
#define CUE_TAG_VERSION 8u         /* text */
#define CUE_TAG_INSTANCE 9u        /* u32 */
#define CUE_TAG_ID 10u             /* text */
#define CUE_TAG_KIND 11u           /* text */
#define CUE_TAG_CONCURRENCY 12u    /* u32 */
#define CUE_TAG_DETERMINISM 13u    /* u32; of a VOICE: CUE_VOICE_DETERMINISM_... */
#define CUE_TAG_FLAGS 14u          /* u32 */
#define CUE_TAG_VENDOR 15u         /* text */
#define CUE_TAG_LICENCE 16u        /* text */
#define CUE_TAG_URL 17u            /* text */
#define CUE_TAG_DESCRIPTION 18u    /* text */
#define CUE_TAG_LEVEL 19u          /* u32 */
#define CUE_TAG_TEXT 20u           /* text */
#define CUE_TAG_PERMILLE 21u       /* u32 */
#define CUE_TAG_PARAM 22u          /* fields: NAME, TEXT, FLAGS */
#define CUE_TAG_PADDING 23u        /* bytes, without a meaning: they fill a page of a pipe */
#define CUE_TAG_FEATURE 24u        /* text */
#define CUE_TAG_BYTES 25u          /* bytes, of a state or an extension */
#define CUE_TAG_SAMPLE 30u         /* u32 */
#define CUE_TAG_RATE 31u           /* u32 */
#define CUE_TAG_CHANNELS 32u       /* u32 */
#define CUE_TAG_SOUND 33u          /* bytes */
#define CUE_TAG_CREDIT 34u         /* u32, frames */
/* Between the host and cue-worker alone, as offset and length in memory that both share, u32 each: */
#define CUE_TAG_SHARED_SOUND 35u   /* in place of SOUND: where it is */
#define CUE_TAG_SHARED_ROOM 36u    /* of a PROCESS: where its sound may be put */
#define CUE_TAG_SIDE 37u           /* bytes, as SOUND: the second sound of a PROCESS */
#define CUE_TAG_SIDE_CHANNELS 38u  /* u32 */
#define CUE_TAG_OUTPUT_CHANNELS 39u /* u32 */
#define CUE_TAG_LANGUAGE 40u       /* text */
#define CUE_TAG_VOICE 41u          /* text */
#define CUE_TAG_SPEED 42u          /* f64 */
#define CUE_TAG_PITCH 43u          /* f64 */
#define CUE_TAG_VOLUME 44u         /* f64 */
#define CUE_TAG_EVENTS 45u         /* u32 */
#define CUE_TAG_TONE 46u           /* fields: NAME, WEIGHT */
#define CUE_TAG_WEIGHT 47u         /* f64 */
#define CUE_TAG_SEED 48u           /* u32 */
#define CUE_TAG_DIRECTION 49u      /* text */
#define CUE_TAG_PREVIOUS 50u       /* text */
#define CUE_TAG_NEXT 51u           /* text */
#define CUE_TAG_TEXT_FORM 52u      /* u32 */
#define CUE_TAG_TYPE 53u           /* u32 */
#define CUE_TAG_FRAME 54u          /* u64 */
#define CUE_TAG_OFFSET 55u         /* u32 */
#define CUE_TAG_LENGTH 56u         /* u32 */
#define CUE_TAG_FIELD 57u          /* u32 */
#define CUE_TAG_OUTCOME 58u        /* u32 */
#define CUE_TAG_VALUE 59u          /* f64 */
#define CUE_TAG_GENDER 60u         /* u32 */
#define CUE_TAG_AGE 61u            /* u32 */
#define CUE_TAG_MAX_TEXT 62u       /* u32 */
#define CUE_TAG_SPEED_MINIMUM 63u  /* f64 */
#define CUE_TAG_SPEED_MAXIMUM 64u  /* f64 */
#define CUE_TAG_PITCH_MINIMUM 65u  /* f64 */
#define CUE_TAG_PITCH_MAXIMUM 66u  /* f64 */
#define CUE_TAG_PITCH_RANGE 67u    /* f64 */
#define CUE_TAG_QUALITY 68u        /* u32 */
#define CUE_TAG_ALPHABET 69u       /* u32 */
#define CUE_TAG_UNIT 70u           /* text */
#define CUE_TAG_MINIMUM 71u        /* f64 */
#define CUE_TAG_MAXIMUM 72u        /* f64 */
#define CUE_TAG_INITIAL 73u        /* f64 */
#define CUE_TAG_STEP 74u           /* f64 */
#define CUE_TAG_INITIAL_TEXT 75u   /* text */
#define CUE_TAG_CHOICE 76u         /* fields: NUMBER (its id), NAME */
#define CUE_TAG_GROUP 77u          /* text */
#define CUE_TAG_VOLUME_MAXIMUM 78u /* f64 */
#define CUE_TAG_DURATION 79u       /* u64, frames */
#define CUE_TAG_PARTIALS 80u       /* u32 */
#define CUE_TAG_MODEL 81u          /* text */
#define CUE_TAG_PHRASE 82u         /* fields: ROLE, TEXT, WRITTEN */
#define CUE_TAG_ROLE 83u           /* u32 */
#define CUE_TAG_LEXICON 84u        /* fields: NAME, TEXT */
#define CUE_TAG_REVISION 85u       /* u32 */
#define CUE_TAG_STABLE 86u         /* u32 */
#define CUE_TAG_WORD 87u           /* fields: TEXT, FRAME, END, CONFIDENCE, NUMBER, FLAGS */
#define CUE_TAG_END 88u            /* u64 */
#define CUE_TAG_CONFIDENCE 89u     /* f64 */
#define CUE_TAG_NO_SPEECH 90u      /* f64 */
#define CUE_TAG_NUMBER 91u         /* u32, of a phrase: 1 for the first; of a choice: its id */
#define CUE_TAG_WRITTEN 92u        /* text */
#define CUE_TAG_MAX_FRAMES 100u    /* u32 */
#define CUE_TAG_CAPACITY 101u      /* u32 */
#define CUE_TAG_USED 102u          /* u32 */
#define CUE_TAG_LATENCY 103u       /* u32 */
#define CUE_TAG_TAIL 104u          /* u32 */
#define CUE_TAG_PARAM_EVENT 105u   /* fields: OFFSET (frame), FIELD (parameter), VALUE */
#define CUE_TAG_DEVICE 110u        /* text */
#define CUE_TAG_TITLE 111u         /* text */
#define CUE_TAG_POSITION 112u      /* u64 */
#define CUE_TAG_FRAMES 113u        /* u32 */
#define CUE_TAG_XRUNS 114u         /* u32 */
#define CUE_TAG_LOST 115u          /* u64, frames */
#define CUE_TAG_FIRST_SOUND 116u   /* u32, ms */

/* Instruments: how a SPEAK or PROCESS is to be treated. */
#define CUE_TAG_GUARD 120u         /* u32, 1: the text lies before a page that cannot be read; 1 and 2: and cannot be read after the call */
#define CUE_TAG_NULLS 121u         /* u32, 1: empty texts are NULL */
#define CUE_TAG_CANCEL_AFTER 122u  /* u32, microseconds: `cancel` is called, by a thread of its own */
#define CUE_TAG_STOP_AFTER 123u    /* u32: the sink answers STOP from this call of `audio` on */
#define CUE_TAG_HOLD 124u          /* u32, ms: the first `audio` waits for `cancel`, which then follows, at most this long */
#define CUE_TAG_REPEAT 125u        /* u32: the block is processed this often, and no sound comes back */
/* What was seen of it: in its DONE. */
#define CUE_TAG_RETURNED 130u      /* i32: what the plugin's function returned */
#define CUE_TAG_AUDIO_CALLS 131u   /* u32 */
#define CUE_TAG_MOST_FRAMES 132u   /* u32: of one call of `audio` */
#define CUE_TAG_CALLS_AFTER 133u   /* u32: sink calls that began after a STOP was answered, or a `cancel` under way had returned */
#define CUE_TAG_CANCEL_TOOK 134u   /* u32, microseconds that `cancel` took */
#define CUE_TAG_STOP_TOOK 135u     /* u32, microseconds from the STOP, or the end of `cancel`, to the return */
#define CUE_TAG_HELD 136u          /* u32, 1: `cancel` returned while the sink was held */
#define CUE_TAG_OVERLAPS 137u      /* u32: sink calls that began during another */
#define CUE_TAG_CHANGED 138u       /* u32, 1: the plugin has written to what it was only given to read */
#define CUE_TAG_FIRST_TOOK 139u    /* u32, microseconds to the first sound */
#define CUE_TAG_ERROR_STATUS 140u  /* i32: the status in cue_error */
#define CUE_TAG_PIECE 141u         /* u32, repeated: frames of each of the first 1,024 calls of `audio` */
#define CUE_TAG_LONGEST 142u       /* u32, nanoseconds of the longest of the repeated calls */
#define CUE_TAG_WAITS 143u         /* u32: how often the thread has waited during the repeated calls */
#define CUE_TAG_ALLOCATIONS 144u   /* u32: how often the plugin has allocated or freed memory during them */
/* What an INSPECT reports of the process, and in BEFORE of the one that had not loaded the plugin yet. */
#define CUE_TAG_BEFORE 150u        /* fields */
#define CUE_TAG_THREADS 151u       /* u32 */
#define CUE_TAG_DESCRIPTOR 152u    /* text, repeated: number, blank, what it is */
#define CUE_TAG_RESIDENT 153u      /* u64, bytes */
#define CUE_TAG_HEAP 154u          /* u64, bytes that malloc has given and not got back */
#define CUE_TAG_FOLDER 155u        /* text: the working directory */
#define CUE_TAG_LOCALE 156u        /* text */
#define CUE_TAG_HANDLERS 157u      /* bytes: a u64 for each signal from 1 on */
#define CUE_TAG_FLOAT_MODE 158u    /* u32: of the thread that answers */
#define CUE_TAG_MASK 159u          /* u32: umask */
#define CUE_TAG_ENVIRONMENT 160u   /* text, repeated */
#define CUE_TAG_PRINTED 161u       /* u64: bytes written to standard output */
#define CUE_TAG_LATE_CALLS 162u    /* u32: sink calls that began after their function had returned */
#define CUE_TAG_OVERRUNS 163u      /* u32: structs in which more was written than struct_size allows */
#define CUE_TAG_STATE 165u         /* text, repeated: what it is, ": ", its value */
#define CUE_TAG_MAPPINGS 166u      /* u32: pieces of memory that are mapped */
/* A TRY calls one function of the plugin (its NUMBER) and reports the result. */
#define CUE_TRY_DESCRIPTOR 1u         /* entry.descriptor(OFFSET) */
#define CUE_TRY_EXTENSION 2u          /* entry.get_extension(ID) */
#define CUE_TRY_CREATE 3u             /* entry.create(ID); an instance is destroyed at once */
#define CUE_TRY_INSTANCE_EXTENSION 4u /* instance.get_extension(ID) */
#define CUE_TRY_CANCEL 5u             /* instance.cancel, twice */
#define CUE_TRY_GET 6u                /* params.get(FIELD) */
#define CUE_TRY_SET 7u                /* params.set(FIELD, VALUE, TEXT) */
#define CUE_TRY_PARAM_INFO 8u         /* params.info(OFFSET) */
#define CUE_TRY_VOICE_INFO 9u         /* voice.voice_info(OFFSET), after list_voices */
#define CUE_TRY_EARLY 10u             /* create(ID), and what the kind is there for, without activate */
#define CUE_TRY_ORDER 11u             /* a call of the kind's table when it makes no sense: the OFFSET says which */
#define CUE_TRY_CONFIGURE 12u         /* dsp.configure(RATE, CHANNELS, MAX_FRAMES) */
#define CUE_TRY_CALLERS 13u           /* from here on two threads call what OFFSET says; 0: none does any more */
#define CUE_TAG_GIVEN 164u            /* u32, 1: it gave no NULL */
/* What TRY_ORDER calls of a recognizer: */
#define CUE_ORDER_PUSH_CLOSED 1u      /* push without a stream */
#define CUE_ORDER_FINISH_CLOSED 2u    /* finish without a stream */
#define CUE_ORDER_OPEN_TWICE 3u       /* open while a stream is open */
#define CUE_ORDER_PUSH_FINISHED 4u    /* push after finish */
#define CUE_ORDER_FINISH_TWICE 5u
#define CUE_ORDER_CLOSE_TWICE 6u      /* gives CUE_OK: nothing is returned */
/* and of an effect that was not configured: */
#define CUE_ORDER_PROCESS_EARLY 7u
#define CUE_ORDER_FLUSH_EARLY 8u
/* What TRY_CALLERS calls, in any sum. */
#define CUE_CALL_EXTENSION 1u         /* get_extension */
#define CUE_CALL_CANCEL 2u
#define CUE_CALL_PARAMS 4u            /* params.get, and params.set of what that gave */

/* FLAGS of a setting: it comes from where others could read it, so a secret parameter refuses it. */
#define CUE_SET_IN_THE_OPEN 1u

/* Statuses that only a worker gives, for what its plugin did. */
#define CUE_E_CRASHED (-100)   /* DETAIL: the signal */
#define CUE_E_EXITED (-101)    /* DETAIL: the exit status */
#define CUE_E_PROTOCOL (-103)

#endif
