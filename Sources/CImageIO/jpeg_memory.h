/* Gives libjpeg-turbo its large blocks by scratch.h, and all coefficients of a picture in one block. Private to this target. */
#ifndef CIS_JPEG_MEMORY_H
#define CIS_JPEG_MEMORY_H

#include <stdio.h>

#include <jpeglib.h>

/* A block, linked to the blocks before it. */
typedef struct cis_jpeg_block cis_jpeg_block;

typedef struct {
  struct jpeg_memory_mgr library; /* the library's own functions, which still give small blocks */
  cis_jpeg_block *blocks[JPOOL_NUMPOOLS];
  int arrays_count; /* of coefficients, one for each component in its order */
  /* Gives rows of a component's coefficients where the library does not keep them; NULL where it does. */
  JBLOCKARRAY (*coefficient_rows)(j_common_ptr jpeg, int component, JDIMENSION first, JDIMENSION count);
} cis_jpeg_memory;

/* Call it once `jpeg` is created; its client_data must be `memory`, or a struct that begins with it. */
void cis_jpeg_use_scratch(j_common_ptr jpeg, cis_jpeg_memory *memory);
/* A block of zeros that is freed with the image. */
void *cis_jpeg_zeros(j_common_ptr jpeg, size_t bytes);

#endif
