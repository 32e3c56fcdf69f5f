// A terminal that is put back however the process ends.
#ifndef CUE_TERMINAL_H
#define CUE_TERMINAL_H

#include <stddef.h>
#include <stdint.h>

// What waits in the descriptor of cue_terminal_signals, one byte each.
#define CUE_TERMINAL_RESIZED 1
#define CUE_TERMINAL_STOPPING 2
#define CUE_TERMINAL_CONTINUED 3

// Has `terminal` give its keys one by one, unseen and as they are, and writes `enter` to it. From now on, and until
// cue_terminal_leave, whatever ends the process (exit, a signal, a crash) first puts the terminal's modes back and writes `leave`.
// Both may be empty. There is one such terminal in a process; a second call takes it again. Returns 0 or errno.
int cue_terminal_enter(int terminal, const char *enter, const char *leave);

// Puts the terminal back; nothing if there is none or it is back already. Can be called from any thread and in a signal's
// handler. A terminal that has meanwhile gone to another process group is that one's, and left as it is.
void cue_terminal_leave(void);

// A descriptor that becomes readable when the terminal has another size (SIGWINCH), is to be given to the shell (SIGTSTP), or has
// come back from it (SIGCONT); -1 on failure. From now on SIGTSTP alone does not stop the process: see cue_terminal_stop.
int cue_terminal_signals(void);

// Stops the process as SIGTSTP would have done, where somebody is there who could continue it; returns when it goes on.
void cue_terminal_stop(void);

// Waits until `keys`, `signals` or `event` is ready, at most `milliseconds` (-1: for ever). Returns a mask: 1 keys, 2 signals,
// 4 event; 0: time is up.
int cue_terminal_wait(int keys, int signals, int event, int milliseconds);

// Returns 0, or errno if `terminal` is not one. Both are 0 where the terminal does not know.
int cue_terminal_size(int terminal, int *columns, int *rows);

// Whether the character set of the user's locale is UTF-8, by LC_ALL, LC_CTYPE and LANG; of a locale that is not installed, by
// its name.
int cue_locale_is_unicode(void);

// The columns that `scalar` takes: 0, 1 or 2; -1 where it is nothing to show. By the C library's table.
int cue_terminal_width(uint32_t scalar);

#endif
