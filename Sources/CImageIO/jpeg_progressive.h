/* The scans of a progressive JPEG, decoded in place of libjpeg-turbo's decoder, which does the rest. Private to this target.

   Scans that refine coefficients are half of the library's work, which looks at each coefficient of each block; here a mask
   tells which ones of a block are not zero. Coefficients are the library's, those of damaged files too. */
#ifndef CIS_JPEG_PROGRESSIVE_H
#define CIS_JPEG_PROGRESSIVE_H

#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

#include "jpeg_coefficients.h"
#include "jpeg_entropy.h"

typedef struct {
  struct jpeg_entropy_decoder methods, *replaced; /* the library's, which checks the header of each scan */
  cis_coefficients components[MAX_COMPONENTS];
} cis_progressive;

/* Whether the image is progressive, and its coefficients have Huffman codes. */
bool cis_progressive_reads(const struct jpeg_decompress_struct *jpeg);
/* Replaces the decoder of an image that was just started. */
void cis_progressive_start(j_decompress_ptr jpeg, cis_scans scans, cis_progressive *progressive);
/* Decodes the scan whose header was just read, or passes over it where its coefficients are not kept; JPEG_SCAN_COMPLETED. */
int cis_progressive_read_scan(j_decompress_ptr jpeg, cis_progressive *progressive);

#endif
