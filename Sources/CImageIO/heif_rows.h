/* Rows of RGBA from the planes that libheif decodes to. Private to this target. */
#ifndef CIS_HEIF_ROWS_H
#define CIS_HEIF_ROWS_H

#include "cimageio.h"

#include <libheif/heif.h>

/* Up to three planes of colour and one of alpha, each of 8 to 16 bits a sample. */
typedef struct {
  struct {
    const uint8_t *bytes; /* NULL where there is none */
    int stride;
    unsigned bits;
    uint32_t width, height;
  } planes[4];
  unsigned column_shift, row_shift; /* of chroma */
  enum { CIS_PLANES_GRAY, CIS_PLANES_RGB, CIS_PLANES_YCBCR } kind;
  int32_t from_luma, red_from_cr, green_from_cb, green_from_cr, blue_from_cb; /* in 65536ths */
  int32_t black;
} cis_heif_planes;

/* Describes the planes of a decoded picture; `coding` may be NULL. False if the picture is of an unknown kind. */
bool cis_heif_planes_of(const struct heif_image *image, const struct heif_color_profile_nclx *coding,
                        cis_heif_planes *planes);
void cis_heif_row(const cis_heif_planes *planes, uint32_t y, uint32_t first_column, uint32_t columns, uint8_t *row);

#endif
