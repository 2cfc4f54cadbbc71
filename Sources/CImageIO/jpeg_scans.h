/* Whether libjpeg-turbo has read enough scans of a progressive JPEG. Private to this target. */
#ifndef CIS_JPEG_SCANS_H
#define CIS_JPEG_SCANS_H

#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

/* The side in pixels that a block is scaled to. */
#if JPEG_LIB_VERSION >= 70
#define CIS_SCALED_SIDE(component) ((component)->DCT_h_scaled_size)
#else
#define CIS_SCALED_SIDE(component) ((component)->DCT_scaled_size)
#endif

/* Whether the coefficients that show most in a picture of at most half the size are known well enough: later scans change the
   share of each in a pixel by about two levels at most. Over nine photos, pixels differ from those of all scans by up to 0.9
   levels in the mean. */
bool cis_scans_suffice(const struct jpeg_decompress_struct *jpeg);
/* Whether the DC coefficient of each block is known, if not to the last bit. */
bool cis_scans_tell_dc(const struct jpeg_decompress_struct *jpeg);

#endif
