// The line between a worker and a child that it forked: a socket, with words of one letter.
//
//   to the child    'R' and a request; 'C' and credit
//   to the worker   'D': the request is done, and another may come; 'L': it was the last
#ifndef WORKER_LINE_H
#define WORKER_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINE_DONE 'D'
#define LINE_LAST 'L'

// In the worker, to a child. A child that has died gets nothing, which is seen elsewhere.
void line_send(int line, const void *bytes, size_t length);

// In a child: its end of the line.
void line_open(int descriptor);
// True in a forked child: its messages are at most PIPE_BUF bytes.
bool in_child(void);
// Waits for all of it; ends the child when the worker needs it no more.
void line_receive(void *bytes, size_t length);
// The next word; credit is read with it.
char line_word(uint32_t *credit);
// Waits for more credit.
uint32_t credit_receive(void);
// Waits until there is a word, and takes nothing.
void line_wait(void);
void line_say(char word);

#endif
