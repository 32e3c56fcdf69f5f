// The line between a worker and a child that it forked: a socket, and a few words in memory that both share.
//
//   to the child    'R' and a request; the next one may be there before the child is done with the first
//   to the worker   'D': the request is done, and the child waits for the next; 'L': it was the last, and what was given ahead of
//                   time goes to another child
//
// Requests of a child are counted from 1. Which one the child serves stands in the shared words, with marks:
//
//   ahead   the worker gives the next request now. The child goes on with that and says nothing, so that nobody is woken.
//   back    the worker takes the request back, and kills the child.
//   last    the child is done, and does not go on.
//
// Each mark is set, and the number changed, in one step. So one of the two is first, and each sees which: a child is killed for a
// request that it serves, and never for the one before.
#ifndef WORKER_LINE_H
#define WORKER_LINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINE_DONE 'D'
#define LINE_LAST 'L'

// What a worker and one child share.
typedef struct {
  atomic_uint serving;    // the number of the request, with its marks
  atomic_uint unwaited;   // the number of the last request that the child went on to without waiting
  atomic_uint credit[2];  // frames that were granted after the request: of those with even numbers, and with odd ones
} line_words;

// In the worker, to a child. A child that has died gets nothing, which is seen elsewhere.
void line_send(int line, const void *bytes, size_t length);
// Takes back request `number`; false where the child is done with it.
bool line_take_back(line_words *words, unsigned number);
// The one after request `number` is given now; false where the child is done with `number`, and says so.
bool line_give_ahead(line_words *words, unsigned number);
// The child is to say when it is done with request `number`, all the same; false if it has gone on.
bool line_ask_for_word(line_words *words, unsigned number);
// Whether the child has gone on from request `number`.
bool line_is_past(line_words *words, unsigned number);
// Request `number`, which the child serves or was given, may make this many frames more.
void line_grant(line_words *words, unsigned number, uint32_t frames);

// In a child: its end of the line.
void line_open(int descriptor, line_words *words);
// True in a forked child: its messages are at most PIPE_BUF bytes.
bool in_child(void);
// Waits for all of it; ends the child when the worker needs it no more.
void line_receive(void *bytes, size_t length);
// Waits for the next request; what follows is to be received.
void line_next(void);
// Waits until there is a request, and takes nothing.
void line_wait(void);
// Which request of its own the child serves, from 1.
unsigned line_number(void);
// Whether the child went on to its request without waiting.
bool line_was_ahead(void);
// Waits for more credit for the request.
uint32_t credit_receive(void);
// The request is done: goes on to the next number, whether or not there will be one, unless it was the last. False where the
// worker need not be notified. Does not return where the request was taken back: the worker kills the child.
bool line_done(bool is_last);
void line_say(char word);

#endif
