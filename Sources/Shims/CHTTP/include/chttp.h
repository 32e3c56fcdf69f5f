// An HTTP server, by libmicrohttpd, for callers that cannot call variadic functions.
//
// This target is the only code that knows the library, which is loaded when a server starts. Each connection has a thread of its own:
// a function of the caller may take its time, and two connections never wait for each other.
#ifndef CHTTP_H
#define CHTTP_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct cue_http_server cue_http_server;
// A request and its answer.
typedef struct cue_http_exchange cue_http_exchange;

// What the caller does for each exchange, in this order; called by the thread of its connection.
typedef struct {
  void *context;
  // The head of the request has come. Returns what cue_http_set_owner keeps; NULL with an answer that was given already: the body
  // is not read.
  void *(*begin)(void *context, cue_http_exchange *exchange);
  // The next bytes of the body. 0 ends the connection.
  int (*take)(void *owner, const uint8_t *bytes, size_t length);
  // All of the request has come: an answer has to be given.
  void (*serve)(void *owner, cue_http_exchange *exchange);
  // The exchange is over, however it ended.
  void (*end)(void *owner);
} cue_http_handler;

typedef struct {
  // A socket that listens. The server closes it.
  int descriptor;
  // The texts of a key and a certificate (PEM); NULL: no TLS.
  const char *key;
  const char *certificate;
  // The most connections at a time, and of one address.
  unsigned connections, connections_of_address;
  // A connection without any traffic ends after that.
  unsigned idle_seconds;
  // The most bytes of a request's head.
  size_t head_bytes;
} cue_http_settings;

// Whether the library is there; why not, in the loader's words. [any]
int cue_http_is_there(char *why, size_t size);

// Starts a server; NULL if that failed: a wrong key or certificate, or no memory.
cue_http_server *cue_http_start(const cue_http_settings *settings, const cue_http_handler *handler);
// Takes no more connections; those that are open go on.
void cue_http_quiesce(cue_http_server *server);
// How many connections are open. [any]
unsigned cue_http_connections(cue_http_server *server);
// Ends all connections and waits for their threads. A function of the caller that waits has to be woken before.
void cue_http_stop(cue_http_server *server);

// The request. Texts live as long as the exchange.
const char *cue_http_method(const cue_http_exchange *exchange);
// The path, without the query, percent signs decoded.
const char *cue_http_path(const cue_http_exchange *exchange);
// Calls `each` with every header (or every member of the query), in order; a value may be NULL.
void cue_http_each_header(cue_http_exchange *exchange, void (*each)(void *data, const char *name, const char *value),
                          void *data);
void cue_http_each_query(cue_http_exchange *exchange, void (*each)(void *data, const char *name, const char *value),
                         void *data);
// The address of the client in numbers, without a port.
void cue_http_client(cue_http_exchange *exchange, char *text, size_t size);
// The socket of the connection, to notice that the client went away; -1 if it is not known.
int cue_http_socket(cue_http_exchange *exchange);
// Whether the client has closed the connection. [any]
int cue_http_is_closed(int socket);

// The answer: headers first, then one of these, once.
void cue_http_add_header(cue_http_exchange *exchange, const char *name, const char *value);
// An answer of `length` bytes, which are copied. 0 without memory.
int cue_http_answer(cue_http_exchange *exchange, unsigned status, const void *bytes, size_t length);
// An answer of unknown length. `read` gives the next bytes, at most `size`; 0: they end here, below 0: the answer is broken off, and the
// client notices. `release` is called once, when no more is read. 0 without memory; then `release` was called.
int cue_http_stream(cue_http_exchange *exchange, unsigned status,
                    ssize_t (*read)(void *data, uint8_t *bytes, size_t size), void (*release)(void *data), void *data);

typedef struct cue_http_form cue_http_form;
// Reads a form (multipart/form-data). `part` gets the next bytes of a part, `file` is NULL for a text; 0 ends it. NULL if the request is
// no form.
cue_http_form *cue_http_form_open(cue_http_exchange *exchange,
                                  int (*part)(void *data, const char *name, const char *file, const uint8_t *bytes,
                                              uint64_t offset, size_t length),
                                  void *data);
// The next bytes of the body; 0 if they are no form, or `part` ended it.
int cue_http_form_take(cue_http_form *form, const uint8_t *bytes, size_t length);
// Ends it; 0 if the form was not whole.
int cue_http_form_close(cue_http_form *form);

// A socket that listens on `address` (numbers) and `port`, 0: any free one, which is put into `port`. Below 0: errno, negative. [any]
int cue_http_listen(const char *address, uint16_t *port);

#endif
