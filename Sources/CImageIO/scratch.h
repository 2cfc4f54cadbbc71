/* Working memory of the codec libraries. Large blocks are mapped, and so leave the process when they are freed; malloc would
   keep them. Private to this target. */
#ifndef CIS_SCRATCH_H
#define CIS_SCRATCH_H

#include <stddef.h>

/* Blocks of this size and larger are mapped. Smaller ones are many, and malloc gives them sooner. */
#define CIS_MAPPED 65536

/* Zeros, aligned to 64 bytes; NULL if memory runs out. */
void *cis_scratch_new(size_t bytes);
/* Moves the first bytes of `block` to a block of another size, and frees `block`; if it returns NULL, `block` is unchanged. */
void *cis_scratch_resize(void *block, size_t bytes);
void cis_scratch_free(void *block);

#endif
