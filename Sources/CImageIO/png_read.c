#include "source.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct cis_png_reader {
  png_structp png;
  png_infop info;
  cis_status *status; /* of the call that is running */
  cis_source source;
  const uint8_t *piece;
  size_t left_in_piece;
  unsigned passes;
  bool has_alpha;
  uint32_t warnings;
  int64_t first_warning_offset;
  char first_warning[200];
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
  if (reader->warnings++ > 0) return;
  snprintf(reader->first_warning, sizeof reader->first_warning, "%s", message);
  reader->first_warning_offset = stands_at(reader);
}

/* libpng's own malloc fails with a message alone; this says what it was. */
static png_voidp allocate(png_structp png, png_alloc_size_t size) {
  cis_png_reader *reader = png_get_mem_ptr(png);
  void *memory = malloc(size);
  if (memory == NULL) cis_fail(reader->status, CIS_NO_MEMORY, -1, "no memory for the PNG decoder");
  return memory;
}

static void release(png_structp png, png_voidp memory) {
  (void)png;
  free(memory);
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
  if ((colour & PNG_COLOR_MASK_COLOR) == 0) png_set_gray_to_rgb(png);
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
  /* Texts and profiles say nothing about the pixels' layout; unpacking them is how hostile files grow. */
  static const png_byte ignored[] = "iCCP\0tEXt\0zTXt\0iTXt\0sPLT\0hIST\0eXIf\0bKGD\0tIME\0pCAL\0sCAL";
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, ignored, (int)(sizeof ignored / 5));
  png_set_benign_errors(reader->png, 1);
  png_read_info(reader->png, reader->info);
  ask_for_rgba(reader);
  return reader;
}

void cis_png_describe(const cis_png_reader *reader, cis_png_info *info) {
  *info = (cis_png_info){
    .width = png_get_image_width(reader->png, reader->info),
    .height = png_get_image_height(reader->png, reader->info), .passes = reader->passes,
    .has_alpha = reader->has_alpha};
}

bool cis_png_read_row(cis_png_reader *reader, uint8_t *row, cis_status *status) {
  reader->status = status;
  if (setjmp(png_jmpbuf(reader->png))) return false; /* from png_read_row */
  png_read_row(reader->png, row, NULL);
  return true;
}

cis_progress cis_png_progress(const cis_png_reader *reader) {
  return (cis_progress){
    .bytes_read = reader->source.bytes_read, .warnings = reader->warnings,
    .first_warning_offset = reader->first_warning_offset, .first_warning = reader->first_warning};
}

void cis_png_close(cis_png_reader *reader) {
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}

const char *cis_png_version(void) { return PNG_LIBPNG_VER_STRING; }
