#include "picture.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

/* CMYK profiles take about two megabytes. */
#define LARGEST_CHUNK 4000000
/* libpng keeps two fewer unknown chunks than this; here they are chunks of coded colours, of which the first counts. */
#define MOST_CHUNKS 10

/* The chunk may be newer than the library. */
static const png_byte coding_chunk[] = "cICP";

typedef struct {
  cis_picture base;
  png_structp png;
  png_infop info;
  cis_status *status; /* of the call that is running */
  uint8_t piece[CIS_PIECE];
  const uint8_t *next; /* of the piece */
  size_t left_in_piece;
  int passes;
  bool has_failed;
  uint8_t *plane; /* all rows of an interlaced picture, complete only after the last pass */
  uint32_t rows;  /* rows that were read, each once a pass */
  uint32_t row;   /* the row of `plane` that is handed out next */
} reader;

static int64_t stands_at(const reader *reader) {
  return (int64_t)(reader->base.cursor.position - reader->left_in_piece);
}

static void on_error(png_structp png, png_const_charp message) {
  reader *reader = png_get_error_ptr(png);
  cis_fail(reader->status, CIS_MALFORMED, stands_at(reader), message);
  longjmp(png_jmpbuf(png), 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  reader *reader = png_get_error_ptr(png);
  /* The library names the chunk first. */
  if (strncmp(message, "IDAT", 4) == 0) cis_warn(&reader->base, stands_at(reader), message);
  else cis_note(&reader->base, message);
}

/* libpng's own allocator fails with a message only; this one also sets the status. */
static png_voidp allocate(png_structp png, png_alloc_size_t size) {
  reader *reader = png_get_mem_ptr(png);
  void *memory = malloc(size);
  if (memory == NULL) cis_fail(reader->status, CIS_NO_MEMORY, -1, "no memory for the PNG decoder");
  return memory;
}

static void release(png_structp png, png_voidp memory) {
  free(memory);
}

static void read_bytes(png_structp png, png_bytep bytes, size_t count) {
  reader *reader = png_get_io_ptr(png);
  while (count > 0) {
    if (reader->left_in_piece == 0) {
      cis_cursor *cursor = &reader->base.cursor;
      reader->next = reader->piece;
      reader->left_in_piece = cis_cursor_read(cursor, reader->piece, CIS_PIECE);
      if (reader->left_in_piece == 0 && cursor->fault == CIS_UNREADABLE) {
        cis_fail(reader->status, CIS_UNREADABLE, stands_at(reader), CIS_REFUSED);
      }
      if (reader->left_in_piece == 0) png_error(png, "the file ends too early");
    }
    size_t part = count < reader->left_in_piece ? count : reader->left_in_piece;
    memcpy(bytes, reader->next, part);
    bytes += part;
    count -= part;
    reader->next += part;
    reader->left_in_piece -= part;
  }
}

/* RGBA from every colour type and depth, by the library's own transformations. */
static void ask_for_rgba(reader *reader) {
  png_structp png = reader->png;
  cis_picture_info *info = &reader->base.info;
  int colour = png_get_color_type(png, reader->info);
  info->has_alpha = (colour & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, reader->info, PNG_INFO_tRNS) != 0;
  info->colors = (colour & PNG_COLOR_MASK_COLOR) == 0 ? CIS_GRAY : CIS_RGB;
  png_set_expand(png);
  png_set_scale_16(png);
  if (info->colors == CIS_GRAY) png_set_gray_to_rgb(png);
  if (!info->has_alpha) png_set_filler(png, 0xFF, PNG_FILLER_AFTER);
  reader->passes = png_set_interlace_handling(png);
  info->in_passes = reader->passes > 1;
  png_read_update_info(png, reader->info);
}

static bool are_close(const double (*one)[2], const double (*other)[2]) {
  for (int index = 0; index < 8; index++) {
    double difference = one[index / 2][index % 2] - other[index / 2][index % 2];
    if (difference > 0.005 || difference < -0.005) return false;
  }
  return true;
}

/* gAMA and cHRM. Old programs state sRGB by a gamma near 1/2.2, which therefore counts as sRGB's curve. */
static void describe_calibration(const reader *reader, cis_tag *tag) {
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

/* The first that the file has, and that can be followed, counts: cICP, iCCP, sRGB, or gAMA with cHRM. */
static void describe_colors(const reader *reader, cis_tag *tag) {
  png_structp png = reader->png;
  png_unknown_chunkp unknown = NULL;
  int count = png_get_unknown_chunks(png, reader->info, &unknown);
  for (int index = 0; index < count; index++) {
    if (memcmp(unknown[index].name, coding_chunk, 4) != 0 || unknown[index].size != 4) continue;
    const uint8_t *code = unknown[index].data;
    cis_describe_coding(code[0], code[1], code[2] == 0 && code[3] == 1, tag);
    if (tag->kind == CIS_TAG_PRIMARIES) return;
    break;
  }
  png_charp name;
  png_bytep profile;
  png_uint_32 profile_count;
  int method, intent;
  if (png_get_iCCP(png, reader->info, &name, &method, &profile, &profile_count) != 0) {
    tag->kind = CIS_TAG_PROFILE;
    tag->profile = profile;
    tag->profile_count = profile_count;
  } else if (tag->kind == CIS_TAG_NONE && png_get_sRGB(png, reader->info, &intent) == 0) {
    describe_calibration(reader, tag);
  }
}

static size_t stride_of(const cis_picture *picture) { return (size_t)picture->info.width * 4; }

static uint64_t cost(const cis_picture *picture, cis_part part) {
  return picture->info.in_passes ? (uint64_t)stride_of(picture) * picture->info.height : 0;
}

/* Reads all passes of an interlaced picture. Missing pixels of a damaged one are transparent; without a row, it fails. */
static bool read_plane(reader *reader, cis_status *status) {
  cis_picture *picture = &reader->base;
  reader->plane = calloc(picture->info.height, stride_of(picture));
  if (reader->plane == NULL) return cis_fail(status, CIS_NO_MEMORY, -1, "no memory for the PNG decoder");
  if (setjmp(png_jmpbuf(reader->png))) { /* from png_read_row */
    reader->has_failed = true;
    return reader->rows > 0 && cis_mend(picture, status);
  }
  for (int pass = 0; pass < reader->passes; pass++) {
    for (uint32_t row = 0; row < picture->info.height; row++) {
      png_read_row(reader->png, reader->plane + stride_of(picture) * row, NULL);
      reader->rows++;
    }
  }
  return true;
}

/* Rows come whole, from the first on. */
static bool start(cis_picture *picture, cis_part *part, cis_status *status) {
  reader *png = (reader *)picture;
  *part = (cis_part){.width = picture->info.width, .height = part->top + part->height, .side = 1};
  png->status = status;
  return !picture->info.in_passes || read_plane(png, status);
}

static bool read_row(cis_picture *picture, uint8_t *row, cis_status *status) {
  reader *png = (reader *)picture;
  png->status = status;
  if (png->plane != NULL) {
    memcpy(row, png->plane + stride_of(picture) * png->row++, stride_of(picture));
    return true;
  }
  if (setjmp(png_jmpbuf(png->png))) return false; /* from png_read_row */
  png_read_row(png->png, row, NULL);
  return true;
}

/* All rows must have been read. */
static bool finish(cis_picture *picture, cis_status *status) {
  reader *png = (reader *)picture;
  if (png->has_failed) return true;
  png->status = status;
  if (setjmp(png_jmpbuf(png->png))) return false; /* from png_read_end */
  png_read_end(png->png, NULL);
  return true;
}

static void close_reader(cis_picture *picture) {
  reader *png = (reader *)picture;
  png_destroy_read_struct(&png->png, &png->info, NULL);
  free(png->plane);
}

static void read_header(reader *reader) {
  png_set_read_fn(reader->png, reader, read_bytes);
  /* Texts say nothing about the pixels; in hostile files they unpack to huge sizes, which the limit prevents for
     profiles. */
  png_set_chunk_malloc_max(reader->png, LARGEST_CHUNK);
  png_set_chunk_cache_max(reader->png, MOST_CHUNKS);
  static const png_byte ignored[] = "tEXt\0zTXt\0iTXt\0sPLT\0hIST\0eXIf\0bKGD\0tIME\0pCAL\0sCAL";
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, ignored, (int)(sizeof ignored / 5));
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_ALWAYS, coding_chunk, 1);
  png_set_benign_errors(reader->png, 1);
  png_read_info(reader->png, reader->info);
  reader->base.info.width = png_get_image_width(reader->png, reader->info);
  reader->base.info.height = png_get_image_height(reader->png, reader->info);
  ask_for_rgba(reader);
  describe_colors(reader, &reader->base.info.tag);
}

static bool open_reader(cis_picture *picture, uint64_t offset, uint64_t count, cis_status *status) {
  reader *png = (reader *)picture;
  png->status = status;
  png->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, png, on_error, on_warning, png, allocate, release);
  if (png->png != NULL) png->info = png_create_info_struct(png->png);
  if (png->info == NULL) return cis_fail(status, CIS_NO_MEMORY, -1, "no memory for the PNG decoder");
  if (setjmp(png_jmpbuf(png->png))) return false; /* from reading the header */
  read_header(png);
  return true;
}

static const char *version(void) { return PNG_LIBPNG_VER_STRING; }

const cis_codec cis_png = {
  .size = sizeof(reader), .shortage = "no memory for a PNG reader", .open = open_reader, .cost = cost,
  .start = start, .read_row = read_row, .finish = finish, .close = close_reader, .write = cis_png_write,
  .version = version};
