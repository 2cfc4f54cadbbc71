#include "picture.h"

#include <stdlib.h>
#include <string.h>

#include <lcms2.h>

/* Entries of the table from linear light to sRGB: fine enough for its steepest part, at black. */
#define STEPS 8192

typedef float float4 __attribute__((vector_size(16)));

/* Converts a profile's colours to sRGB. `convert_by_matrix` does the work of Little CMS for profiles of three curves and a
   matrix, as all phones write, in a third of the time; it is used only if it agrees with Little CMS. */
struct cis_color {
  cmsContext context;
  cmsHTRANSFORM transform; /* always there, and the reference */
  enum { IDENTITY, GRAY, MATRIX, CMYK, TRANSFORM } method;
  uint8_t gray[256][3];
  float4 columns[3][256];   /* the share of each channel value in linear red, green and blue, in steps */
  uint8_t srgb[STEPS + 1];
};

static void report(cmsContext context, cmsUInt32Number code, const char *text) {
  cis_status *status = cmsGetContextUserData(context);
  if (status != NULL) cis_fail(status, CIS_MALFORMED, -1, text);
}

/* A context that reports errors to `status`; NULL, and a status that says so, if memory runs out. */
static cmsContext make_context(cis_status *status) {
  cmsContext context = cmsCreateContext(NULL, status);
  if (context == NULL) cis_fail(status, CIS_NO_MEMORY, -1, "no memory for Little CMS");
  else cmsSetLogErrorHandlerTHR(context, report);
  return context;
}

static void convert_by_matrix(const cis_color *color, const uint8_t *from, uint8_t *to, uint32_t pixels) {
  for (const uint8_t *end = from + (size_t)pixels * 4; from < end; from += 4, to += 4) {
    float4 linear = color->columns[0][from[0]] + color->columns[1][from[1]] + color->columns[2][from[2]];
    for (int channel = 0; channel < 3; channel++) {
      float steps = linear[channel] > 0 ? linear[channel] : 0; /* also for NaN */
      to[channel] = color->srgb[(unsigned)((steps < STEPS ? steps : STEPS) + 0.5f)];
    }
    to[3] = from[3];
  }
}

void cis_color_convert(const cis_color *color, const uint8_t *from, uint8_t *to, uint32_t pixels) {
  switch (color->method) {
  case IDENTITY:
    memcpy(to, from, (size_t)pixels * 4);
    break;
  case GRAY:
    for (const uint8_t *end = from + (size_t)pixels * 4; from < end; from += 4, to += 4) {
      memcpy(to, color->gray[from[0]], 3);
      to[3] = from[3];
    }
    break;
  case MATRIX:
    convert_by_matrix(color, from, to, pixels);
    break;
  case CMYK:
    cmsDoTransform(color->transform, from, to, pixels);
    for (uint32_t pixel = 0; pixel < pixels; pixel++) to[(size_t)pixel * 4 + 3] = 255;
    break;
  case TRANSFORM:
    cmsDoTransform(color->transform, from, to, pixels);
    break;
  }
}

bool cis_color_is_identity(const cis_color *color) { return color->method == IDENTITY; }

/* Colours all over the cube, and all grays. */
#define SIDE 9
#define SAMPLES (SIDE * SIDE * SIDE + 256)

static void sample(uint8_t pixels[SAMPLES][4]) {
  for (int index = 0; index < SAMPLES; index++) {
    uint8_t *pixel = pixels[index];
    int gray = index - SIDE * SIDE * SIDE;
    pixel[0] = (uint8_t)(gray < 0 ? index % SIDE * 255 / (SIDE - 1) : gray);
    pixel[1] = (uint8_t)(gray < 0 ? index / SIDE % SIDE * 255 / (SIDE - 1) : gray);
    pixel[2] = (uint8_t)(gray < 0 ? index / SIDE / SIDE * 255 / (SIDE - 1) : gray);
    pixel[3] = 255;
  }
}

/* Whether no channel differs by more than one level. */
static bool are_close(uint8_t (*one)[4], uint8_t (*other)[4]) {
  for (int index = 0; index < SAMPLES; index++) {
    for (int channel = 0; channel < 3; channel++) {
      if (abs(one[index][channel] - other[index][channel]) > 1) return false;
    }
  }
  return true;
}

static const cmsTagSignature curve_tags[3] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
static const cmsTagSignature primary_tags[3] = {
  cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag};

/* The inverse of the matrix whose columns are a profile's primaries; Cramer's rule. */
static bool invert_primaries(cmsHPROFILE profile, double inverse[3][3]) {
  double m[3][3];
  for (int channel = 0; channel < 3; channel++) {
    const cmsCIEXYZ *primary = cmsReadTag(profile, primary_tags[channel]);
    if (primary == NULL) return false;
    m[0][channel] = primary->X;
    m[1][channel] = primary->Y;
    m[2][channel] = primary->Z;
  }
  double determinant = 0;
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++) {
      int r = (column + 1) % 3, s = (column + 2) % 3, c = (row + 1) % 3, d = (row + 2) % 3;
      inverse[row][column] = m[r][c] * m[s][d] - m[r][d] * m[s][c];
    }
  }
  for (int column = 0; column < 3; column++) determinant += m[0][column] * inverse[column][0];
  for (int index = 0; index < 9; index++) inverse[index / 3][index % 3] /= determinant;
  return true;
}

static bool fill_matrix(cis_color *color, cmsHPROFILE profile, cmsHPROFILE srgb) {
  double from_xyz[3][3];
  if (!invert_primaries(srgb, from_xyz)) return false;
  cmsToneCurve *back = cmsReverseToneCurve(cmsReadTag(srgb, cmsSigRedTRCTag));
  if (back == NULL) return false;
  for (int step = 0; step <= STEPS; step++) {
    float number = cmsEvalToneCurveFloat(back, (float)step / STEPS) * 255;
    color->srgb[step] = (uint8_t)(number < 0 ? 0 : number > 255 ? 255 : number + 0.5f);
  }
  cmsFreeToneCurve(back);
  for (int channel = 0; channel < 3; channel++) {
    const cmsToneCurve *curve = cmsReadTag(profile, curve_tags[channel]);
    const cmsCIEXYZ *primary = cmsReadTag(profile, primary_tags[channel]);
    if (curve == NULL || primary == NULL) return false;
    for (int number = 0; number < 256; number++) {
      double linear = cmsEvalToneCurveFloat(curve, (float)number / 255) * STEPS;
      for (int out = 0; out < 3; out++) {
        color->columns[channel][number][out] =
          (float)(linear * (from_xyz[out][0] * primary->X + from_xyz[out][1] * primary->Y +
                           from_xyz[out][2] * primary->Z));
      }
    }
  }
  return true;
}

/* Finds the cheapest method that agrees with the transform. */
static void choose_method(cis_color *color, cmsHPROFILE profile, cmsHPROFILE srgb) {
  uint8_t before[SAMPLES][4], reference[SAMPLES][4], own[SAMPLES][4];
  sample(before);
  cmsDoTransform(color->transform, before, reference, SAMPLES);
  if (are_close(before, reference)) {
    color->method = IDENTITY;
  } else if (cmsIsMatrixShaper(profile) && fill_matrix(color, profile, srgb)) {
    convert_by_matrix(color, &before[0][0], &own[0][0], SAMPLES);
    if (are_close(own, reference)) color->method = MATRIX;
  }
}

static void fill_gray(cis_color *color) {
  uint8_t values[256];
  bool is_identity = true;
  for (int value = 0; value < 256; value++) values[value] = (uint8_t)value;
  cmsDoTransform(color->transform, values, color->gray, 256);
  for (int value = 0; value < 256; value++) {
    for (int channel = 0; channel < 3; channel++) {
      is_identity = is_identity && abs(color->gray[value][channel] - value) <= 1;
    }
  }
  color->method = is_identity ? IDENTITY : GRAY;
}

/* Whether the profile describes such pixels; gray ones, whose three channels are equal, may have an RGB profile. */
static bool fits(cmsHPROFILE profile, cis_colors colors) {
  cmsProfileClassSignature kind = cmsGetDeviceClass(profile);
  bool is_of_device = kind == cmsSigInputClass || kind == cmsSigDisplayClass || kind == cmsSigOutputClass;
  if (!is_of_device && kind != cmsSigColorSpaceClass) return false;
  cmsColorSpaceSignature space = cmsGetColorSpace(profile);
  if (space == cmsSigGrayData) return colors == CIS_GRAY;
  if (space == cmsSigRgbData) return colors == CIS_GRAY || colors == CIS_RGB;
  return space == cmsSigCmykData && (colors == CIS_CMYK || colors == CIS_CMYK_INVERTED);
}

static void open_with(cis_color *color, cmsHPROFILE profile, cmsHPROFILE srgb, cis_colors colors,
                      cis_status *status) {
  if (!fits(profile, colors)) {
    cis_fail(status, CIS_UNSUPPORTED, -1, "it is not of the kind of colours that the picture has");
    return;
  }
  bool is_gray = cmsGetColorSpace(profile) == cmsSigGrayData;
  bool is_rgb = cmsGetColorSpace(profile) == cmsSigRgbData;
  cmsUInt32Number from = is_gray ? TYPE_GRAY_8
                         : is_rgb ? TYPE_RGBA_8
                         : colors == CIS_CMYK_INVERTED ? TYPE_CMYK_8_REV
                                                       : TYPE_CMYK_8;
  /* Without its cache of one pixel, a transform may be used by several threads at a time. */
  cmsUInt32Number flags = cmsFLAGS_NOCACHE | (is_rgb ? cmsFLAGS_COPY_ALPHA : 0);
  color->transform = cmsCreateTransformTHR(color->context, profile, from, srgb, is_gray ? TYPE_RGB_8 : TYPE_RGBA_8,
                                           INTENT_PERCEPTUAL, flags);
  if (color->transform == NULL) {
    cis_fail(status, CIS_MALFORMED, -1, "its tables make no sense");
    return;
  }
  color->method = is_rgb ? TRANSFORM : CMYK;
  if (is_gray) fill_gray(color);
  if (is_rgb) choose_method(color, profile, srgb);
}

cis_color *cis_color_open(const uint8_t *profile_bytes, size_t count, cis_colors colors, cis_status *status) {
  cis_color *color = NULL;
  /* calloc only promises the alignment of standard types; float4 needs 16 bytes. */
  if (posix_memalign((void **)&color, 64, sizeof *color) != 0) {
    cis_fail(status, CIS_NO_MEMORY, -1, "no memory for a colour profile");
    return NULL;
  }
  memset(color, 0, sizeof *color);
  color->context = make_context(status);
  if (color->context == NULL) {
    free(color);
    return NULL;
  }
  cmsHPROFILE profile = cmsOpenProfileFromMemTHR(color->context, profile_bytes, (cmsUInt32Number)count);
  cmsHPROFILE srgb = cmsCreate_sRGBProfileTHR(color->context);
  if (profile == NULL || srgb == NULL) {
    cis_fail(status, CIS_MALFORMED, -1, "it is not an ICC profile");
  } else {
    open_with(color, profile, srgb, colors, status);
  }
  if (profile != NULL) cmsCloseProfile(profile);
  if (srgb != NULL) cmsCloseProfile(srgb);
  if (color->transform == NULL) {
    cis_color_close(color);
    return NULL;
  }
  /* Errors of optional parts do not concern the caller. */
  status->code = CIS_OK;
  cmsSetLogErrorHandlerTHR(color->context, NULL);
  return color;
}

void cis_color_close(cis_color *color) {
  if (color->transform != NULL) cmsDeleteTransform(color->transform);
  cmsDeleteContext(color->context);
  free(color);
}

/* The transfer curves of H.273 for 8 bits: BT.709, a power, sRGB. */
static cmsToneCurve *curve_of(cmsContext context, const cis_primaries *primaries) {
  static const double srgb[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  static const double bt709[5] = {1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081};
  switch (primaries->curve) {
  case CIS_CURVE_SRGB:
    return cmsBuildParametricToneCurve(context, 4, srgb);
  case CIS_CURVE_BT709:
    return cmsBuildParametricToneCurve(context, 4, bt709);
  case CIS_CURVE_POWER:
    return cmsBuildGamma(context, primaries->power);
  }
  return NULL;
}

static bool save(cmsHPROFILE profile, cis_bytes *out, cis_status *status) {
  cmsUInt32Number count = 0;
  if (!cmsSaveProfileToMem(profile, NULL, &count)) return false;
  *out = (cis_bytes){.bytes = malloc(count), .count = count};
  if (out->bytes == NULL) {
    cis_fail(status, CIS_NO_MEMORY, -1, "no memory for a colour profile");
    return false;
  }
  if (!cmsSaveProfileToMem(profile, out->bytes, &count)) return false;
  /* A fixed creation date: equal colours must give equal profiles. */
  static const uint8_t date[12] = {0x07, 0xD0, 0, 1, 0, 1};
  memcpy(out->bytes + 24, date, sizeof date);
  return true;
}

bool cis_profile_make(const cis_primaries *primaries, bool is_gray, cis_bytes *out, cis_status *status) {
  *out = (cis_bytes){0};
  cmsContext context = make_context(status);
  if (context == NULL) return false;
  const double(*xy)[2] = primaries->xy;
  cmsCIExyY white = {xy[0][0], xy[0][1], 1};
  cmsCIExyYTRIPLE corners = {
    {xy[1][0], xy[1][1], 1}, {xy[2][0], xy[2][1], 1}, {xy[3][0], xy[3][1], 1}};
  cmsToneCurve *curve = curve_of(context, primaries);
  cmsHPROFILE profile = NULL;
  if (curve != NULL) {
    cmsToneCurve *curves[3] = {curve, curve, curve};
    profile = is_gray ? cmsCreateGrayProfileTHR(context, cmsD50_xyY(), curve)
                      : cmsCreateRGBProfileTHR(context, &white, &corners, curves);
    cmsFreeToneCurve(curve);
  }
  bool done = profile != NULL && save(profile, out, status);
  if (profile != NULL) cmsCloseProfile(profile);
  cmsDeleteContext(context);
  if (done) {
    status->code = CIS_OK;
    return true;
  }
  cis_bytes_free(*out);
  *out = (cis_bytes){0};
  cis_fail(status, CIS_MALFORMED, -1, "its primaries or its curve make no sense");
  return false;
}

unsigned cis_color_version(void) { return LCMS_VERSION; }

const double cis_srgb_xy[4][2] = {{0.3127, 0.3290}, {0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}};

void cis_describe_coding(unsigned primaries, unsigned transfer, bool is_rgb, cis_tag *tag) {
  static const double bt2020[4][2] = {{0.3127, 0.3290}, {0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}};
  static const double p3[4][2] = {{0.3127, 0.3290}, {0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}};
  const double(*xy)[2] = primaries == 1 ? cis_srgb_xy : primaries == 9 ? bt2020 : primaries == 12 ? p3 : NULL;
  bool is_video = transfer == 1 || transfer == 6 || transfer == 14 || transfer == 15;
  bool is_power = transfer == 4 || transfer == 5 || transfer == 8;
  bool is_known = xy != NULL && (is_video || is_power || transfer == 13);
  tag->kind = is_known && is_rgb ? CIS_TAG_PRIMARIES : CIS_TAG_UNUSABLE;
  tag->primaries.curve = is_video ? CIS_CURVE_BT709 : is_power ? CIS_CURVE_POWER : CIS_CURVE_SRGB;
  tag->primaries.power = transfer == 4 ? 2.2 : transfer == 5 ? 2.8 : 1;
  if (is_known) memcpy(tag->primaries.xy, xy, sizeof cis_srgb_xy);
}
