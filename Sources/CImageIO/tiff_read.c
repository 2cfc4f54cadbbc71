#ifdef CIS_HAS_TIFF

#include "picture.h"
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tiffio.h>
#include <tiffvers.h>

/* The limit of one block of memory; the sum of all blocks is checked before decoding. */
#define LARGEST_BLOCK 200000000
/* CMYK profiles take about two megabytes. */
#define LARGEST_METADATA 4000000

typedef struct {
  cis_picture base;
  cis_cursor cursor;
  TIFF *tiff;
  TIFFRGBAImage rgba;
  bool has_rgba;
  cis_status *status; /* of the call that is running, while it opens the file */
  uint32_t band_rows; /* rows of a strip or of a row of tiles, which are decoded at once */
  uint32_t *band;
  uint32_t first_in_band; /* the row that the band begins with; the height if there is no band yet */
  cis_part part;
  uint32_t row;
} reader;

static tmsize_t read_bytes(thandle_t data, void *bytes, tmsize_t count) {
  return count < 0 ? -1 : (tmsize_t)cis_cursor_read(&((reader *)data)->cursor, bytes, (size_t)count);
}

static tmsize_t write_bytes(thandle_t data, void *bytes, tmsize_t count) {
  (void)data;
  (void)bytes;
  (void)count;
  return -1;
}

static toff_t seek(thandle_t data, toff_t offset, int whence) {
  cis_cursor *cursor = &((reader *)data)->cursor;
  uint64_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? cursor->position : cursor->size;
  return cursor->position = from + offset;
}

static toff_t size_of(thandle_t data) { return ((reader *)data)->cursor.size; }

static int close_nothing(thandle_t data) {
  (void)data;
  return 0;
}

static int on_error(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
  (void)tiff;
  (void)module;
  reader *page = data;
  char message[200];
  vsnprintf(message, sizeof message, format, arguments);
  if (page->status != NULL) cis_fail(page->status, CIS_MALFORMED, -1, message);
  else cis_warn(&page->base.report, (int64_t)page->cursor.position, message);
  return 1;
}

/* Warnings are about invalid tags; the library would write them to standard error. */
static int on_warning(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
  (void)tiff;
  (void)data;
  (void)module;
  (void)format;
  (void)arguments;
  return 1;
}

/* The band, and the part of the file that makes it, coded and decoded. */
static uint64_t cost(const cis_picture *picture, cis_part part) {
  (void)part;
  const reader *page = (const reader *)picture;
  bool is_tiled = TIFFIsTiled(page->tiff);
  uint64_t piece = is_tiled ? TIFFTileSize64(page->tiff) : TIFFStripSize64(page->tiff);
  if (!page->rgba.isContig) piece *= page->rgba.samplesperpixel;
  uint64_t coded = is_tiled ? 0 : TIFFRawStripSize64(page->tiff, 0);
  uint16_t compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(page->tiff, TIFFTAG_COMPRESSION, &compression);
  if (compression == COMPRESSION_NONE || coded > page->cursor.size) coded = 0;
  return (uint64_t)picture->info.width * page->band_rows * 4 + piece + coded;
}

static bool start(cis_picture *picture, cis_part *part, cis_status *status) {
  reader *page = (reader *)picture;
  part->side = 1;
  page->part = *part;
  page->first_in_band = picture->info.height;
  page->band = malloc((size_t)picture->info.width * page->band_rows * 4);
  if (page->band != NULL) return true;
  cis_fail(status, CIS_NO_MEMORY, -1, "no memory for the TIFF decoder");
  return false;
}

/* Decodes the strip or the row of tiles that holds the row. Damaged parts are transparent; if all is damaged, it fails. */
static bool load_band(reader *page, uint32_t row, cis_status *status) {
  const cis_picture_info *info = &page->base.info;
  uint32_t first = row / page->band_rows * page->band_rows;
  uint32_t rows = info->height - first < page->band_rows ? info->height - first : page->band_rows;
  size_t pixels = (size_t)info->width * rows;
  uint32_t warnings = page->base.report.progress.warnings;
  memset(page->band, 0, pixels * 4);
  page->rgba.row_offset = (int)first;
  page->rgba.col_offset = 0;
  bool done = TIFFRGBAImageGet(&page->rgba, page->band, info->width, rows) != 0;
  page->base.report.progress.bytes_read = page->cursor.bytes_read;
  if (done && page->base.report.progress.warnings == warnings) return true;
  for (size_t pixel = 0; pixel < pixels; pixel++) {
    if (page->band[pixel] != 0) return true;
  }
  const char *message = page->base.report.progress.first_warning;
  cis_fail(status, CIS_MALFORMED, (int64_t)page->cursor.position, message != NULL ? message : "its pixels cannot be decoded");
  return false;
}

static bool read_row(cis_picture *picture, uint8_t *row, cis_status *status) {
  reader *page = (reader *)picture;
  uint32_t number = page->part.top + page->row++;
  uint32_t height = picture->info.height;
  bool is_there = page->first_in_band < height && number / page->band_rows == page->first_in_band / page->band_rows;
  if (!is_there) {
    if (!load_band(page, number, status)) return false;
    page->first_in_band = number / page->band_rows * page->band_rows;
  }
  const uint32_t *pixels =
    page->band + (size_t)(number - page->first_in_band) * picture->info.width + page->part.left;
  for (uint32_t column = 0; column < page->part.width; column++, row += 4) {
    row[0] = (uint8_t)TIFFGetR(pixels[column]);
    row[1] = (uint8_t)TIFFGetG(pixels[column]);
    row[2] = (uint8_t)TIFFGetB(pixels[column]);
    row[3] = (uint8_t)TIFFGetA(pixels[column]);
  }
  if (picture->info.has_alpha) cis_unpremultiply(row - (size_t)page->part.width * 4, page->part.width);
  return true;
}

static void close_reader(cis_picture *picture) {
  reader *page = (reader *)picture;
  if (page->has_rgba) TIFFRGBAImageEnd(&page->rgba);
  if (page->tiff != NULL) TIFFClose(page->tiff);
  free(page->band);
  free(page);
}

static void describe(reader *page) {
  cis_picture_info *info = &page->base.info;
  TIFF *tiff = page->tiff;
  uint16_t orientation = 1, photometric = page->rgba.photometric;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
  *info = (cis_picture_info){
    .width = page->rgba.width, .height = page->rgba.height, .has_alpha = page->rgba.alpha != 0,
    .orientation = orientation < 1 || orientation > 8 ? 1 : orientation,
    .colors = photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE ? CIS_GRAY : CIS_RGB};
  uint32_t count = 0;
  void *bytes = NULL;
  if (TIFFGetField(tiff, TIFFTAG_XMLPACKET, &count, &bytes) && count <= LARGEST_METADATA) {
    info->xmp = bytes;
    info->xmp_count = count;
  }
  if (!TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &count, &bytes) || count > LARGEST_METADATA) return;
  if (photometric == PHOTOMETRIC_RGB || info->colors == CIS_GRAY || photometric == PHOTOMETRIC_PALETTE) {
    info->tag = (cis_tag){.kind = CIS_TAG_PROFILE, .profile = bytes, .profile_count = count};
  } else {
    cis_note(&page->base.report, "its colours become sRGB without its profile, by a simple rule");
  }
}

static TIFF *open_tiff(reader *page, cis_status *status) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (options == NULL) {
    cis_fail(status, CIS_NO_MEMORY, -1, "no memory for the TIFF decoder");
    return NULL;
  }
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, LARGEST_BLOCK);
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, page);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, page);
  /* Without mapping the file, which another process may truncate. */
  TIFF *tiff = TIFFClientOpenExt("TIFF", "rm", (thandle_t)page, read_bytes, write_bytes, seek, close_nothing, size_of, NULL,
                                 NULL, options);
  TIFFOpenOptionsFree(options);
  return tiff;
}

static bool open_page(reader *page, cis_status *status) {
  page->tiff = open_tiff(page, status);
  if (page->tiff == NULL) return false;
  uint16_t compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(page->tiff, TIFFTAG_COMPRESSION, &compression);
  char message[1024] = "";
  if (compression == COMPRESSION_OJPEG) {
    cis_fail(status, CIS_UNSUPPORTED, -1, "JPEG in TIFF as of 1992, which is ambiguous");
    return false;
  }
  if (!TIFFRGBAImageOK(page->tiff, message) || !TIFFRGBAImageBegin(&page->rgba, page->tiff, 0, message)) {
    cis_fail(status, CIS_UNSUPPORTED, -1, message);
    return false;
  }
  page->has_rgba = true;
  /* Rows come as they are stored. */
  page->rgba.orientation = page->rgba.req_orientation = ORIENTATION_TOPLEFT;
  uint32_t rows = page->rgba.height;
  TIFFGetFieldDefaulted(page->tiff, TIFFIsTiled(page->tiff) ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &rows);
  page->band_rows = rows < 1 || rows > page->rgba.height ? page->rgba.height : rows;
  return true;
}

cis_picture *cis_tiff_open(cis_format format, cis_input input, uint64_t offset, uint64_t count, cis_status *status) {
  (void)format, (void)offset, (void)count;
  reader *page = calloc(1, sizeof *page);
  if (page == NULL) {
    cis_fail(status, CIS_NO_MEMORY, -1, "no memory for a TIFF reader");
    return NULL;
  }
  page->base.cost = cost;
  page->base.start = start;
  page->base.read_row = read_row;
  page->base.close = close_reader;
  page->status = status;
  bool is_open = cis_cursor_open(input, &page->cursor) && open_page(page, status);
  page->status = NULL;
  if (!is_open) {
    cis_fail(status, CIS_MALFORMED, -1, "libtiff cannot make sense of it");
    close_reader(&page->base);
    return NULL;
  }
  /* The library's complaints about dispensable tags concern no caller. */
  status->code = CIS_OK;
  describe(page);
  return &page->base;
}

#define TEXT_OF(token) #token
#define TEXT(macro) TEXT_OF(macro)
/* libtiff numbers its versions by this date. */
const char *cis_tiff_version(void) { return TEXT(TIFFLIB_VERSION); }

#endif
