/* Colours by the code points of ITU-T H.273, as PNG's cICP and HEIF's nclx state them. Private to this target. */
#ifndef CIS_CODING_H
#define CIS_CODING_H

#include "cimageio.h"

/* x and y of white, red, green and blue. */
extern const double cis_srgb_xy[4][2];

/* Describes the colours, as far as 8 bits can hold them; `is_rgb` tells whether pixels are RGB of full range. */
void cis_describe_coding(unsigned primaries, unsigned transfer, bool is_rgb, cis_tag *tag);

#endif
