/* A progressive JPEG at an eighth of its size from its first scan alone: the mean of each block. Private to this target.

   libjpeg-turbo keeps all coefficients of such a file, 64 a block, until its last scan has come, and needs most of its
   time for clearing them. A first scan tells one of them. What the headers say is the library's own reading. */
#ifndef CIS_JPEG_MEANS_H
#define CIS_JPEG_MEANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

/* The means of one component. */
typedef struct {
  uint8_t *samples;
  uint8_t *row; /* of pixels, for the one that is being made */
  size_t columns, rows;         /* of blocks, those that only fill up the last row or column included */
  unsigned per_column, per_row; /* how many pixels a mean is wide and high */
} cis_plane;

typedef struct {
  cis_plane planes[3];
  int planes_count;
  bool is_rgb;
} cis_means;

/* Whether the scan whose header was just read is one that this reads: all means of a grey or coloured picture. */
bool cis_means_are_next(const struct jpeg_decompress_struct *jpeg);
/* What they take. */
size_t cis_means_bytes(const struct jpeg_decompress_struct *jpeg);
/* Reads the scan, into memory that goes with `jpeg`. Fails and warns as the library does; what is missing is grey. */
void cis_means_read(struct jpeg_decompress_struct *jpeg, cis_means *means);
/* RGBA of `columns` means of a row, from `first` on. */
void cis_means_row(const cis_means *means, uint32_t row, uint32_t first, uint32_t columns, uint8_t *rgba);

#endif
