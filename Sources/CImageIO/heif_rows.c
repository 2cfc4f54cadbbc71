#ifdef CIS_HAS_HEIF

#include "heif_rows.h"

static bool add(const struct heif_image *image, enum heif_channel channel, cis_heif_planes *planes, int index) {
  if (!heif_image_has_channel(image, channel)) return false;
  int bits = heif_image_get_bits_per_pixel_range(image, channel);
  int width = heif_image_get_width(image, channel), height = heif_image_get_height(image, channel);
  if (bits < 8 || bits > 16 || width < 1 || height < 1) return false;
  planes->planes[index].bytes = heif_image_get_plane_readonly(image, channel, &planes->planes[index].stride);
  planes->planes[index].bits = (unsigned)bits;
  planes->planes[index].width = (uint32_t)width;
  planes->planes[index].height = (uint32_t)height;
  return planes->planes[index].bytes != NULL;
}

static int32_t fixed(double value) { return (int32_t)(value * 65536 + (value < 0 ? -0.5 : 0.5)); }

/* ITU-T H.273, 8.3: luma's shares of red and blue, by the code of the matrix; BT.601's if the code is unspecified. */
static void set_matrix(cis_heif_planes *planes, const struct heif_color_profile_nclx *coding) {
  double red = 0.299, blue = 0.114;
  int matrix = coding == NULL ? 2 : (int)coding->matrix_coefficients;
  if (matrix == 1) red = 0.2126, blue = 0.0722;
  if (matrix == 9 || matrix == 10) red = 0.2627, blue = 0.0593;
  double green = 1 - red - blue;
  bool is_full = coding == NULL || coding->full_range_flag != 0;
  double luma = is_full ? 1 : 255.0 / 219, chroma = is_full ? 1 : 255.0 / 224;
  planes->black = is_full ? 0 : 16;
  planes->from_luma = fixed(luma);
  planes->red_from_cr = fixed(2 * (1 - red) * chroma);
  planes->green_from_cb = fixed(-2 * (1 - blue) * blue / green * chroma);
  planes->green_from_cr = fixed(-2 * (1 - red) * red / green * chroma);
  planes->blue_from_cb = fixed(2 * (1 - blue) * chroma);
}

bool cis_heif_planes_of(const struct heif_image *image, const struct heif_color_profile_nclx *coding,
                        cis_heif_planes *planes) {
  *planes = (cis_heif_planes){0};
  /* Red, green and blue may also be coded as if they were Cr, Y and Cb. */
  bool is_identity = coding != NULL && coding->matrix_coefficients == 0;
  bool is_known = false;
  switch (heif_image_get_colorspace(image)) {
  case heif_colorspace_monochrome:
    planes->kind = CIS_PLANES_GRAY;
    is_known = add(image, heif_channel_Y, planes, 0);
    break;
  case heif_colorspace_RGB:
    planes->kind = CIS_PLANES_RGB;
    is_known = heif_image_get_chroma_format(image) == heif_chroma_444 && add(image, heif_channel_R, planes, 0) &&
               add(image, heif_channel_G, planes, 1) && add(image, heif_channel_B, planes, 2);
    break;
  case heif_colorspace_YCbCr: {
    enum heif_chroma chroma = heif_image_get_chroma_format(image);
    planes->kind = is_identity && chroma == heif_chroma_444 ? CIS_PLANES_RGB : CIS_PLANES_YCBCR;
    bool is_rgb = planes->kind == CIS_PLANES_RGB;
    is_known = add(image, heif_channel_Y, planes, is_rgb ? 1 : 0) &&
               add(image, heif_channel_Cb, planes, is_rgb ? 2 : 1) &&
               add(image, heif_channel_Cr, planes, is_rgb ? 0 : 2);
    planes->column_shift = chroma != heif_chroma_444;
    planes->row_shift = chroma == heif_chroma_420;
    break;
  }
  default:
    break;
  }
  set_matrix(planes, coding);
  if (!is_known) return false;
  uint32_t width = planes->planes[0].width, height = planes->planes[0].height;
  if (!add(image, heif_channel_Alpha, planes, 3) || planes->planes[3].width < width ||
      planes->planes[3].height < height) {
    planes->planes[3].bytes = NULL;
  }
  return true;
}

/* A sample scaled to 8 bits; places behind the last sample repeat it. */
static inline int32_t sample(const cis_heif_planes *planes, int index, uint32_t x, uint32_t y) {
  uint32_t width = planes->planes[index].width, height = planes->planes[index].height;
  if (x >= width) x = width - 1;
  if (y >= height) y = height - 1;
  const uint8_t *line = planes->planes[index].bytes + (size_t)y * (size_t)planes->planes[index].stride;
  unsigned bits = planes->planes[index].bits;
  if (bits == 8) return line[x];
  unsigned value = (unsigned)line[2 * x] | (unsigned)line[2 * x + 1] << 8, most = (1u << bits) - 1;
  return (int32_t)(((value > most ? most : value) * 255 + most / 2) / most);
}

static inline uint8_t clamped(int32_t value) {
  value = (value + 32768) >> 16;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

void cis_heif_row(const cis_heif_planes *planes, uint32_t y, uint32_t first_column, uint32_t columns, uint8_t *row) {
  for (uint32_t x = first_column; x < first_column + columns; x++, row += 4) {
    int32_t first = sample(planes, 0, x, y);
    row[3] = planes->planes[3].bytes == NULL ? 255 : (uint8_t)sample(planes, 3, x, y);
    if (planes->kind == CIS_PLANES_RGB) {
      row[0] = (uint8_t)first;
      row[1] = (uint8_t)sample(planes, 1, x, y);
      row[2] = (uint8_t)sample(planes, 2, x, y);
      continue;
    }
    int32_t luma = (first - planes->black) * planes->from_luma;
    if (planes->kind == CIS_PLANES_GRAY) {
      row[0] = row[1] = row[2] = clamped(luma);
      continue;
    }
    uint32_t column = x >> planes->column_shift, line = y >> planes->row_shift;
    int32_t cb = sample(planes, 1, column, line) - 128, cr = sample(planes, 2, column, line) - 128;
    row[0] = clamped(luma + planes->red_from_cr * cr);
    row[1] = clamped(luma + planes->green_from_cb * cb + planes->green_from_cr * cr);
    row[2] = clamped(luma + planes->blue_from_cb * cb);
  }
}

#endif
