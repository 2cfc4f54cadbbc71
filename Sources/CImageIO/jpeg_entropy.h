/* What libjpeg-turbo's other parts know of an entropy decoder, so that ours can stand in for its own. Private to this target.

   jpegint.h says it, which not every system installs. A program that is compiled with libjpeg-turbo 2 may run with 3, which put
   two methods for lossless JPEGs before the last field. */
#ifndef CIS_JPEG_ENTROPY_H
#define CIS_JPEG_ENTROPY_H

#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

/* Decoders of later releases may look different. */
#define CIS_KNOWS_ENTROPY_DECODER (LIBJPEG_TURBO_VERSION_NUMBER < 4000000)

struct jpeg_entropy_decoder {
  void (*start_pass)(j_decompress_ptr jpeg);
  boolean (*decode_mcu)(j_decompress_ptr jpeg, JBLOCKROW *blocks);
  union {
    boolean insufficient_data_2;
    void (*decode_mcus_3)(void);
  };
  void (*process_restart_3)(void);
  boolean insufficient_data_3;
};

/* Says whether the data have ended before their restart interval or scan. */
static inline void cis_set_insufficient(struct jpeg_entropy_decoder *decoder, bool is_insufficient) {
  decoder->insufficient_data_2 = decoder->insufficient_data_3 = is_insufficient;
}

#endif
