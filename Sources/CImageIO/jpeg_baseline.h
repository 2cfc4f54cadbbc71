/* The Huffman codes of a baseline JPEG, decoded in place of libjpeg-turbo's decoder, which does the rest. Private to this target.

   Codes are most of the work of shrinking a photo. One lookup tells one or two of them here, with their magnitudes, which takes
   about two thirds of the library's time. Coefficients are the library's, those of damaged files too; each invalid code is a
   warning, where the library passes over some. */
#ifndef CIS_JPEG_BASELINE_H
#define CIS_JPEG_BASELINE_H

#include <stdio.h>

#include <jpeglib.h>

/* Replaces the decoder of an image that was just started, where it is baseline, of one scan, and large enough to gain. */
void cis_baseline_use(j_decompress_ptr jpeg);

#endif
