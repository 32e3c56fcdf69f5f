/* SPDX-License-Identifier: Apache-2.0 */
#include "ccurl.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

/* An answer's head does not grow beyond this. */
#define HEAD_LIMIT (256u * 1024u)

typedef struct pile {
  uint8_t *bytes;
  size_t length;
  size_t room;
} pile;

struct ccurl_wire {
  CURLM *multi;
  CURL *easy;
  struct curl_slist *headers;
  pile head;
  pile body;
  int32_t status;
  int is_under_way;
  CURLcode code;
};

static int pile_add(pile *pile, const void *bytes, size_t length) {
  if (pile->room - pile->length < length) {
    size_t room = pile->room ? pile->room : 16384;
    while (room - pile->length < length) room *= 2;
    uint8_t *larger = realloc(pile->bytes, room);
    if (!larger) return 0;
    pile->bytes = larger;
    pile->room = room;
  }
  memcpy(pile->bytes + pile->length, bytes, length);
  pile->length += length;
  return 1;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *data) {
  ccurl_wire *wire = data;
  return pile_add(&wire->body, bytes, size * count) ? size * count : 0;
}

/* Line by line; a new status line begins a new head ("100 Continue" has one of its own). */
static size_t take_head(char *bytes, size_t size, size_t count, void *data) {
  ccurl_wire *wire = data;
  size_t length = size * count;
  if (length >= 5 && memcmp(bytes, "HTTP/", 5) == 0) {
    wire->head.length = 0;
    wire->status = 0;
  }
  if (wire->head.length + length > HEAD_LIMIT) return 0;
  if (!pile_add(&wire->head, bytes, length)) return 0;
  if (length <= 2 && (bytes[0] == '\r' || bytes[0] == '\n')) {
    long status = 0;
    curl_easy_getinfo(wire->easy, CURLINFO_RESPONSE_CODE, &status);
    wire->status = status < 200 ? 0 : (int32_t)status;
  }
  return length;
}

ccurl_wire *ccurl_open(void) {
  /* Counts its calls; safe from several threads since libcurl 7.84. */
  if (curl_global_init(CURL_GLOBAL_ALL) != CURLE_OK) return NULL;
  ccurl_wire *wire = calloc(1, sizeof *wire);
  if (!wire) return NULL;
  wire->multi = curl_multi_init();
  wire->easy = curl_easy_init();
  if (!wire->multi || !wire->easy) {
    ccurl_close(wire);
    return NULL;
  }
  return wire;
}

void ccurl_close(ccurl_wire *wire) {
  ccurl_end(wire);
  if (wire->easy) curl_easy_cleanup(wire->easy);
  if (wire->multi) curl_multi_cleanup(wire->multi);
  free(wire->head.bytes);
  free(wire->body.bytes);
  free(wire);
}

void ccurl_wake(ccurl_wire *wire) { curl_multi_wakeup(wire->multi); }

static void restrict_protocols(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "https");
#else
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
  curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS, CURLPROTO_HTTPS);
#endif
}

int32_t ccurl_begin(ccurl_wire *wire, const ccurl_call *call) {
  CURL *easy = wire->easy;
  ccurl_end(wire);
  wire->head.length = 0;
  wire->body.length = 0;
  wire->status = 0;
  wire->code = CURLE_OK;
  curl_easy_reset(easy);

  for (size_t index = 0; index < call->header_count; index++) {
    struct curl_slist *longer = curl_slist_append(wire->headers, call->headers[index]);
    if (!longer) return CURLE_OUT_OF_MEMORY;
    wire->headers = longer;
  }
  restrict_protocols(easy);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
  curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
  /* Breaking off must not wait for a name server. */
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
  curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)call->connect_milliseconds);
  /* Compression gains nothing on sound, so none is asked for; what comes compressed all the same is unpacked, or an error. */
  curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "identity");
  if (call->direct) curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, wire->headers);
  /* A proxy gets the destination, and none of these headers. */
  curl_easy_setopt(easy, CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, wire);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_head);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, wire);
  if (call->body) {
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)call->body_length);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, call->body);
  }
  CURLcode code = curl_easy_setopt(easy, CURLOPT_URL, call->url);
  if (code != CURLE_OK) return (int32_t)code;
  if (curl_multi_add_handle(wire->multi, easy) != CURLM_OK) return CURLE_FAILED_INIT;
  wire->is_under_way = 1;
  return CURLE_OK;
}

int32_t ccurl_step(ccurl_wire *wire) {
  int running = 0;
  if (curl_multi_perform(wire->multi, &running) != CURLM_OK) {
    wire->code = CURLE_FAILED_INIT;
    return 0;
  }
  int left = 0;
  const CURLMsg *message;
  while ((message = curl_multi_info_read(wire->multi, &left)) != NULL) {
    if (message->msg == CURLMSG_DONE) {
      wire->code = message->data.result;
      return 0;
    }
  }
  return running > 0;
}

void ccurl_wait(ccurl_wire *wire, int32_t milliseconds) { curl_multi_poll(wire->multi, NULL, 0, milliseconds, NULL); }

void ccurl_end(ccurl_wire *wire) {
  if (wire->is_under_way) curl_multi_remove_handle(wire->multi, wire->easy);
  wire->is_under_way = 0;
  if (wire->easy) curl_easy_setopt(wire->easy, CURLOPT_HTTPHEADER, NULL);
  curl_slist_free_all(wire->headers);
  wire->headers = NULL;
}

int32_t ccurl_outcome(const ccurl_wire *wire) {
  switch (wire->code) {
    case CURLE_OK: return CCURL_DONE;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT: return CCURL_NO_CONNECTION;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR: return CCURL_NO_TRUST;
    case CURLE_OPERATION_TIMEDOUT: return CCURL_TIMEOUT;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return CCURL_BROKEN;
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_BAD_CONTENT_ENCODING: return CCURL_NONSENSE;
    default: return CCURL_OTHER;
  }
}

int32_t ccurl_code(const ccurl_wire *wire) { return (int32_t)wire->code; }

const char *ccurl_words(const ccurl_wire *wire) { return curl_easy_strerror(wire->code); }

int64_t ccurl_sent(const ccurl_wire *wire) {
  curl_off_t sent = 0;
  curl_easy_getinfo(wire->easy, CURLINFO_SIZE_UPLOAD_T, &sent);
  return (int64_t)sent;
}

int32_t ccurl_status(const ccurl_wire *wire) { return wire->status; }

const uint8_t *ccurl_head(const ccurl_wire *wire, size_t *length) {
  *length = wire->head.length;
  return wire->head.bytes;
}

const uint8_t *ccurl_bytes(const ccurl_wire *wire, size_t *length) {
  *length = wire->body.length;
  return wire->body.bytes;
}

void ccurl_taken(ccurl_wire *wire) { wire->body.length = 0; }

int64_t ccurl_part(const char *address, int32_t part, char *into, size_t capacity) {
  static const CURLUPart parts[] = {CURLUPART_URL,  CURLUPART_SCHEME, CURLUPART_HOST,
                                    CURLUPART_USER, CURLUPART_QUERY,  CURLUPART_FRAGMENT};
  if (part < 0 || (size_t)part >= sizeof parts / sizeof *parts) return -1;
  CURLU *url = curl_url();
  if (!url) return -1;
  int64_t length = -1;
  char *found = NULL;
  if (curl_url_set(url, CURLUPART_URL, address, 0) == CURLUE_OK &&
      curl_url_get(url, parts[part], &found, 0) == CURLUE_OK) {
    size_t size = strlen(found);
    if (size < capacity) {
      memcpy(into, found, size + 1);
      length = (int64_t)size;
    }
  }
  curl_free(found);
  curl_url_cleanup(url);
  return length;
}
