/* Gives libjpeg-turbo its large blocks as scratch.h does, and all coefficients of a picture in one. Private to this
   target. */
#ifndef CIS_JPEG_MEMORY_H
#define CIS_JPEG_MEMORY_H

#include <stdio.h>

#include <jpeglib.h>

/* A block with those that came before it. */
typedef struct cis_jpeg_block cis_jpeg_block;

typedef struct {
  struct jpeg_memory_mgr library; /* its own functions, which go on giving small blocks */
  cis_jpeg_block *blocks[JPOOL_NUMPOOLS];
} cis_jpeg_memory;

/* To be called once `jpeg` was created; its client_data must be `memory`, or what that is the first part of. */
void cis_jpeg_use_scratch(j_common_ptr jpeg, cis_jpeg_memory *memory);

#endif
