// libFuzzer's driver, which has no header of its own.
#ifndef CUE_FUZZ_H
#define CUE_FUZZ_H
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*fuzz)(const uint8_t *bytes, size_t count));

#endif
