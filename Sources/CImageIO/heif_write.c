#ifdef CIS_HAS_HEIF

#include "picture.h"

#include <limits.h>
#include <string.h>

#include <libheif/heif.h>

typedef struct {
  cis_target target;
  enum heif_compression_format format;
  cis_status *status;
  struct heif_context *context;
  struct heif_encoder *encoder;
  struct heif_image *image;
  struct heif_image_handle *handle;
  struct heif_color_profile_nclx *coding;
  struct heif_encoding_options *options;
  cis_growing *out;
} writer;

static bool check(writer *writer, struct heif_error error) {
  if (error.code == heif_error_Ok) return true;
  cis_code code = error.code == heif_error_Memory_allocation_error ? CIS_NO_MEMORY
                  : error.code == heif_error_Unsupported_feature ||
                      error.code == heif_error_Unsupported_filetype
                    ? CIS_UNSUPPORTED
                    : CIS_MALFORMED;
  return cis_fail(writer->status, code, -1, error.message);
}

static struct heif_error append(struct heif_context *context, const void *bytes, size_t count, void *data) {
  bool done = cis_append(data, bytes, count);
  return (struct heif_error){done ? heif_error_Ok : heif_error_Memory_allocation_error, heif_suberror_Unspecified,
                             done ? "" : "no memory for the encoded picture"};
}

/* x265's, by effort. */
static const char *const presets[10] = {"placebo", "veryslow", "slower",   "slow",      "medium",
                                        "fast",    "faster",   "veryfast", "superfast", "ultrafast"};

static bool configure(writer *writer) {
  cis_target target = writer->target;
  writer->context = heif_context_alloc();
  writer->options = heif_encoding_options_alloc();
  writer->coding = heif_nclx_color_profile_alloc();
  if (writer->context == NULL || writer->options == NULL || writer->coding == NULL) {
    return cis_fail(writer->status, CIS_NO_MEMORY, -1, "no memory for the encoder");
  }
  if (!check(writer, heif_context_get_encoder_for_format(writer->context, writer->format, &writer->encoder))) {
    return false;
  }
  struct heif_encoder *encoder = writer->encoder;
  /* Encoders of AV1 have the first two parameters, x265 the third, but none needs them; callers that encode several pictures
     have their own threads. */
  heif_encoder_set_parameter_integer(encoder, "speed", target.effort);
  heif_encoder_set_parameter_integer(encoder, "threads", 1);
  heif_encoder_set_parameter_string(encoder, "preset", presets[target.effort]);
  /* sRGB, coded as in JPEG; without loss, coded as RGB. */
  writer->coding->color_primaries = heif_color_primaries_ITU_R_BT_709_5;
  writer->coding->transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1;
  writer->coding->matrix_coefficients =
    target.lossless ? heif_matrix_coefficients_RGB_GBR : heif_matrix_coefficients_ITU_R_BT_601_6;
  writer->coding->full_range_flag = 1;
  writer->options->output_nclx_profile = writer->coding;
  writer->options->save_two_colr_boxes_when_ICC_and_nclx_available = 1;
  if (!target.lossless) return check(writer, heif_encoder_set_lossy_quality(encoder, target.quality));
  return check(writer, heif_encoder_set_lossless(encoder, 1)) &&
         check(writer, heif_encoder_set_parameter_string(encoder, "chroma", "444"));
}

static bool fill(writer *writer, const uint8_t *rgba) {
  cis_target target = writer->target;
  int width = (int)target.width, height = (int)target.height;
  enum heif_chroma chroma = target.keeps_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
  if (!check(writer, heif_image_create(width, height, heif_colorspace_RGB, chroma, &writer->image)) ||
      !check(writer, heif_image_add_plane(writer->image, heif_channel_interleaved, width, height, 8))) {
    return false;
  }
  int stride = 0;
  uint8_t *plane = heif_image_get_plane(writer->image, heif_channel_interleaved, &stride);
  if (plane == NULL) return cis_fail(writer->status, CIS_NO_MEMORY, -1, "no memory for the picture");
  for (uint32_t row = 0; row < target.height; row++) {
    const uint8_t *from = rgba + (size_t)row * target.width * 4;
    uint8_t *to = plane + (size_t)row * (size_t)stride;
    if (target.keeps_alpha) {
      memcpy(to, from, (size_t)target.width * 4);
      continue;
    }
    for (uint32_t column = 0; column < target.width; column++) memcpy(to + column * 3, from + column * 4, 3);
  }
  cis_metadata beside = target.metadata;
  if (beside.profile == NULL) return check(writer, heif_image_set_nclx_color_profile(writer->image, writer->coding));
  return check(writer, heif_image_set_raw_color_profile(writer->image, "prof", beside.profile, beside.profile_count));
}

static bool encode(writer *writer) {
  cis_metadata beside = writer->target.metadata;
  struct heif_writer functions = {1, append};
  return check(writer, heif_context_encode_image(writer->context, writer->image, writer->encoder, writer->options,
                                                 &writer->handle)) &&
         (beside.exif == NULL ||
          check(writer, heif_context_add_exif_metadata(writer->context, writer->handle, beside.exif,
                                                       (int)beside.exif_count))) &&
         (beside.xmp == NULL ||
          check(writer, heif_context_add_XMP_metadata(writer->context, writer->handle, beside.xmp,
                                                      (int)beside.xmp_count))) &&
         check(writer, heif_context_write(writer->context, &functions, writer->out));
}

static enum heif_compression_format compression(cis_format format) {
  return format == CIS_AVIF ? heif_compression_AV1 : heif_compression_HEVC;
}

bool cis_heif_write(cis_format format, cis_target target, const uint8_t *rgba, cis_growing *out, cis_status *status) {
  if (target.metadata.exif_count > INT_MAX || target.metadata.xmp_count > INT_MAX) {
    return cis_fail(status, CIS_TOO_COSTLY, -1, "more metadata than a file holds");
  }
  writer writer = {.target = target, .format = compression(format), .status = status, .out = out};
  bool done = configure(&writer) && fill(&writer, rgba) && encode(&writer);
  if (writer.handle != NULL) heif_image_handle_release(writer.handle);
  if (writer.image != NULL) heif_image_release(writer.image);
  if (writer.encoder != NULL) heif_encoder_release(writer.encoder);
  if (writer.options != NULL) heif_encoding_options_free(writer.options);
  if (writer.coding != NULL) heif_nclx_color_profile_free(writer.coding);
  if (writer.context != NULL) heif_context_free(writer.context);
  return done;
}

const char *cis_heif_cannot_write(cis_format format) {
  if (heif_have_encoder_for_format(compression(format))) return NULL;
  return format == CIS_AVIF ? "libheif has no encoder for AV1 here: install its plugin aomenc, svtenc or rav1e"
                            : "libheif has no encoder for HEVC here: install its plugin x265 (libheif-plugin-x265)";
}

#endif
