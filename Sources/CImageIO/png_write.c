#include "picture.h"

#include <setjmp.h>

#include <png.h>

typedef struct {
  png_structp png;
  png_infop info;
  cis_status *status;
  cis_growing *out;
} writer;

static void on_error(png_structp png, png_const_charp message) {
  writer *writer = png_get_error_ptr(png);
  cis_fail(writer->status, CIS_MALFORMED, -1, message);
  longjmp(png_jmpbuf(png), 1);
}

static void on_warning(png_structp png, png_const_charp message) {}

static void append(png_structp png, png_bytep bytes, size_t count) {
  writer *writer = png_get_io_ptr(png);
  if (cis_append(writer->out, bytes, count)) return;
  cis_fail(writer->status, CIS_NO_MEMORY, -1, "no memory for the encoded picture");
  png_error(png, "no memory");
}

static void flush(png_structp png) {}

/* An uncompressed iTXt chunk, as the XMP specification requires: keyword, two zeros, no language, no translation. */
static void write_xmp(png_structp png, const uint8_t *xmp, size_t count) {
  static const char head[22] = "XML:com.adobe.xmp";
  if (xmp == NULL) return;
  png_write_chunk_start(png, (png_const_bytep)"iTXt", (png_uint_32)(sizeof head + count));
  png_write_chunk_data(png, (png_const_bytep)head, sizeof head);
  png_write_chunk_data(png, xmp, count);
  png_write_chunk_end(png);
}

/* The profile's own length: libpng refuses a profile with bytes after it, which some files have. */
static size_t stated_count(const uint8_t *profile, size_t count) {
  if (count < 4) return count;
  size_t stated = (size_t)profile[0] << 24 | (size_t)profile[1] << 16 | (size_t)profile[2] << 8 | profile[3];
  return stated < count ? stated : count;
}

static void write_picture(writer *writer, cis_target target, const uint8_t *rgba) {
  png_structp png = writer->png;
  cis_metadata beside = target.metadata;
  png_set_write_fn(png, writer, append, flush);
  png_set_compression_level(png, target.effort);
  png_set_IHDR(
    png, writer->info, target.width, target.height, 8,
    target.keeps_alpha ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB,
    target.in_passes ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
    PNG_FILTER_TYPE_DEFAULT);
  if (beside.exif != NULL) {
    png_set_eXIf_1(png, writer->info, (png_uint_32)beside.exif_count, (png_bytep)beside.exif);
  }
  if (beside.profile != NULL) {
#ifdef PNG_SKIP_sRGB_CHECK_PROFILE
    /* libpng considers widely used sRGB profiles wrong, and would write no picture rather than one with such a
       profile. */
    png_set_option(png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
#endif
    png_set_iCCP(png, writer->info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, beside.profile,
                 (png_uint_32)stated_count(beside.profile, beside.profile_count));
  }
  png_write_info(png, writer->info);
  write_xmp(png, beside.xmp, beside.xmp_count);
  if (!target.keeps_alpha) png_set_filler(png, 0, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t row = 0; row < target.height; row++) {
      png_write_row(png, rgba + (size_t)row * target.width * 4);
    }
  }
  png_write_end(png, NULL);
}

bool cis_png_write(cis_format format, cis_target target, const uint8_t *rgba, cis_growing *out, cis_status *status) {
  writer writer = {.status = status, .out = out};
  writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer, on_error, on_warning);
  if (writer.png != NULL) writer.info = png_create_info_struct(writer.png);
  if (writer.info == NULL) {
    cis_fail(status, CIS_NO_MEMORY, -1, "no memory for the PNG encoder");
  } else if (!setjmp(png_jmpbuf(writer.png))) {
    write_picture(&writer, target, rgba);
  }
  png_destroy_write_struct(&writer.png, &writer.info);
  return status->code == CIS_OK;
}
