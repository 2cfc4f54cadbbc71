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
    session.picture.width = jpeg.output_width;
    session.picture.height = jpeg.output_height;
    session.picture.rgba = malloc((size_t)jpeg.output_width * jpeg.output_height * 4);
    while (session.picture.rgba != NULL && jpeg.output_scanline < jpeg.output_height) {
      JSAMPROW row = session.picture.rgba + (size_t)jpeg.output_scanline * jpeg.output_width * 4;
      jpeg_read_scanlines(&jpeg, &row, 1);
    }
  }
  jpeg_destroy_decompress(&jpeg);
  fclose(file);
  return session.picture;
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
