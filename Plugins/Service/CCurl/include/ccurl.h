/* SPDX-License-Identifier: Apache-2.0
 *
 * One HTTP exchange at a time over libcurl, for callers that cannot call variadic functions.
 *
 * Nothing here calls back: what has arrived is collected, and the caller takes it between two steps. So the
 * caller may be slow, may stop anywhere, and may be woken by another thread wherever it waits.
 */
#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wnullability-extension"
#else
#define _Nonnull
#define _Nullable
#endif

/* Keeps its connections open from one exchange to the next. One thread at a time, ccurl_wake excepted. */
typedef struct ccurl_wire ccurl_wire;

/* What goes out. All of it is copied or used by ccurl_begin only, the body excepted, which lives until ccurl_end. */
typedef struct ccurl_call {
  const char *_Nonnull url;
  const char *_Nonnull const *_Nullable headers; /* "name: value" */
  size_t header_count;
  const uint8_t *_Nullable body; /* NULL: GET, else POST */
  size_t body_length;
  int64_t connect_milliseconds; /* how long connecting may take */
  int32_t direct;               /* 1: never through a proxy */
} ccurl_call;

/* How an exchange ended, by kind. */
enum {
  CCURL_DONE = 0,
  CCURL_NO_CONNECTION = 1, /* nobody there, or no such name */
  CCURL_NO_TRUST = 2,      /* TLS could not be agreed, or the certificate is not good */
  CCURL_TIMEOUT = 3,
  CCURL_BROKEN = 4,   /* the connection ended in the middle */
  CCURL_NONSENSE = 5, /* that was not HTTP */
  CCURL_OTHER = 6
};

/* Opens a wire, or NULL without memory. */
ccurl_wire *_Nullable ccurl_open(void);
/* Closes it and all its connections. */
void ccurl_close(ccurl_wire *_Nonnull wire);

/* Ends the wait that is under way, or the next one. Any thread, while the wire is open. */
void ccurl_wake(ccurl_wire *_Nonnull wire);

/* Starts an exchange; no redirect is followed, TLS is verified, only http and https are spoken.
 * 0, or a code of libcurl's. */
int32_t ccurl_begin(ccurl_wire *_Nonnull wire, const ccurl_call *_Nonnull call);
/* Moves what can be moved without waiting. 1 while the exchange goes on, 0 once it has ended. */
int32_t ccurl_step(ccurl_wire *_Nonnull wire);
/* Waits until there is something to do, at most that long. Also without an exchange. */
void ccurl_wait(ccurl_wire *_Nonnull wire, int32_t milliseconds);
/* Ends the exchange; one that has not ended is broken off with its connection. */
void ccurl_end(ccurl_wire *_Nonnull wire);

/* How the exchange ended: CCURL_DONE, ..., and libcurl's own code and words for it. */
int32_t ccurl_outcome(const ccurl_wire *_Nonnull wire);
int32_t ccurl_code(const ccurl_wire *_Nonnull wire);
const char *_Nonnull ccurl_words(const ccurl_wire *_Nonnull wire);

/* How many bytes of the body have been sent. */
int64_t ccurl_sent(const ccurl_wire *_Nonnull wire);

/* The HTTP status, or 0 while the head is not whole. */
int32_t ccurl_status(const ccurl_wire *_Nonnull wire);
/* The head of the last answer, line by line as it came. */
const uint8_t *_Nullable ccurl_head(const ccurl_wire *_Nonnull wire, size_t *_Nonnull length);
/* What has arrived of the body since ccurl_taken. Lives until the next step. */
const uint8_t *_Nullable ccurl_bytes(const ccurl_wire *_Nonnull wire, size_t *_Nonnull length);
void ccurl_taken(ccurl_wire *_Nonnull wire);

/* Parts of an address, as libcurl will read it. */
enum { CCURL_WHOLE = 0, CCURL_SCHEME = 1, CCURL_HOST = 2, CCURL_USER = 3, CCURL_QUERY = 4, CCURL_FRAGMENT = 5 };

/* Writes that part, ended by NUL, and says how long it is; -1 where there is none, or no room, or no
 * address at all. */
int64_t ccurl_part(const char *_Nonnull address, int32_t part, char *_Nonnull into, size_t capacity);

#endif
