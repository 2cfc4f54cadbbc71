/* Working memory of the codec libraries. Large blocks are mapped, and so leave the process when they are freed: malloc
   keeps them for itself. Private to this target. */
#ifndef CIS_SCRATCH_H
#define CIS_SCRATCH_H

#include <stddef.h>

/* From here on a block is mapped. Smaller ones are many, and sooner had from malloc. */
#define CIS_MAPPED 65536

/* Zeros, aligned to 64 bytes; NULL where there is no memory. */
void *cis_scratch_new(size_t bytes);
/* The first bytes of `block`, which is freed, in a block of another size; NULL leaves `block` as it is. */
void *cis_scratch_resize(void *block, size_t bytes);
void cis_scratch_free(void *block);

#endif
