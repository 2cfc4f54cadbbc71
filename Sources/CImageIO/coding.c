#include "coding.h"

#include <string.h>

const double cis_srgb_xy[4][2] = {{0.3127, 0.3290}, {0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}};

void cis_describe_coding(unsigned primaries, unsigned transfer, bool is_rgb, cis_tag *tag) {
  static const double bt2020[4][2] = {{0.3127, 0.3290}, {0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}};
  static const double p3[4][2] = {{0.3127, 0.3290}, {0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}};
  const double(*xy)[2] = primaries == 1 ? cis_srgb_xy : primaries == 9 ? bt2020 : primaries == 12 ? p3 : NULL;
  tag->kind = CIS_TAG_PRIMARIES;
  switch (transfer) {
  case 1:
  case 6:
  case 14:
  case 15:
    tag->primaries.curve = CIS_CURVE_BT709;
    break;
  case 4:
  case 5:
  case 8:
    tag->primaries.curve = CIS_CURVE_POWER;
    tag->primaries.power = transfer == 4 ? 2.2 : transfer == 5 ? 2.8 : 1;
    break;
  case 13:
    tag->primaries.curve = CIS_CURVE_SRGB;
    break;
  default:
    tag->kind = CIS_TAG_UNUSABLE;
  }
  if (xy == NULL || !is_rgb) tag->kind = CIS_TAG_UNUSABLE;
  else memcpy(tag->primaries.xy, xy, sizeof cis_srgb_xy);
}
