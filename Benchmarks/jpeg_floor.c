/* What nothing that decodes by libjpeg-turbo can be faster than: each file decoded to an eighth of its size, nothing kept.
   jpeg_floor FILE… */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

typedef struct {
  struct jpeg_error_mgr errors;
  jmp_buf failure;
} failing;

static void fail(j_common_ptr common) {
  common->err->output_message(common);
  longjmp(((failing *)common->err)->failure, 1);
}

static int decode(FILE *file) {
  struct jpeg_decompress_struct jpeg;
  failing failing;
  jpeg.err = jpeg_std_error(&failing.errors);
  failing.errors.error_exit = fail;
  if (setjmp(failing.failure)) {
    jpeg_destroy_decompress(&jpeg);
    return 1;
  }
  jpeg_create_decompress(&jpeg);
  jpeg_stdio_src(&jpeg, file);
  jpeg_read_header(&jpeg, TRUE);
  jpeg.scale_num = 1;
  jpeg.scale_denom = 8;
  jpeg_start_decompress(&jpeg);
  JSAMPARRAY row = jpeg.mem->alloc_sarray(
    (j_common_ptr)&jpeg, JPOOL_IMAGE, jpeg.output_width * (JDIMENSION)jpeg.output_components, 1);
  while (jpeg.output_scanline < jpeg.output_height) jpeg_read_scanlines(&jpeg, row, 1);
  jpeg_finish_decompress(&jpeg);
  jpeg_destroy_decompress(&jpeg);
  return 0;
}

int main(int count, char **arguments) {
  int failures = 0;
  for (int index = 1; index < count; index++) {
    FILE *file = fopen(arguments[index], "rb");
    if (file == NULL) {
      perror(arguments[index]);
      failures++;
      continue;
    }
    failures += decode(file);
    fclose(file);
  }
  return failures > 0;
}
