#include "coding.h"
#include "scratch.h"
#include "source.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

/* Profiles of four inks take some two megabytes. */
#define LARGEST_CHUNK 4000000

/* Newer than the library may be. */
static const png_byte coding_chunk[] = "cICP";

struct cis_png_reader {
  png_structp png;
  png_infop info;
  cis_status *status; /* of the call that is running */
  cis_source source;
  const uint8_t *piece;
  size_t left_in_piece;
  unsigned passes;
  bool has_alpha, is_gray;
  uint32_t warnings;
  int64_t first_warning_offset;
  char first_warning[200];
  uint32_t notes;
  char first_note[200];
};

static int64_t stands_at(const cis_png_reader *reader) {
  return (int64_t)(reader->source.position - reader->left_in_piece);
}

static void on_error(png_structp png, png_const_charp message) {
  cis_png_reader *reader = png_get_error_ptr(png);
  cis_fail(reader->status, CIS_MALFORMED, stands_at(reader), message);
  longjmp(png_jmpbuf(png), 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  cis_png_reader *reader = png_get_error_ptr(png);
  /* The library names the chunk first. */
  if (strncmp(message, "IDAT", 4) != 0) {
    if (reader->notes++ == 0) snprintf(reader->first_note, sizeof reader->first_note, "%s", message);
    return;
  }
  if (reader->warnings++ > 0) return;
  snprintf(reader->first_warning, sizeof reader->first_warning, "%s", message);
  reader->first_warning_offset = stands_at(reader);
}

/* libpng's own fails with a message alone; this says what it was. */
static png_voidp allocate(png_structp png, png_alloc_size_t size) {
  cis_png_reader *reader = png_get_mem_ptr(png);
  void *memory = cis_scratch_new(size);
  if (memory == NULL) cis_fail(reader->status, CIS_NO_MEMORY, -1, "no memory for the PNG decoder");
  return memory;
}

static void release(png_structp png, png_voidp memory) {
  (void)png;
  cis_scratch_free(memory);
}

static void read_bytes(png_structp png, png_bytep bytes, size_t count) {
  cis_png_reader *reader = png_get_io_ptr(png);
  while (count > 0) {
    if (reader->left_in_piece == 0) {
      long next = cis_source_next(&reader->source, &reader->piece);
      if (next < 0) {
        cis_fail(reader->status, CIS_UNREADABLE, stands_at(reader), "the system could not read it");
        png_error(png, "unreadable");
      }
      if (next == 0) png_error(png, "the file ends too early");
      reader->left_in_piece = (size_t)next;
    }
    size_t part = count < reader->left_in_piece ? count : reader->left_in_piece;
    memcpy(bytes, reader->piece, part);
    bytes += part;
    count -= part;
    reader->piece += part;
    reader->left_in_piece -= part;
  }
}

/* RGBA from every colour type and depth, by the library's own transformations. */
static void ask_for_rgba(cis_png_reader *reader) {
  png_structp png = reader->png;
  int colour = png_get_color_type(png, reader->info);
  reader->has_alpha =
    (colour & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, reader->info, PNG_INFO_tRNS) != 0;
  png_set_expand(png);
  png_set_scale_16(png);
  reader->is_gray = (colour & PNG_COLOR_MASK_COLOR) == 0;
  if (reader->is_gray) png_set_gray_to_rgb(png);
  if (!reader->has_alpha) png_set_filler(png, 0xFF, PNG_FILLER_AFTER);
  reader->passes = (unsigned)png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
}

cis_png_reader *cis_png_open(cis_input input, cis_status *status) {
  cis_png_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) {
    cis_fail(status, CIS_NO_MEMORY, -1, "no memory for a PNG reader");
    return NULL;
  }
  reader->source.input = input;
  reader->status = status;
  reader->png = png_create_read_struct_2(
    PNG_LIBPNG_VER_STRING, reader, on_error, on_warning, reader, allocate, release);
  if (reader->png != NULL) reader->info = png_create_info_struct(reader->png);
  if (reader->info == NULL) {
    cis_fail(status, CIS_NO_MEMORY, -1, "no memory for the PNG decoder");
    cis_png_close(reader);
    return NULL;
  }
  if (setjmp(png_jmpbuf(reader->png))) { /* from png_read_info and the transformations */
    cis_png_close(reader);
    return NULL;
  }
  png_set_read_fn(reader->png, reader, read_bytes);
  /* Texts say nothing about the pixels; unpacking them is how hostile files grow, and profiles are kept from it. */
  png_set_chunk_malloc_max(reader->png, LARGEST_CHUNK);
  static const png_byte ignored[] = "tEXt\0zTXt\0iTXt\0sPLT\0hIST\0eXIf\0bKGD\0tIME\0pCAL\0sCAL";
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, ignored, (int)(sizeof ignored / 5));
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_ALWAYS, coding_chunk, 1);
  png_set_benign_errors(reader->png, 1);
  png_read_info(reader->png, reader->info);
  ask_for_rgba(reader);
  return reader;
}

void cis_png_describe(const cis_png_reader *reader, cis_png_info *info) {
  *info = (cis_png_info){
    .width = png_get_image_width(reader->png, reader->info),
    .height = png_get_image_height(reader->png, reader->info), .passes = reader->passes,
    .has_alpha = reader->has_alpha, .colors = reader->is_gray ? CIS_GRAY : CIS_RGB};
}

static bool are_close(const double (*one)[2], const double (*other)[2]) {
  for (int index = 0; index < 8; index++) {
    double difference = one[index / 2][index % 2] - other[index / 2][index % 2];
    if (difference > 0.005 || difference < -0.005) return false;
  }
  return true;
}

/* gAMA and cHRM. A gamma near 1/2.2 is how old programs say sRGB, and is taken for its curve. */
static void describe_calibration(const cis_png_reader *reader, cis_tag *tag) {
  double gamma = 1 / 2.2;
  bool has_gamma = png_get_gAMA(reader->png, reader->info, &gamma) != 0;
  double(*xy)[2] = tag->primaries.xy;
  if (!png_get_cHRM(reader->png, reader->info, &xy[0][0], &xy[0][1], &xy[1][0], &xy[1][1], &xy[2][0], &xy[2][1],
                    &xy[3][0], &xy[3][1])) {
    memcpy(xy, cis_srgb_xy, sizeof cis_srgb_xy);
  }
  bool is_curve_of_srgb = !has_gamma || (gamma > 0.43 && gamma < 0.48);
  if (is_curve_of_srgb && are_close(xy, cis_srgb_xy)) return;
  bool makes_sense = gamma >= 0.1 && gamma <= 10;
  tag->kind = makes_sense ? CIS_TAG_PRIMARIES : CIS_TAG_UNUSABLE;
  tag->primaries.curve = is_curve_of_srgb ? CIS_CURVE_SRGB : CIS_CURVE_POWER;
  tag->primaries.power = 1 / gamma;
}

void cis_png_describe_colors(const cis_png_reader *reader, cis_tag *tag) {
  png_structp png = reader->png;
  *tag = (cis_tag){.kind = CIS_TAG_NONE};
  png_unknown_chunkp unknown = NULL;
  int count = png_get_unknown_chunks(png, reader->info, &unknown);
  for (int index = 0; index < count; index++) {
    if (memcmp(unknown[index].name, coding_chunk, 4) != 0 || unknown[index].size != 4) continue;
    const uint8_t *code = unknown[index].data;
    cis_describe_coding(code[0], code[1], code[2] == 0 && code[3] == 1, tag);
    return;
  }
  png_charp name;
  png_bytep profile;
  png_uint_32 profile_count;
  int method, intent;
  if (png_get_iCCP(png, reader->info, &name, &method, &profile, &profile_count) != 0) {
    tag->kind = CIS_TAG_PROFILE;
    tag->profile = profile;
    tag->profile_count = profile_count;
  } else if (png_get_sRGB(png, reader->info, &intent) == 0) {
    describe_calibration(reader, tag);
  }
}

bool cis_png_read_row(cis_png_reader *reader, uint8_t *row, cis_status *status) {
  reader->status = status;
  if (setjmp(png_jmpbuf(reader->png))) return false; /* from png_read_row */
  png_read_row(reader->png, row, NULL);
  return true;
}

bool cis_png_finish(cis_png_reader *reader, cis_status *status) {
  reader->status = status;
  if (setjmp(png_jmpbuf(reader->png))) return false; /* from png_read_end */
  png_read_end(reader->png, NULL);
  return true;
}

cis_progress cis_png_progress(const cis_png_reader *reader) {
  return (cis_progress){
    .bytes_read = reader->source.bytes_read, .warnings = reader->warnings,
    .first_warning_offset = reader->first_warning_offset, .first_warning = reader->first_warning,
    .first_note = reader->notes > 0 ? reader->first_note : NULL};
}

void cis_png_close(cis_png_reader *reader) {
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}

const char *cis_png_version(void) { return PNG_LIBPNG_VER_STRING; }
