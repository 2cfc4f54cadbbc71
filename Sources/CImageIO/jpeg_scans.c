#include "jpeg_scans.h"

#include <stdint.h>

bool cis_scans_suffice(const struct jpeg_decompress_struct *jpeg) {
  static const uint8_t zigzag[4][4] = {{0, 1, 5, 6}, {2, 4, 7, 13}, {3, 8, 12, 17}, {9, 11, 18, 24}};
  if (jpeg->scale_num > 4) return false;
  for (int index = 0; index < jpeg->num_components; index++) {
    const jpeg_component_info *component = &jpeg->comp_info[index];
    const JQUANT_TBL *steps = component->quant_table;
    if (steps == NULL) return false; /* no scan has covered it */
    int side = CIS_SCALED_SIDE(component) < 4 ? CIS_SCALED_SIDE(component) : 4;
    for (int row = 0; row < side; row++) {
      for (int column = 0; column < side; column++) {
        int unread_bits = jpeg->coef_bits[index][zigzag[row][column]];
        if (unread_bits < 0) return false;
        if (unread_bits > 0 && steps->quantval[row * DCTSIZE + column] << unread_bits > 16) return false;
      }
    }
  }
  return true;
}

bool cis_scans_tell_dc(const struct jpeg_decompress_struct *jpeg) {
  for (int index = 0; index < jpeg->num_components; index++) {
    if (jpeg->coef_bits[index][0] < 0) return false;
  }
  return true;
}
