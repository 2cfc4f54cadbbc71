#include "plaindecoders.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <png.h>

typedef struct {
  struct jpeg_error_mgr errors;
  jmp_buf failure;
  plain_picture picture;
} session;

static void fail(j_common_ptr common) { longjmp(((session *)common->err)->failure, 1); }
static void say_nothing(j_common_ptr common) { (void)common; }

static void read_rows(struct jpeg_decompress_struct *jpeg, plain_picture *picture) {
  size_t row_bytes = (size_t)jpeg->output_width * 4;
  picture->width = jpeg->output_width;
  picture->height = jpeg->output_height;
  picture->rgba = malloc(row_bytes * jpeg->output_height);
  while (picture->rgba != NULL && jpeg->output_scanline < jpeg->output_height) {
    JSAMPROW row = picture->rgba + jpeg->output_scanline * row_bytes;
    jpeg_read_scanlines(jpeg, &row, 1);
  }
}

plain_picture plain_jpeg(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return (plain_picture){0};
  struct jpeg_decompress_struct jpeg;
  session session = {0};
  jpeg.err = jpeg_std_error(&session.errors);
  session.errors.error_exit = fail;
  session.errors.output_message = say_nothing;
  jpeg_create_decompress(&jpeg);
  if (setjmp(session.failure)) {
    plain_free(session.picture);
    session.picture.rgba = NULL;
  } else {
    jpeg_stdio_src(&jpeg, file);
    jpeg_read_header(&jpeg, TRUE);
    jpeg.out_color_space = JCS_EXT_RGBA;
    jpeg_start_decompress(&jpeg);
    read_rows(&jpeg, &session.picture);
  }
  jpeg_destroy_decompress(&jpeg);
  fclose(file);
  return session.picture;
}

static bool has_means(const struct jpeg_decompress_struct *jpeg) {
  for (int index = 0; index < jpeg->num_components; index++) {
    if (jpeg->coef_bits[index][0] < 0) return false;
  }
  return true;
}

/* Reads scans up to the last, or until they tell the mean of every block. */
static void read_means(struct jpeg_decompress_struct *jpeg) {
  int state;
  do state = jpeg_consume_input(jpeg);
  while (state != JPEG_REACHED_EOI && !(state == JPEG_SCAN_COMPLETED && has_means(jpeg)));
  jpeg_start_output(jpeg, jpeg->input_scan_number);
}

plain_picture plain_jpeg_means(const uint8_t *bytes, size_t count) {
  struct jpeg_decompress_struct jpeg;
  session session = {0};
  jpeg.err = jpeg_std_error(&session.errors);
  session.errors.error_exit = fail;
  session.errors.output_message = say_nothing;
  jpeg_create_decompress(&jpeg);
  if (setjmp(session.failure)) {
    plain_free(session.picture);
    session.picture.rgba = NULL;
  } else {
    jpeg_mem_src(&jpeg, bytes, count);
    jpeg_read_header(&jpeg, TRUE);
    jpeg.out_color_space = JCS_EXT_RGBA;
    jpeg.scale_num = 1;
    jpeg.scale_denom = 8;
    jpeg.do_fancy_upsampling = FALSE;
    jpeg.do_block_smoothing = FALSE;
    jpeg.buffered_image = TRUE;
    jpeg_start_decompress(&jpeg);
    read_means(&jpeg);
    read_rows(&jpeg, &session.picture);
  }
  jpeg_destroy_decompress(&jpeg);
  return session.picture;
}

plain_bytes plain_jpeg_write(plain_picture picture, plain_layout layout) {
  static const jpeg_scan_info apart[6] = {
    {1, {0}, 0, 0, 0, 1}, {1, {1}, 0, 0, 0, 1}, {1, {2}, 0, 0, 0, 1},
    {1, {0}, 1, 63, 0, 0}, {1, {1}, 1, 63, 0, 0}, {1, {2}, 1, 63, 0, 0}};
  struct jpeg_compress_struct jpeg;
  session session = {0};
  plain_bytes out = {0};
  jpeg.err = jpeg_std_error(&session.errors);
  session.errors.error_exit = fail;
  jpeg_create_compress(&jpeg);
  if (setjmp(session.failure)) {
    free(out.bytes);
    out = (plain_bytes){0};
  } else {
    jpeg_mem_dest(&jpeg, &out.bytes, &out.count);
    jpeg.image_width = picture.width;
    jpeg.image_height = picture.height;
    jpeg.input_components = 4;
    jpeg.in_color_space = JCS_EXT_RGBA;
    jpeg_set_defaults(&jpeg);
    jpeg_set_colorspace(&jpeg, layout.is_grey ? JCS_GRAYSCALE : layout.is_rgb ? JCS_RGB : JCS_YCbCr);
    jpeg_set_quality(&jpeg, layout.quality, TRUE);
    jpeg.comp_info[0].h_samp_factor = layout.luma_columns;
    jpeg.comp_info[0].v_samp_factor = layout.luma_rows;
    jpeg.restart_interval = layout.restart_interval;
    jpeg_simple_progression(&jpeg);
    if (layout.has_means_apart) {
      jpeg.scan_info = apart;
      jpeg.num_scans = 6;
    }
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < jpeg.image_height) {
      JSAMPROW row = picture.rgba + (size_t)jpeg.next_scanline * picture.width * 4;
      jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
  }
  jpeg_destroy_compress(&jpeg);
  return out;
}

plain_picture plain_png(const char *path) {
  plain_picture picture = {0};
  FILE *file = fopen(path, "rb");
  if (file == NULL) return picture;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (!setjmp(png_jmpbuf(png))) {
    png_init_io(png, file);
    png_set_filler(png, 0xFF, PNG_FILLER_AFTER);
    png_read_png(png, info, PNG_TRANSFORM_EXPAND | PNG_TRANSFORM_SCALE_16 | PNG_TRANSFORM_GRAY_TO_RGB, NULL);
    size_t row_bytes = png_get_rowbytes(png, info);
    uint32_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    png_bytepp rows = png_get_rows(png, info);
    if (row_bytes == (size_t)width * 4) picture.rgba = malloc(row_bytes * height);
    if (picture.rgba != NULL) {
      picture.width = width;
      picture.height = height;
      for (uint32_t row = 0; row < height; row++) memcpy(picture.rgba + row * row_bytes, rows[row], row_bytes);
    }
  }
  png_destroy_read_struct(&png, &info, NULL);
  fclose(file);
  return picture;
}

void plain_free(plain_picture picture) { free(picture.rgba); }
