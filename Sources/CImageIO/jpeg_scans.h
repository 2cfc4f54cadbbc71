/* What the scans of a progressive JPEG tell that libjpeg-turbo has read so far. Private to this target. */
#ifndef CIS_JPEG_SCANS_H
#define CIS_JPEG_SCANS_H

#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

/* Whether the scans that were read tell enough of every coefficient that shows in a picture of at most half the
   size: what later scans add to one would change a pixel by two levels at most, an eighth of what the coefficient
   gains. */
bool cis_scans_suffice(const struct jpeg_decompress_struct *jpeg);
/* Whether each block's mean is known, if not to the last bit. */
bool cis_scans_tell_means(const struct jpeg_decompress_struct *jpeg);

#endif
