// The line between a worker and a child that it forked: a socket, and a few words in memory that both share.
//
//   to the child    'R' and a request; the next one may be there before the child is done with the first
//   to the worker   'D': the request is done, and the child goes on with the next; 'L': it was the last, and what was given ahead
//                   of time goes to another child
//
// Requests of a child are counted from 1. Which one the child serves stands in the shared words. The child goes on to the next by
// itself; the worker takes a request back by a mark on that number. One of the two is first, and each sees which: so a child is
// killed for a request that it serves, and never for the one before.
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
  atomic_uint serving;    // the number of the request, with the mark where that was taken back
  atomic_uint credit[2];  // frames that were granted behind the request: of those with even numbers, and with odd ones
} line_words;

// In the worker, to a child. A child that has died gets nothing, which is seen elsewhere.
void line_send(int line, const void *bytes, size_t length);
// Takes back request `number`; false where the child is done with it.
bool line_take_back(line_words *words, unsigned number);
// Request `number`, which the child serves, may make so many frames more.
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
// Waits for more credit for the request.
uint32_t credit_receive(void);
// The request is done: goes on to the next number, whether or not there will be one. Does not return where it was taken back: the worker kills the child.
void line_done(void);
void line_say(char word);

#endif
