#include <stddef.h>
#include <stdint.h>

/* libFuzzer as a library (llvm.org/docs/LibFuzzer.html): runs its main loop over `test_one_input`. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test_one_input)(const uint8_t *data, size_t size));
