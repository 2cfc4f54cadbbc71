#include "cimageio.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

#define TEXT_OF(token) #token
#define TEXT(macro) TEXT_OF(macro)

/* Blocks of this size and larger are mapped, and leave the process when they are freed; smaller ones are many, and soon used
   again. glibc's own threshold rises to the size of whatever is freed. */
#define LARGEST_KEPT 65536

void cis_return_freed_memory(void) {
  mallopt(M_MMAP_THRESHOLD, LARGEST_KEPT);
  mallopt(M_TRIM_THRESHOLD, LARGEST_KEPT);
}

const char *cis_memory_setting(void) {
  return "M_MMAP_THRESHOLD=" TEXT(LARGEST_KEPT) " M_TRIM_THRESHOLD=" TEXT(LARGEST_KEPT);
}

#else
void cis_return_freed_memory(void) {}
const char *cis_memory_setting(void) { return ""; }
#endif
