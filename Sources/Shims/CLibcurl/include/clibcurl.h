// One HTTP exchange at a time, by libcurl, for callers that cannot call variadic functions.
//
// This target is the only code of Sources/ that knows libcurl; plugins bring their own. The library is loaded when something is first
// downloaded. What has arrived is collected, and the caller takes it between two steps. So the caller may be slow, may stop anywhere,
// and may be woken by another thread wherever it waits. One thing calls back: the question whether an address may be reached.
#ifndef CLIBCURL_H
#define CLIBCURL_H

#include <stddef.h>
#include <stdint.h>

typedef struct cue_transfer cue_transfer;

// How an exchange ended, by kind.
enum {
  CUE_TRANSFER_DONE = 0,
  CUE_TRANSFER_NO_CONNECTION = 1,  // nobody there, or no such name
  CUE_TRANSFER_NO_TRUST = 2,       // TLS could not be agreed, or the certificate is not good
  CUE_TRANSFER_BROKEN = 3,         // the connection ended in the middle, or there were fewer bytes than it said
  CUE_TRANSFER_NOT_HTTP = 4,
  CUE_TRANSFER_OTHER = 5,
};

// Whether the library is there; why not, in the loader's words. [any]
int cue_transfer_is_there(char *why, size_t size);

// NULL without the library or memory. One thread at a time, cue_transfer_wake excepted.
cue_transfer *cue_transfer_open(void);
void cue_transfer_close(cue_transfer *transfer);

// Ends the wait that is under way, or the next one. [any]
void cue_transfer_wake(cue_transfer *transfer);

// Whether `address`, in numbers, may be connected to; 1 or 0. Called within cue_transfer_step.
typedef int (*cue_transfer_allows)(void *data, const char *address);
// Sets the function that is asked before each connection, from the next cue_transfer_begin on. Each exchange makes a connection of its
// own, so that none escapes the question. With a proxy, the address is the proxy's.
void cue_transfer_ask(cue_transfer *transfer, cue_transfer_allows allows, void *data);

// Adds a line "name: value" to the next request. 0 without memory.
int cue_transfer_add_header(cue_transfer *transfer, const char *line);

// Starts to get `url`, with the lines that were added. No redirect is followed, no encoding is undone, TLS is verified, and only
// http and https are spoken. `direct`: never through a proxy. 0, or a code of libcurl's.
int32_t cue_transfer_begin(cue_transfer *transfer, const char *url, int64_t connect_milliseconds, int32_t direct);
// Moves what can be moved without waiting. 1 while the exchange goes on, 0 once it has ended.
int32_t cue_transfer_step(cue_transfer *transfer);
// Waits until there is something to do, at most that long.
void cue_transfer_wait(cue_transfer *transfer, int32_t milliseconds);
// Ends the exchange; one that has not ended is broken off with its connection.
void cue_transfer_end(cue_transfer *transfer);

// How the exchange ended: CUE_TRANSFER_DONE, …, and libcurl's words for it, which name no address.
int32_t cue_transfer_outcome(const cue_transfer *transfer);
const char *cue_transfer_words(const cue_transfer *transfer);
// The HTTP status, or 0 while the head is not whole.
int32_t cue_transfer_status(const cue_transfer *transfer);
// The head of the answer, line by line as it came.
const uint8_t *cue_transfer_head(const cue_transfer *transfer, size_t *length);
// What has arrived of the body since cue_transfer_taken; lives until the next step.
const uint8_t *cue_transfer_body(const cue_transfer *transfer, size_t *length);
void cue_transfer_taken(cue_transfer *transfer);

// Parts of an address, as libcurl will read it. CUE_URL_PUBLIC is the address without user, password, query and fragment.
enum { CUE_URL_WHOLE, CUE_URL_SCHEME, CUE_URL_HOST, CUE_URL_PATH, CUE_URL_QUERY, CUE_URL_PUBLIC };

// Writes that part of `address`, or of what `reference` (may be NULL) means there, ended by NUL, and returns how long it is; -1 where
// there is none, no room, or no address at all. The path's last part is decoded by the caller. [any]
int64_t cue_url_part(const char *address, const char *reference, int32_t part, char *into, size_t capacity);

#endif
