#include "clibcurl.h"

#include <arpa/inet.h>
#include <clibrary.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define FUNCTIONS(each)                                                                                                \
  each(CURLcode, curl_global_init, (long)) each(CURL *, curl_easy_init, (void)) each(                                  \
      void, curl_easy_cleanup, (CURL *)) each(void, curl_easy_reset, (CURL *))                                         \
      each(CURLcode, curl_easy_setopt, (CURL *, CURLoption, ...)) each(                                                \
          CURLcode, curl_easy_getinfo, (CURL *, CURLINFO, ...)) each(const char *, curl_easy_strerror, (CURLcode))     \
          each(struct curl_slist *, curl_slist_append, (struct curl_slist *, const char *))                            \
              each(void, curl_slist_free_all, (struct curl_slist *)) each(CURLM *, curl_multi_init, (void)) each(      \
                  CURLMcode, curl_multi_cleanup, (CURLM *)) each(CURLMcode, curl_multi_add_handle, (CURLM *, CURL *))  \
                  each(CURLMcode, curl_multi_remove_handle, (CURLM *, CURL *))                                         \
                      each(CURLMcode, curl_multi_perform, (CURLM *, int *))                                            \
                          each(CURLMcode, curl_multi_poll, (CURLM *, struct curl_waitfd *, unsigned, int, int *))      \
                              each(CURLMcode, curl_multi_wakeup, (CURLM *))                                            \
                                  each(CURLMsg *, curl_multi_info_read, (CURLM *, int *))                              \
                                      each(CURLU *, curl_url, (void)) each(void, curl_url_cleanup, (CURLU *)) each(    \
                                          CURLUcode, curl_url_set, (CURLU *, CURLUPart, const char *, unsigned))       \
                                          each(CURLUcode, curl_url_get, (const CURLU *, CURLUPart, char **, unsigned)) \
                                              each(void, curl_free, (void *))
CUE_LIBRARY("libcurl.so.4", FUNCTIONS);

// An answer's head does not grow beyond this.
#define HEAD_LIMIT (256u * 1024u)

typedef struct {
  uint8_t *bytes;
  size_t length, room;
} pile;

struct cue_transfer {
  CURLM *multi;
  CURL *easy;
  struct curl_slist *headers;
  pile head, body;
  int32_t status;
  int is_under_way;
  CURLcode code;
  cue_transfer_allows allows;
  void *allows_data;
};

static int pile_add(pile *pile, const void *bytes, size_t length) {
  if (pile->room - pile->length < length) {
    size_t room = pile->room ? pile->room : 65536;
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
  cue_transfer *transfer = data;
  return pile_add(&transfer->body, bytes, size * count) ? size * count : 0;
}

// Line by line; a new status line begins a new head ("100 Continue" has one of its own).
static size_t take_head(char *bytes, size_t size, size_t count, void *data) {
  cue_transfer *transfer = data;
  size_t length = size * count;
  if (length >= 5 && memcmp(bytes, "HTTP/", 5) == 0) {
    transfer->head.length = 0;
    transfer->status = 0;
  }
  if (transfer->head.length + length > HEAD_LIMIT) return 0;
  if (!pile_add(&transfer->head, bytes, length)) return 0;
  if (length <= 2 && (bytes[0] == '\r' || bytes[0] == '\n')) {
    long status = 0;
    library.curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
    transfer->status = status < 200 ? 0 : (int32_t)status;
  }
  return length;
}

int cue_transfer_is_there(char *why, size_t size) { return cue_library_is_there(&shared, why, size); }

cue_transfer *cue_transfer_open(void) {
  // Counts its calls; safe from several threads since libcurl 7.84, and called by one before.
  if (!cue_library_load(&shared) || library.curl_global_init(CURL_GLOBAL_ALL) != CURLE_OK) return NULL;
  cue_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  transfer->multi = library.curl_multi_init();
  transfer->easy = library.curl_easy_init();
  if (transfer->multi && transfer->easy) return transfer;
  cue_transfer_close(transfer);
  return NULL;
}

void cue_transfer_close(cue_transfer *transfer) {
  cue_transfer_end(transfer);
  if (transfer->easy) library.curl_easy_cleanup(transfer->easy);
  if (transfer->multi) library.curl_multi_cleanup(transfer->multi);
  free(transfer->head.bytes);
  free(transfer->body.bytes);
  free(transfer);
}

void cue_transfer_wake(cue_transfer *transfer) { library.curl_multi_wakeup(transfer->multi); }

int cue_transfer_add_header(cue_transfer *transfer, const char *line) {
  struct curl_slist *longer = library.curl_slist_append(transfer->headers, line);
  if (longer) transfer->headers = longer;
  return longer != NULL;
}

static void restrict_protocols(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  library.curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  library.curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

void cue_transfer_ask(cue_transfer *transfer, cue_transfer_allows allows, void *data) {
  transfer->allows = allows;
  transfer->allows_data = data;
}

// libcurl calls it before each connection, with the address that the name was resolved to.
static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
  cue_transfer *transfer = data;
  (void)purpose;
  char host[INET6_ADDRSTRLEN] = "";
  const void *place = address->family == AF_INET    ? (const void *)&((struct sockaddr_in *)&address->addr)->sin_addr
                      : address->family == AF_INET6 ? (const void *)&((struct sockaddr_in6 *)&address->addr)->sin6_addr
                                                    : NULL;
  if (place && !inet_ntop(address->family, place, host, sizeof host)) host[0] = '\0';
  if (transfer->allows && !transfer->allows(transfer->allows_data, host)) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

int32_t cue_transfer_begin(cue_transfer *transfer, const char *url, int64_t connect_milliseconds, int32_t direct) {
  CURL *easy = transfer->easy;
  transfer->head.length = transfer->body.length = 0;
  transfer->status = 0;
  transfer->code = CURLE_OK;
  library.curl_easy_reset(easy);
  restrict_protocols(easy);
  library.curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  library.curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
  library.curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
  library.curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  library.curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
  // Breaking off must not wait for a name server.
  library.curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
  library.curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
  library.curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)connect_milliseconds);
  if (direct) library.curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
  library.curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->headers);
  // A proxy gets the destination, but not the headers of the request.
  library.curl_easy_setopt(easy, CURLOPT_HEADEROPT, (long)CURLHEADER_SEPARATE);
  library.curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
  library.curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
  library.curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  library.curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, transfer);
  library.curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
  library.curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_head);
  library.curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
  CURLcode code = library.curl_easy_setopt(easy, CURLOPT_URL, url);
  if (code != CURLE_OK) return (int32_t)code;
  if (library.curl_multi_add_handle(transfer->multi, easy) != CURLM_OK) return CURLE_FAILED_INIT;
  transfer->is_under_way = 1;
  return CURLE_OK;
}

int32_t cue_transfer_step(cue_transfer *transfer) {
  int running = 0;
  if (library.curl_multi_perform(transfer->multi, &running) != CURLM_OK) {
    transfer->code = CURLE_FAILED_INIT;
    return 0;
  }
  int left = 0;
  const CURLMsg *message;
  while ((message = library.curl_multi_info_read(transfer->multi, &left)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    transfer->code = message->data.result;
    return 0;
  }
  return running > 0;
}

void cue_transfer_wait(cue_transfer *transfer, int32_t milliseconds) {
  library.curl_multi_poll(transfer->multi, NULL, 0, milliseconds, NULL);
}

void cue_transfer_end(cue_transfer *transfer) {
  if (transfer->is_under_way) library.curl_multi_remove_handle(transfer->multi, transfer->easy);
  transfer->is_under_way = 0;
  if (transfer->easy) library.curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, NULL);
  library.curl_slist_free_all(transfer->headers);
  transfer->headers = NULL;
}

int32_t cue_transfer_outcome(const cue_transfer *transfer) {
  switch (transfer->code) {
    case CURLE_OK: return CUE_TRANSFER_DONE;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    // Only connecting has a limit here.
    case CURLE_OPERATION_TIMEDOUT: return CUE_TRANSFER_NO_CONNECTION;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR: return CUE_TRANSFER_NO_TRUST;
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return CUE_TRANSFER_BROKEN;
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_HTTP_RETURNED_ERROR: return CUE_TRANSFER_NOT_HTTP;
    default: return CUE_TRANSFER_OTHER;
  }
}

const char *cue_transfer_words(const cue_transfer *transfer) { return library.curl_easy_strerror(transfer->code); }

int32_t cue_transfer_status(const cue_transfer *transfer) { return transfer->status; }

const uint8_t *cue_transfer_head(const cue_transfer *transfer, size_t *length) {
  *length = transfer->head.length;
  return transfer->head.bytes;
}

const uint8_t *cue_transfer_body(const cue_transfer *transfer, size_t *length) {
  *length = transfer->body.length;
  return transfer->body.bytes;
}

void cue_transfer_taken(cue_transfer *transfer) { transfer->body.length = 0; }

int64_t cue_url_part(const char *address, const char *reference, int32_t part, char *into, size_t capacity) {
  static const CURLUPart parts[] = {CURLUPART_URL,  CURLUPART_SCHEME, CURLUPART_HOST,
                                    CURLUPART_PATH, CURLUPART_QUERY,  CURLUPART_URL};
  if (part < 0 || (size_t)part >= sizeof parts / sizeof *parts || !cue_library_load(&shared)) return -1;
  CURLU *url = library.curl_url();
  if (!url) return -1;
  int64_t length = -1;
  char *found = NULL;
  int is_address =
      library.curl_url_set(url, CURLUPART_URL, address, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
      (!reference || library.curl_url_set(url, CURLUPART_URL, reference, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK);
  if (is_address && part == CUE_URL_PUBLIC) {
    static const CURLUPart secret[] = {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_QUERY,
                                       CURLUPART_FRAGMENT};
    for (size_t i = 0; i < sizeof secret / sizeof *secret; i++) library.curl_url_set(url, secret[i], NULL, 0);
  }
  if (is_address && library.curl_url_get(url, parts[part], &found, 0) == CURLUE_OK) {
    size_t size = strlen(found);
    if (size < capacity) {
      memcpy(into, found, size + 1);
      length = (int64_t)size;
    }
  }
  library.curl_free(found);
  library.curl_url_cleanup(url);
  return length;
}
