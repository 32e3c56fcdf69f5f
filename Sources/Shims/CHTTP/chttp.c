#define _GNU_SOURCE
#include "chttp.h"

#include <arpa/inet.h>
#include <clibrary.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef const union MHD_ConnectionInfo *connection_info;
typedef const union MHD_DaemonInfo *daemon_info;
typedef struct MHD_Response *response;

#define FUNCTIONS(each)                                                                                                \
  each(struct MHD_PostProcessor *, MHD_create_post_processor,                                                          \
       (struct MHD_Connection *, size_t, MHD_PostDataIterator,                                                         \
        void *)) each(enum MHD_Result, MHD_post_process, (struct MHD_PostProcessor *, const char *, size_t))           \
      each(enum MHD_Result, MHD_destroy_post_processor, (struct MHD_PostProcessor *)) each(                            \
          struct MHD_Daemon *, MHD_start_daemon,                                                                       \
          (unsigned, uint16_t, MHD_AcceptPolicyCallback, void *, MHD_AccessHandlerCallback, void *,                    \
           ...)) each(void, MHD_stop_daemon, (struct MHD_Daemon *)) each(MHD_socket, MHD_quiesce_daemon,               \
                                                                         (struct MHD_Daemon *))                        \
          each(daemon_info, MHD_get_daemon_info, (struct MHD_Daemon *, enum MHD_DaemonInfoType, ...)) each(            \
              int, MHD_get_connection_values,                                                                          \
              (struct MHD_Connection *, enum MHD_ValueKind, MHD_KeyValueIterator, void *))                             \
              each(connection_info, MHD_get_connection_info,                                                           \
                   (struct MHD_Connection *, enum MHD_ConnectionInfoType, ...))                                        \
                  each(response, MHD_create_response_from_buffer, (size_t, void *, enum MHD_ResponseMemoryMode))       \
                      each(response, MHD_create_response_from_callback,                                                \
                           (uint64_t, size_t, MHD_ContentReaderCallback, void *, MHD_ContentReaderFreeCallback))       \
                          each(enum MHD_Result, MHD_add_response_header, (response, const char *, const char *))       \
                              each(enum MHD_Result, MHD_queue_response, (struct MHD_Connection *, unsigned, response)) \
                                  each(void, MHD_destroy_response, (response))
CUE_LIBRARY("libmicrohttpd.so.12", FUNCTIONS);

// Headers of an answer at most.
#define MOST_HEADERS 16

struct cue_http_server {
  struct MHD_Daemon *daemon;
  cue_http_handler handler;
};

struct cue_http_exchange {
  struct MHD_Connection *connection;
  const cue_http_handler *handler;
  const char *method, *path;
  void *owner;
  int is_answered, has_failed;
  size_t headers;
  struct {
    char *name, *value;
  } header[MOST_HEADERS];
};

typedef struct {
  ssize_t (*read)(void *data, uint8_t *bytes, size_t size);
  void (*release)(void *data);
  void *data;
} stream;

int cue_http_is_there(char *why, size_t size) { return cue_library_is_there(&shared, why, size); }

static void exchange_free(cue_http_exchange *exchange) {
  for (size_t i = 0; i < exchange->headers; i++) {
    free(exchange->header[i].name);
    free(exchange->header[i].value);
  }
  free(exchange);
}

static enum MHD_Result serve(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                             const char *version, const char *bytes, size_t *length, void **kept) {
  cue_http_server *server = context;
  cue_http_exchange *exchange = *kept;
  (void)version;
  if (!exchange) {
    exchange = calloc(1, sizeof *exchange);
    if (!exchange) return MHD_NO;
    *exchange =
        (cue_http_exchange){.connection = connection, .handler = &server->handler, .method = method, .path = path};
    *kept = exchange;
    exchange->owner = server->handler.begin(server->handler.context, exchange);
    if (exchange->has_failed) return MHD_NO;
    return exchange->owner || exchange->is_answered ? MHD_YES : MHD_NO;
  }
  exchange->path = path;
  exchange->method = method;
  if (*length) {
    int goes_on = exchange->owner ? server->handler.take(exchange->owner, (const uint8_t *)bytes, *length) : 0;
    *length = 0;
    return goes_on ? MHD_YES : MHD_NO;
  }
  if (!exchange->is_answered) server->handler.serve(exchange->owner, exchange);
  return exchange->is_answered && !exchange->has_failed ? MHD_YES : MHD_NO;
}

static void completed(void *context, struct MHD_Connection *connection, void **kept,
                      enum MHD_RequestTerminationCode how) {
  (void)context, (void)connection, (void)how;
  cue_http_exchange *exchange = *kept;
  if (!exchange) return;
  if (exchange->owner) exchange->handler->end(exchange->owner);
  exchange_free(exchange);
  *kept = NULL;
}

cue_http_server *cue_http_start(const cue_http_settings *settings, const cue_http_handler *handler) {
  if (!cue_library_load(&shared)) return NULL;
  cue_http_server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->handler = *handler;
  unsigned flags = MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC |
                   (settings->key ? MHD_USE_TLS : 0);
  struct MHD_OptionItem security[] = {{MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key},
                                      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate},
                                      {MHD_OPTION_END, 0, NULL}};
  server->daemon = library.MHD_start_daemon(
      flags, 0, NULL, NULL, serve, server, MHD_OPTION_LISTEN_SOCKET, settings->descriptor, MHD_OPTION_CONNECTION_LIMIT,
      settings->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT, settings->connections_of_address,
      MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->head_bytes,
      MHD_OPTION_THREAD_STACK_SIZE, (size_t)(1 << 20), MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_COMPLETED,
      completed, NULL, MHD_OPTION_ARRAY, settings->key ? security : security + 2, MHD_OPTION_END);
  if (server->daemon) return server;
  free(server);
  return NULL;
}

void cue_http_quiesce(cue_http_server *server) {
  int socket = library.MHD_quiesce_daemon(server->daemon);
  if (socket >= 0) close(socket);
}

unsigned cue_http_connections(cue_http_server *server) {
  daemon_info info = library.MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  return info ? info->num_connections : 0;
}

void cue_http_stop(cue_http_server *server) {
  library.MHD_stop_daemon(server->daemon);
  free(server);
}

const char *cue_http_method(const cue_http_exchange *exchange) { return exchange->method; }
const char *cue_http_path(const cue_http_exchange *exchange) { return exchange->path; }

typedef struct {
  void (*each)(void *data, const char *name, const char *value);
  void *data;
} walk;

static enum MHD_Result step(void *data, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  walk *now = data;
  now->each(now->data, name, value);
  return MHD_YES;
}

void cue_http_each_header(cue_http_exchange *exchange, void (*each)(void *data, const char *name, const char *value),
                          void *data) {
  walk now = {each, data};
  library.MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, step, &now);
}

void cue_http_each_query(cue_http_exchange *exchange, void (*each)(void *data, const char *name, const char *value),
                         void *data) {
  walk now = {each, data};
  library.MHD_get_connection_values(exchange->connection, MHD_GET_ARGUMENT_KIND, step, &now);
}

void cue_http_client(cue_http_exchange *exchange, char *text, size_t size) {
  connection_info info = library.MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  const struct sockaddr *address = info ? info->client_addr : NULL;
  const void *number = NULL;
  if (address && address->sa_family == AF_INET) number = &((const struct sockaddr_in *)address)->sin_addr;
  if (address && address->sa_family == AF_INET6) number = &((const struct sockaddr_in6 *)address)->sin6_addr;
  if (!number || !inet_ntop(address->sa_family, number, text, (socklen_t)size)) text[0] = 0;
}

int cue_http_socket(cue_http_exchange *exchange) {
  connection_info info = library.MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

int cue_http_is_closed(int socket) {
  struct pollfd state = {.fd = socket, .events = POLLRDHUP};
  return socket >= 0 && poll(&state, 1, 0) > 0 && state.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL);
}

void cue_http_add_header(cue_http_exchange *exchange, const char *name, const char *value) {
  if (exchange->headers == MOST_HEADERS) return;
  char *names = strdup(name), *values = strdup(value);
  if (!names || !values) {
    free(names);
    free(values);
    return;
  }
  exchange->header[exchange->headers].name = names;
  exchange->header[exchange->headers++].value = values;
}

static int give(cue_http_exchange *exchange, unsigned status, response made) {
  for (size_t i = 0; made && i < exchange->headers; i++)
    library.MHD_add_response_header(made, exchange->header[i].name, exchange->header[i].value);
  int went = made && library.MHD_queue_response(exchange->connection, status, made) == MHD_YES;
  if (made) library.MHD_destroy_response(made);
  exchange->is_answered = 1;
  exchange->has_failed = !went;
  return went;
}

int cue_http_answer(cue_http_exchange *exchange, unsigned status, const void *bytes, size_t length) {
  return give(exchange, status, library.MHD_create_response_from_buffer(length, (void *)bytes, MHD_RESPMEM_MUST_COPY));
}

static ssize_t read_stream(void *context, uint64_t at, char *bytes, size_t size) {
  stream *now = context;
  (void)at;
  ssize_t count = now->read(now->data, (uint8_t *)bytes, size);
  return count > 0 ? count : count == 0 ? MHD_CONTENT_READER_END_OF_STREAM : MHD_CONTENT_READER_END_WITH_ERROR;
}

static void release_stream(void *context) {
  stream *now = context;
  now->release(now->data);
  free(now);
}

int cue_http_stream(cue_http_exchange *exchange, unsigned status,
                    ssize_t (*read)(void *data, uint8_t *bytes, size_t size), void (*release)(void *data), void *data) {
  stream *now = malloc(sizeof *now);
  if (!now) {
    release(data);
    return 0;
  }
  *now = (stream){read, release, data};
  response made = library.MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16384, read_stream, now, release_stream);
  if (!made) release_stream(now);
  return give(exchange, status, made);
}

struct cue_http_form {
  struct MHD_PostProcessor *reader;
  int (*part)(void *data, const char *name, const char *file, const uint8_t *bytes, uint64_t offset, size_t length);
  void *data;
};

static enum MHD_Result take_part(void *context, enum MHD_ValueKind kind, const char *name, const char *file,
                                 const char *type, const char *encoding, const char *bytes, uint64_t offset,
                                 size_t length) {
  (void)kind, (void)type, (void)encoding;
  cue_http_form *form = context;
  return form->part(form->data, name ? name : "", file, (const uint8_t *)bytes, offset, length) ? MHD_YES : MHD_NO;
}

cue_http_form *cue_http_form_open(cue_http_exchange *exchange,
                                  int (*part)(void *data, const char *name, const char *file, const uint8_t *bytes,
                                              uint64_t offset, size_t length),
                                  void *data) {
  cue_http_form *form = malloc(sizeof *form);
  if (!form) return NULL;
  *form = (cue_http_form){.part = part, .data = data};
  form->reader = library.MHD_create_post_processor(exchange->connection, 65536, take_part, form);
  if (form->reader) return form;
  free(form);
  return NULL;
}

int cue_http_form_take(cue_http_form *form, const uint8_t *bytes, size_t length) {
  return library.MHD_post_process(form->reader, (const char *)bytes, length) == MHD_YES;
}

int cue_http_form_close(cue_http_form *form) {
  int was_whole = library.MHD_destroy_post_processor(form->reader) == MHD_YES;
  free(form);
  return was_whole;
}

int cue_http_listen(const char *address, uint16_t *port) {
  union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
  } place = {0};
  socklen_t size = sizeof place.four;
  if (inet_pton(AF_INET, address, &place.four.sin_addr) == 1) {
    place.four.sin_family = AF_INET;
    place.four.sin_port = htons(*port);
  } else if (inet_pton(AF_INET6, address, &place.six.sin6_addr) == 1) {
    place.six.sin6_family = AF_INET6;
    place.six.sin6_port = htons(*port);
    size = sizeof place.six;
  } else {
    return -EINVAL;
  }
  int descriptor = socket(place.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
  if (descriptor < 0) return -errno;
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (place.any.sa_family == AF_INET6) setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  if (bind(descriptor, &place.any, size) < 0 || listen(descriptor, 128) < 0 ||
      getsockname(descriptor, &place.any, &size) < 0) {
    int why = errno;
    close(descriptor);
    return -why;
  }
  *port = ntohs(place.any.sa_family == AF_INET ? place.four.sin_port : place.six.sin6_port);
  return descriptor;
}
