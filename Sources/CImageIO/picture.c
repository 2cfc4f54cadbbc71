#include "picture.h"

#include <string.h>

/* A library, or the reason why this build cannot read by it. */
typedef struct {
  cis_picture_opener *open;
  const char *(*version)(void);
  const char *absence;
} codec;

static const codec png = {.open = cis_png_open, .version = cis_png_version};

#ifdef CIS_HAS_WEBP
static const codec webp = {.open = cis_webp_open, .version = cis_webp_version};
#else
static const codec webp = {.absence = "this build reads no WebP: its package trait WebP is off"};
#endif

#ifdef CIS_HAS_HEIF
static const codec heif = {.open = cis_heif_open, .version = cis_heif_version};
#else
static const codec heif = {.absence = "this build reads no HEIF and AVIF: its package trait HEIF is off"};
#endif

static const codec *const codecs[] = {
  [CIS_PNG] = &png, [CIS_WEBP] = &webp, [CIS_HEIC] = &heif, [CIS_AVIF] = &heif, [CIS_HEIF_THUMBNAIL] = &heif};

bool cis_can_read(cis_format format) { return codecs[format]->open != NULL; }

const char *cis_picture_version(cis_format format) {
  return cis_can_read(format) ? codecs[format]->version() : NULL;
}

cis_picture *cis_picture_open(cis_format format, cis_input input, uint64_t offset, uint64_t count, cis_status *status) {
  if (cis_can_read(format)) return codecs[format]->open(format, input, offset, count, status);
  cis_fail(status, CIS_UNSUPPORTED, -1, codecs[format]->absence);
  return NULL;
}

const char *cis_cannot_write(cis_format format) {
  switch (format) {
  case CIS_WEBP:
    return cis_can_read(CIS_WEBP) ? NULL : "this build writes no WebP: its package trait WebP is off";
  case CIS_AVIF:
#ifdef CIS_HAS_HEIF
    return cis_avif_has_encoder() ? NULL
                                  : "libheif has no encoder for AV1 here: install its plugin aomenc, svtenc or rav1e";
#else
    return "this build writes no AVIF: its package trait HEIF is off";
#endif
  default:
    return "no encoder is known for it";
  }
}

bool cis_refuses_to_write(cis_format format, cis_status *status) {
  const char *reason = cis_cannot_write(format);
  if (reason != NULL) cis_fail(status, CIS_UNSUPPORTED, -1, reason);
  return reason != NULL;
}

#ifndef CIS_HAS_WEBP
bool cis_webp_write(cis_webp_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status) {
  (void)target, (void)rgba, (void)out;
  return !cis_refuses_to_write(CIS_WEBP, status);
}
#endif

#ifndef CIS_HAS_HEIF
bool cis_avif_write(cis_avif_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status) {
  (void)target, (void)rgba, (void)out;
  return !cis_refuses_to_write(CIS_AVIF, status);
}
#endif

const cis_picture_info *cis_picture_describe(const cis_picture *picture) { return &picture->info; }

bool cis_picture_place(cis_picture *picture, uint32_t left, uint32_t top, uint32_t width, uint32_t height) {
  cis_picture_info *info = &picture->info;
  bool is_within = info->width <= width && left <= width - info->width && info->height <= height &&
                   top <= height - info->height;
  if (!is_within) return false;
  picture->frame = (cis_part){.left = left, .top = top, .width = info->width, .height = info->height, .side = 1};
  info->width = width;
  info->height = height;
  info->has_alpha = true;
  return true;
}

/* All of a picture that lies on a canvas. */
static cis_part whole_frame(const cis_picture *picture) {
  return (cis_part){.width = picture->frame.width, .height = picture->frame.height, .side = 1};
}

uint64_t cis_picture_cost(const cis_picture *picture, cis_part part) {
  return picture->cost(picture, picture->frame.width == 0 ? part : whole_frame(picture));
}

bool cis_picture_start(cis_picture *picture, cis_part *part, cis_status *status) {
  if (picture->frame.width == 0) return picture->start(picture, part, status);
  *part = (cis_part){.width = picture->info.width, .height = part->top + part->height, .side = 1};
  cis_part frame = whole_frame(picture);
  return picture->start(picture, &frame, status);
}

bool cis_picture_read_row(cis_picture *picture, uint8_t *row, cis_status *status) {
  if (picture->frame.width == 0) return picture->read_row(picture, row, status);
  memset(row, 0, (size_t)picture->info.width * 4);
  uint32_t line = picture->canvas_row++;
  if (line < picture->frame.top || line - picture->frame.top >= picture->frame.height) return true;
  return picture->read_row(picture, row + (size_t)picture->frame.left * 4, status);
}

bool cis_picture_finish(cis_picture *picture, cis_status *status) {
  return picture->finish == NULL || picture->finish(picture, status);
}

cis_progress cis_picture_progress(const cis_picture *picture) { return picture->report.progress; }

void cis_picture_close(cis_picture *picture) { picture->close(picture); }

void cis_unpremultiply(uint8_t *row, uint32_t pixels) {
  for (uint8_t *pixel = row; pixel < row + (size_t)pixels * 4; pixel += 4) {
    unsigned alpha = pixel[3];
    if (alpha == 0 || alpha == 255) continue;
    for (int channel = 0; channel < 3; channel++) {
      unsigned value = (pixel[channel] * 255u + alpha / 2) / alpha;
      pixel[channel] = (uint8_t)(value > 255 ? 255 : value);
    }
  }
}
