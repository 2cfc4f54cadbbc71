#ifdef CIS_HAS_WEBP

#include "picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>

typedef struct {
  cis_picture base; /* its cursor is at the frame's beginning */
  uint64_t count;
  bool is_lossless;
  WebPDecoderConfig config;
  uint8_t *bytes;
  uint8_t *rows;
  uint32_t row;
  uint32_t decoded; /* rows of `rows` that hold pixels */
} reader;

static uint32_t boxes(uint32_t length, uint32_t side) { return (length + side - 1) / side; }

/* The boxes whose means the library makes. It weighs colours by alpha in lossless pictures; in lossy ones, transparent pixels
   would lend their colour to the others, so that the caller has to make them. */
static uint32_t side_of(const reader *webp, const cis_part *part) {
  return webp->config.input.has_alpha && !webp->is_lossless ? 1 : part->side;
}

static uint64_t cost(const cis_picture *picture, cis_part part) {
  const reader *webp = (const reader *)picture;
  uint64_t pixels = (uint64_t)picture->info.width * picture->info.height;
  /* The library holds a lossless picture; and a lossy one's alpha, with the lossless picture as which that may be coded. */
  uint64_t held = webp->is_lossless ? 4 * pixels : picture->info.has_alpha ? 5 * pixels : 0;
  uint32_t side = side_of(webp, &part);
  return held + webp->count + 4 * (uint64_t)boxes(part.width, side) * boxes(part.height, side);
}

static bool fail(reader *webp, VP8StatusCode code, cis_status *status) {
  if (!cis_cursor_check(&webp->base.cursor, status)) return false;
  cis_code kind = code == VP8_STATUS_OUT_OF_MEMORY         ? CIS_NO_MEMORY
                  : code == VP8_STATUS_UNSUPPORTED_FEATURE ? CIS_UNSUPPORTED
                                                           : CIS_MALFORMED;
  bool is_cut = code == VP8_STATUS_SUSPENDED || code == VP8_STATUS_NOT_ENOUGH_DATA;
  return cis_fail(status, kind, is_cut ? (int64_t)webp->base.cursor.size : -1,
                  kind == CIS_NO_MEMORY     ? "no memory for the WebP decoder"
                  : kind == CIS_UNSUPPORTED ? "a kind of WebP that libwebp does not decode"
                  : is_cut                  ? "the file ends too early"
                                            : "libwebp cannot make sense of it");
}

static bool start(cis_picture *picture, cis_part *part, cis_status *status) {
  reader *webp = (reader *)picture;
  part->side = side_of(webp, part);
  /* The library moves odd corners of a lossy picture, whose chroma samples are squares of four pixels. */
  if (part->left % 2 == 1) {
    part->left -= part->side;
    part->width += part->side;
  }
  if (part->top % 2 == 1) {
    part->top -= part->side;
    part->height += part->side;
  }
  uint32_t columns = boxes(part->width, part->side), rows = boxes(part->height, part->side);
  size_t stride = (size_t)columns * 4;
  webp->bytes = malloc((size_t)webp->count);
  webp->rows = malloc(stride * rows);
  if (webp->bytes == NULL || webp->rows == NULL) return fail(webp, VP8_STATUS_OUT_OF_MEMORY, status);
  size_t count = cis_cursor_read(&picture->cursor, webp->bytes, (size_t)webp->count);

  WebPDecoderOptions *options = &webp->config.options;
  options->use_cropping = 1;
  options->crop_left = (int)part->left;
  options->crop_top = (int)part->top;
  options->crop_width = (int)part->width;
  options->crop_height = (int)part->height;
  options->use_scaling = part->side > 1;
  options->scaled_width = (int)columns;
  options->scaled_height = (int)rows;
  webp->config.output = (WebPDecBuffer){.colorspace = MODE_RGBA, .is_external_memory = 1};
  webp->config.output.u.RGBA = (WebPRGBABuffer){.rgba = webp->rows, .stride = (int)stride, .size = stride * rows};

  /* Decodes in steps, so that the rows before the end of a truncated file are known. */
  WebPIDecoder *decoder = WebPIDecode(webp->bytes, count, &webp->config);
  if (decoder == NULL) return fail(webp, VP8_STATUS_BITSTREAM_ERROR, status);
  VP8StatusCode code = WebPIUpdate(decoder, webp->bytes, count);
  int last = 0;
  WebPIDecGetRGB(decoder, &last, NULL, NULL, NULL);
  WebPIDelete(decoder);
  webp->decoded = code == VP8_STATUS_OK ? rows : (uint32_t)(last < 0 ? 0 : last);
  if (code == VP8_STATUS_OK) return true;
  return webp->decoded > 0 || fail(webp, code, status);
}

static bool read_row(cis_picture *picture, uint8_t *row, cis_status *status) {
  reader *webp = (reader *)picture;
  if (webp->row >= webp->decoded) return fail(webp, VP8_STATUS_SUSPENDED, status);
  size_t stride = (size_t)webp->config.output.u.RGBA.stride;
  memcpy(row, webp->rows + stride * webp->row++, stride);
  return true;
}

static void close_reader(cis_picture *picture) {
  reader *webp = (reader *)picture;
  free(webp->bytes);
  free(webp->rows);
}

/* Reads the header of the chunk that holds the picture, and skips the chunk of its alpha. */
static VP8StatusCode read_features(reader *webp, uint64_t offset) {
  WebPBitstreamFeatures *features = &webp->config.input;
  cis_cursor *cursor = &webp->base.cursor;
  uint8_t head[32];
  cursor->position = offset;
  size_t read = cis_cursor_read(cursor, head, sizeof head);
  bool has_alpha = read >= 8 && memcmp(head, "ALPH", 4) == 0;
  if (has_alpha) {
    uint32_t bytes = head[4] | (uint32_t)head[5] << 8 | (uint32_t)head[6] << 16 | (uint32_t)head[7] << 24;
    cursor->position = offset + 8 + bytes + bytes % 2;
    read = cis_cursor_read(cursor, head, sizeof head);
    /* The library decodes the first frame after any chunks, but here it would take their bytes for those of a frame. */
    bool is_frame = read < 4 || memcmp(head, "VP8 ", 4) == 0 || memcmp(head, "VP8L", 4) == 0;
    if (!is_frame) return VP8_STATUS_BITSTREAM_ERROR;
  }
  VP8StatusCode code = WebPGetFeatures(head, read, features);
  features->has_alpha |= has_alpha;
  return code;
}

static bool open_reader(cis_picture *picture, uint64_t offset, uint64_t count, cis_status *status) {
  reader *webp = (reader *)picture;
  webp->count = count;
  VP8StatusCode code =
    WebPInitDecoderConfig(&webp->config) ? read_features(webp, offset) : VP8_STATUS_USER_ABORT;
  if (code != VP8_STATUS_OK) return fail(webp, code, status);
  /* The bytes read so far are read again with the rest. */
  picture->cursor.position = offset;
  picture->cursor.bytes_read = 0;
  const WebPBitstreamFeatures *features = &webp->config.input;
  webp->is_lossless = features->format == 2;
  picture->info = (cis_picture_info){
    .width = (uint32_t)features->width, .height = (uint32_t)features->height,
    .has_alpha = features->has_alpha != 0, .colors = CIS_RGB};
  return true;
}

static const char *version(void) {
  static _Thread_local char text[16];
  int number = WebPGetDecoderVersion();
  snprintf(text, sizeof text, "%d.%d.%d", number >> 16, number >> 8 & 0xFF, number & 0xFF);
  return text;
}

const cis_codec cis_webp = {
  .size = sizeof(reader), .shortage = "no memory for a WebP reader", .open = open_reader, .cost = cost,
  .start = start, .read_row = read_row, .close = close_reader, .write = cis_webp_write, .version = version};

#endif
