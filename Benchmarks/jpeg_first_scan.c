/* What libjpeg-turbo alone needs for the first scans of progressive JPEGs, up to the one that tells every block's mean: reading
   them, and the picture at an eighth of its size. Each file is decoded COUNT times and once more, which is not counted.
   Prints milliseconds of processor time of one decode: of all of it, and of reading alone.
   jpeg_first_scan COUNT FILE… */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <jpeglib.h>

typedef struct {
  struct jpeg_error_mgr errors;
  jmp_buf failure;
} failing;

static void fail(j_common_ptr common) {
  common->err->output_message(common);
  longjmp(((failing *)common->err)->failure, 1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int has_means(const struct jpeg_decompress_struct *jpeg) {
  for (int index = 0; index < jpeg->num_components; index++) {
    if (jpeg->coef_bits[index][0] < 0) return 0;
  }
  return 1;
}

static int decode(FILE *file, double *all, double *reading) {
  struct jpeg_decompress_struct jpeg;
  failing failing;
  jpeg.err = jpeg_std_error(&failing.errors);
  failing.errors.error_exit = fail;
  if (setjmp(failing.failure)) {
    jpeg_destroy_decompress(&jpeg);
    return 1;
  }
  double start = now();
  jpeg_create_decompress(&jpeg);
  jpeg_stdio_src(&jpeg, file);
  jpeg_read_header(&jpeg, TRUE);
  jpeg.scale_num = 1;
  jpeg.scale_denom = 8;
  jpeg.buffered_image = TRUE;
  jpeg.do_block_smoothing = FALSE;
  jpeg_start_decompress(&jpeg);
  int state;
  do {
    state = jpeg_consume_input(&jpeg);
  } while (state != JPEG_REACHED_EOI && !(state == JPEG_SCAN_COMPLETED && has_means(&jpeg)));
  *reading += now() - start;
  jpeg_start_output(&jpeg, jpeg.input_scan_number);
  JSAMPARRAY row = jpeg.mem->alloc_sarray(
    (j_common_ptr)&jpeg, JPOOL_IMAGE, jpeg.output_width * (JDIMENSION)jpeg.output_components, 1);
  while (jpeg.output_scanline < jpeg.output_height) jpeg_read_scanlines(&jpeg, row, 1);
  jpeg_destroy_decompress(&jpeg);
  *all += now() - start;
  return 0;
}

int main(int count, char **arguments) {
  int failures = 0;
  int repeats = count > 1 ? atoi(arguments[1]) : 0;
  for (int index = 2; index < count; index++) {
    double all = 0, reading = 0;
    for (int repeat = 0; repeat <= repeats; repeat++) {
      if (repeat == 1) all = reading = 0;
      FILE *file = fopen(arguments[index], "rb");
      if (file == NULL) {
        perror(arguments[index]);
        return 1;
      }
      failures += decode(file, &all, &reading);
      fclose(file);
    }
    printf("%.3f\t%.3f\t%s\n", all / repeats, reading / repeats, arguments[index]);
  }
  return failures > 0;
}
