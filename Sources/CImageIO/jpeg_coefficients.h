/* The coefficients of a progressive JPEG, of which those are kept that show at the scaled size. Private to this target.

   libjpeg-turbo keeps all 64 of every block, and most of its time at small sizes goes into clearing and passing over that
   memory. Here it gets rows in its own layout when it asks for them. */
#ifndef CIS_JPEG_COEFFICIENTS_H
#define CIS_JPEG_COEFFICIENTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

#include "cimageio.h"

/* Those of one component. AC coefficients have numbers from 1 to 63, their places in the order of scans. */
typedef struct {
  size_t columns, rows;       /* of blocks, padding blocks included */
  JCOEF *dc;                  /* by block */
  uint64_t *masks;            /* by block: the numbers of the AC coefficients that are not zero; NULL where none is read */
  JCOEF *ac;                  /* by block, `ac_count` of them */
  size_t ac_count;            /* DCTSIZE2 where they lie as in the library's blocks */
  int8_t ac_places[DCTSIZE2]; /* by number: the place in `ac`, or -1 for one that is not kept */
  JBLOCKARRAY lines;          /* whole blocks of all rows; only those of the window are up to date */
  JBLOCKROW window;           /* NULL where all coefficients are kept */
  size_t window_rows, mcu_rows;
} cis_coefficients;

/* The memory that they take at the image's scale. */
size_t cis_coefficients_bytes(const struct jpeg_decompress_struct *jpeg, cis_scans scans);
/* The memory of all coefficients, which the library holds where it reads the scans itself. */
size_t cis_blocks_bytes(const struct jpeg_decompress_struct *jpeg);
/* Makes those of all components, all zero, in one block of memory that is freed with `jpeg`. */
void cis_coefficients_make(j_decompress_ptr jpeg, cis_scans scans, cis_coefficients *components);
/* Rows of whole blocks, up to date until the next call. */
JBLOCKARRAY cis_coefficients_rows(j_decompress_ptr jpeg, cis_coefficients *coefficients, size_t first, size_t count);

#endif
