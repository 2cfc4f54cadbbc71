#ifdef CIS_HAS_HEIF

#include "picture.h"

#include <stdlib.h>
#include <string.h>

#include <libheif/heif.h>

/* Longer EXIF data or packets are ignored; a CMYK profile takes about two megabytes. */
#define LARGEST_METADATA 4000000

/* Up to three planes of colour and one of alpha, each of 8 to 16 bits a sample. */
typedef struct planes {
  struct {
    const uint8_t *bytes; /* NULL if there is none */
    int stride;
    unsigned bits;
    uint32_t width, height;
  } planes[4];
  unsigned column_shift, row_shift; /* of chroma */
  enum { PLANES_GRAY, PLANES_RGB, PLANES_YCBCR } kind;
  int32_t from_luma, red_from_cr, green_from_cb, green_from_cr, blue_from_cb; /* in 65536ths */
  int32_t black;
} planes;

typedef struct {
  cis_picture base;
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_image *image;
  struct heif_color_profile_nclx *coding;
  planes planes;
  uint8_t *exif, *xmp, *profile;
  cis_part part;
  uint32_t row;
} reader;

static bool add(const struct heif_image *image, enum heif_channel channel, planes *planes, int index) {
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
static void set_matrix(planes *planes, const struct heif_color_profile_nclx *coding) {
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

/* Describes the planes of a decoded picture; `coding` may be NULL. False if the picture is of an unknown kind. */
static bool planes_of(const struct heif_image *image, const struct heif_color_profile_nclx *coding, planes *planes) {
  *planes = (struct planes){0};
  /* Red, green and blue may also be coded as if they were Cr, Y and Cb. */
  bool is_identity = coding != NULL && coding->matrix_coefficients == 0;
  bool is_known = false;
  switch (heif_image_get_colorspace(image)) {
  case heif_colorspace_monochrome:
    planes->kind = PLANES_GRAY;
    is_known = add(image, heif_channel_Y, planes, 0);
    break;
  case heif_colorspace_RGB:
    planes->kind = PLANES_RGB;
    is_known = heif_image_get_chroma_format(image) == heif_chroma_444 && add(image, heif_channel_R, planes, 0) &&
               add(image, heif_channel_G, planes, 1) && add(image, heif_channel_B, planes, 2);
    break;
  case heif_colorspace_YCbCr: {
    enum heif_chroma chroma = heif_image_get_chroma_format(image);
    planes->kind = is_identity && chroma == heif_chroma_444 ? PLANES_RGB : PLANES_YCBCR;
    bool is_rgb = planes->kind == PLANES_RGB;
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

/* A sample scaled to 8 bits; places beyond the last sample repeat it. */
static inline int32_t sample(const planes *planes, int index, uint32_t x, uint32_t y) {
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

static void convert_row(const planes *planes, uint32_t y, uint32_t first_column, uint32_t columns, uint8_t *row) {
  for (uint32_t x = first_column; x < first_column + columns; x++, row += 4) {
    int32_t first = sample(planes, 0, x, y);
    row[3] = planes->planes[3].bytes == NULL ? 255 : (uint8_t)sample(planes, 3, x, y);
    if (planes->kind == PLANES_RGB) {
      row[0] = (uint8_t)first;
      row[1] = (uint8_t)sample(planes, 1, x, y);
      row[2] = (uint8_t)sample(planes, 2, x, y);
      continue;
    }
    int32_t luma = (first - planes->black) * planes->from_luma;
    if (planes->kind == PLANES_GRAY) {
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

static int64_t get_position(void *data) { return (int64_t)((cis_cursor *)data)->position; }

/* libheif 1.15 ends the process if it cannot read bytes that it was told are there: it gets zeros instead, and `check` says
   so. */
static int read_bytes(void *bytes, size_t count, void *data) {
  cis_cursor *cursor = data;
  uint64_t end = cursor->position + count;
  size_t read = cis_cursor_read(cursor, bytes, count);
  if (end > cursor->size) return 1;
  memset((uint8_t *)bytes + read, 0, count - read);
  cursor->position = end;
  return 0;
}

static int seek(int64_t position, void *data) {
  if (position < 0) return 1;
  ((cis_cursor *)data)->position = (uint64_t)position;
  return 0;
}

static enum heif_reader_grow_status wait_for_size(int64_t size, void *data) {
  bool is_there = size >= 0 && (uint64_t)size <= ((cis_cursor *)data)->size;
  return is_there ? heif_reader_grow_status_size_reached : heif_reader_grow_status_size_beyond_eof;
}

static bool check(const reader *heif, struct heif_error error, cis_status *status) {
  if (!cis_cursor_check(&heif->base.cursor, status)) return false;
  if (error.code == heif_error_Ok) return true;
  cis_code code = error.code == heif_error_Unsupported_feature || error.code == heif_error_Unsupported_filetype ||
                      error.subcode == heif_suberror_Unsupported_color_conversion
                    ? CIS_UNSUPPORTED
                  : error.subcode == heif_suberror_Security_limit_exceeded ? CIS_TOO_COSTLY
                  : error.code == heif_error_Memory_allocation_error       ? CIS_NO_MEMORY
                                                                           : CIS_MALFORMED;
  return cis_fail(status, code, -1, error.message);
}

/* Measured bytes for each luma sample: HEVC takes the planes of the picture, those of the decoder's own frame, and a
   rotated copy of the first; AV1 takes several further frames. */
#define HEVC_BYTES 6
#define AV1_BYTES 10

static uint64_t cost(const cis_picture *picture, cis_part part) {
  const reader *heif = (const reader *)picture;
  /* The coded size, of which the container may cut off most. */
  uint64_t coded = (uint64_t)heif_image_handle_get_ispe_width(heif->handle) *
                   (uint64_t)heif_image_handle_get_ispe_height(heif->handle);
  uint64_t shown = (uint64_t)picture->info.width * picture->info.height;
  uint64_t pixels = coded > shown ? coded : shown;
  uint64_t sample_bytes = heif_image_handle_get_luma_bits_per_pixel(heif->handle) > 8 ? 2 : 1;
  uint64_t each = picture->format == CIS_AVIF ? AV1_BYTES : HEVC_BYTES;
  return pixels * sample_bytes * (each + (picture->info.has_alpha ? 2 : 0));
}

static bool start(cis_picture *picture, cis_part *part, cis_status *status) {
  reader *heif = (reader *)picture;
  part->side = 1;
  heif->part = *part;
  struct heif_decoding_options *options = NULL;
#if LIBHEIF_HAVE_VERSION(1, 21, 0) /* which makes the planes' coding BT.601 of full range, unless it is told otherwise */
  options = heif_decoding_options_alloc();
  options->output_image_nclx_profile = heif->coding;
#endif
  struct heif_error error =
    heif_decode_image(heif->handle, &heif->image, heif_colorspace_undefined, heif_chroma_undefined, options);
  heif_decoding_options_free(options);
  if (!check(heif, error, status)) return false;
  if (heif->image == NULL) return cis_fail(status, CIS_MALFORMED, -1, "libheif gives no picture of it");
#if LIBHEIF_HAVE_VERSION(1, 21, 0)
  /* It also warns of colours whose coding it does not know (133 to 135; before this version of little else), or which container
     and stream state differently (152). */
  struct heif_error warning;
  for (int index = 0; heif_image_get_decoding_warnings(heif->image, index, &warning, 1) == 1; index++) {
    if (warning.subcode == 152 || (warning.subcode >= 133 && warning.subcode <= 135)) continue;
    cis_warn(picture, -1, "libheif found the coded picture to be damaged");
  }
#endif
  /* Without a box, the stream itself states its coding. */
  if (heif->coding == NULL) heif_image_get_nclx_color_profile(heif->image, &heif->coding);
  if (!planes_of(heif->image, heif->coding, &heif->planes)) {
    return cis_fail(status, CIS_UNSUPPORTED, -1, "planes of a kind that is not known");
  }
  if (heif->planes.kind == PLANES_GRAY) picture->info.colors = CIS_GRAY;
  if (heif->planes.planes[0].width != picture->info.width || heif->planes.planes[0].height != picture->info.height) {
    return cis_fail(status, CIS_MALFORMED, -1, "the picture is not of the size that the file states");
  }
  return true;
}

static void drop_coding(reader *heif) {
  if (heif->coding != NULL) heif_nclx_color_profile_free(heif->coding);
  heif->coding = NULL;
}

/* Divides premultiplied colours by alpha. */
static void unpremultiply(uint8_t *row, uint32_t pixels) {
  for (uint8_t *pixel = row; pixel < row + (size_t)pixels * 4; pixel += 4) {
    unsigned alpha = pixel[3];
    if (alpha == 0 || alpha == 255) continue;
    for (int channel = 0; channel < 3; channel++) {
      unsigned value = (pixel[channel] * 255u + alpha / 2) / alpha;
      pixel[channel] = (uint8_t)(value > 255 ? 255 : value);
    }
  }
}

static bool read_row(cis_picture *picture, uint8_t *row, cis_status *status) {
  reader *heif = (reader *)picture;
  convert_row(&heif->planes, heif->part.top + heif->row++, heif->part.left, heif->part.width, row);
  if (picture->info.has_alpha && heif_image_handle_is_premultiplied_alpha(heif->handle)) {
    unpremultiply(row, heif->part.width);
  }
  return true;
}

static void close_reader(cis_picture *picture) {
  reader *heif = (reader *)picture;
  drop_coding(heif);
  if (heif->image != NULL) heif_image_release(heif->image);
  if (heif->handle != NULL) heif_image_handle_release(heif->handle);
  if (heif->context != NULL) heif_context_free(heif->context);
  free(heif->exif);
  free(heif->xmp);
  free(heif->profile);
}

/* sRGB and video curves count as sRGB at 8 bits, as in browsers; so do unstated curves. */
static void describe_coding(reader *heif) {
  unsigned primaries = heif->coding->color_primaries, transfer = heif->coding->transfer_characteristics;
  bool is_plain = transfer == 1 || transfer == 2 || transfer == 6 || transfer == 13 || transfer == 14 || transfer == 15;
  if (is_plain) transfer = 13;
  if (primaries == 2 || primaries == 5 || primaries == 6) primaries = 1;
  if (primaries == 1 && is_plain) return;
  cis_describe_coding(primaries, transfer, true, &heif->base.info.tag);
}

static void read_colors(reader *heif) {
  cis_picture_info *info = &heif->base.info;
  /* libheif refuses a profile of values that do not exist, but the caller still has to free it. */
  if (heif_image_handle_get_nclx_color_profile(heif->handle, &heif->coding).code != heif_error_Ok) drop_coding(heif);
  size_t count = heif_image_handle_get_raw_color_profile_size(heif->handle);
  if (count > 0 && count <= LARGEST_METADATA) heif->profile = malloc(count);
  if (heif->profile != NULL &&
      heif_image_handle_get_raw_color_profile(heif->handle, heif->profile).code == heif_error_Ok) {
    info->tag = (cis_tag){.kind = CIS_TAG_PROFILE, .profile = heif->profile, .profile_count = count};
  } else if (heif->coding != NULL) {
    describe_coding(heif);
  }
}

/* The first block of a type and a content type, in newly allocated memory; NULL if there is none. */
static uint8_t *read_metadata(reader *heif, const char *type, const char *content, size_t *count) {
  heif_item_id ids[16];
  int found = heif_image_handle_get_list_of_metadata_block_IDs(heif->handle, type, ids, 16);
  for (int index = 0; index < found; index++) {
    const char *kind = heif_image_handle_get_metadata_content_type(heif->handle, ids[index]);
    if (content != NULL && (kind == NULL || strcmp(kind, content) != 0)) continue;
    *count = heif_image_handle_get_metadata_size(heif->handle, ids[index]);
    if (*count == 0 || *count > LARGEST_METADATA) continue;
    uint8_t *bytes = malloc(*count);
    if (bytes != NULL && heif_image_handle_get_metadata(heif->handle, ids[index], bytes).code == heif_error_Ok) {
      return bytes;
    }
    free(bytes);
  }
  return NULL;
}

/* Whether a picture beside the primary image is its gain map, as Apple writes it; libheif itself knows depth maps, and the
   caller finds maps by ISO 21496-1. */
static bool has_gain_map(const reader *heif) {
  heif_item_id ids[16];
  int found = heif_image_handle_get_list_of_auxiliary_image_IDs(heif->handle, 0, ids, 16);
  bool is_found = false;
  for (int index = 0; index < found && !is_found; index++) {
    struct heif_image_handle *other = NULL;
    const char *type = NULL;
    heif_image_handle_get_auxiliary_image_handle(heif->handle, ids[index], &other);
    is_found = other != NULL && heif_image_handle_get_auxiliary_type(other, &type).code == heif_error_Ok &&
               strcmp(type, "urn:com:apple:photo:2020:aux:hdrgainmap") == 0;
    heif_image_handle_free_auxiliary_types(other, &type);
    heif_image_handle_release(other);
  }
  return is_found;
}

static void describe(reader *heif) {
  cis_picture_info *info = &heif->base.info;
  int width = heif_image_handle_get_width(heif->handle), height = heif_image_handle_get_height(heif->handle);
  *info = (cis_picture_info){
    .width = width < 0 ? 0 : (uint32_t)width, .height = height < 0 ? 0 : (uint32_t)height,
    .has_alpha = heif_image_handle_has_alpha_channel(heif->handle) != 0,
    .has_thumbnail = heif_image_handle_get_number_of_thumbnails(heif->handle) > 0, .has_gain_map = has_gain_map(heif),
    .has_depth_map = heif_image_handle_has_depth_image(heif->handle) != 0, .colors = CIS_RGB};
  read_colors(heif);
  info->xmp = heif->xmp = read_metadata(heif, "mime", "application/rdf+xml", &info->xmp_count);
  size_t count = 0;
  heif->exif = read_metadata(heif, "Exif", NULL, &count);
  if (heif->exif == NULL || count < 4) return;
  /* It begins with the number of bytes before the TIFF structure. */
  uint64_t before = 4 + ((uint64_t)heif->exif[0] << 24 | (uint64_t)heif->exif[1] << 16 | (uint64_t)heif->exif[2] << 8 |
                         heif->exif[3]);
  if (before >= count) return;
  info->exif = heif->exif + before;
  info->exif_count = count - (size_t)before;
}

/* Takes the smallest thumbnail as the picture itself. */
static bool choose_thumbnail(reader *heif, cis_status *status) {
  heif_item_id ids[16];
  struct heif_image_handle *smallest = NULL;
  int found = heif_image_handle_get_list_of_thumbnail_IDs(heif->handle, ids, 16);
  for (int index = 0; index < found; index++) {
    struct heif_image_handle *other = NULL;
    if (heif_image_handle_get_thumbnail(heif->handle, ids[index], &other).code != heif_error_Ok) continue;
    bool is_smaller =
      smallest == NULL || heif_image_handle_get_width(other) < heif_image_handle_get_width(smallest);
    if (is_smaller && smallest != NULL) heif_image_handle_release(smallest);
    if (is_smaller) smallest = other;
    else heif_image_handle_release(other);
  }
  if (smallest == NULL) return cis_fail(status, CIS_UNSUPPORTED, -1, "it has no thumbnail");
  heif_image_handle_release(heif->handle);
  heif->handle = smallest;
  return true;
}

static bool open_context(reader *heif, cis_status *status) {
  static const struct heif_reader functions = {1, get_position, read_bytes, seek, wait_for_size};
  heif->context = heif_context_alloc();
  if (heif->context == NULL) return cis_fail(status, CIS_NO_MEMORY, -1, "no memory for the HEIF decoder");
#if LIBHEIF_HAVE_VERSION(1, 13, 0)
  /* Callers that decode several pictures have their own threads. */
  heif_context_set_max_decoding_threads(heif->context, 0);
#endif
  return check(heif, heif_context_read_from_reader(heif->context, &functions, &heif->base.cursor, NULL), status) &&
         check(heif, heif_context_get_primary_image_handle(heif->context, &heif->handle), status) &&
         (heif->base.format != CIS_HEIF_THUMBNAIL || choose_thumbnail(heif, status));
}

static bool open_reader(cis_picture *picture, uint64_t offset, uint64_t count, cis_status *status) {
  if (open_context((reader *)picture, status)) describe((reader *)picture);
  return cis_cursor_check(&picture->cursor, status) && status->code == CIS_OK;
}

const cis_codec cis_heif = {
  .size = sizeof(reader), .shortage = "no memory for a HEIF reader", .open = open_reader, .cost = cost,
  .start = start, .read_row = read_row, .close = close_reader, .write = cis_heif_write,
  .cannot_write = cis_heif_cannot_write, .version = heif_get_version};

#endif
