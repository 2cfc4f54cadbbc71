/* A progressive JPEG at an eighth of its size from the DC coefficients of its first scan alone. Private to this target.

   libjpeg-turbo keeps all 64 coefficients of every block of such a file until the last scan, and spends most of its time
   on clearing them. The same pixels take a fifth of the processor time here, and 1/128 of the memory. Headers and markers
   are read by the library. */
#ifndef CIS_JPEG_DC_H
#define CIS_JPEG_DC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

/* One sample for each block of a component. */
typedef struct {
  uint8_t *samples;
  uint8_t *row; /* the row of pixels that is being upsampled */
  size_t columns, rows;          /* of blocks, padding blocks included */
  unsigned h_factor, v_factor;   /* pixels for each sample */
} cis_plane;

typedef struct {
  cis_plane planes[3];
  int planes_count;
  bool is_rgb;
} cis_dc_image;

/* Whether the scan whose header was just read holds the DC coefficients of all components of a gray, YCbCr or RGB image. */
bool cis_dc_scan_is_next(const struct jpeg_decompress_struct *jpeg);
/* The memory that its planes take. */
size_t cis_dc_bytes(const struct jpeg_decompress_struct *jpeg);
/* Decodes the scan into memory that is freed with `jpeg`. Fails and warns as the library does; missing samples are gray. */
void cis_dc_read(struct jpeg_decompress_struct *jpeg, cis_dc_image *image);
/* RGBA of `columns` pixels of a row, from column `first` on. */
void cis_dc_row(const cis_dc_image *image, uint32_t row, uint32_t first, uint32_t columns, uint8_t *rgba);

#endif
