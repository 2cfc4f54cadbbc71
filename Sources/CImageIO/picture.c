#include "picture.h"
#include "source.h"

#include <stdio.h>
#include <string.h>

#ifdef CIS_HAS_WEBP
#define OPEN_WEBP cis_webp_open(input, offset, count, status)
#define WEBP_VERSION cis_webp_version()
#define ENCODE_WEBP cis_webp_encode(target, rgba, out, status)
#else
#define OPEN_WEBP (cis_fail(status, CIS_UNSUPPORTED, -1, "this build reads no WebP: its package trait WebP is off"), NULL)
#define WEBP_VERSION NULL
#define ENCODE_WEBP false
#endif

#ifdef CIS_HAS_HEIF
#define OPEN_HEIF cis_heif_open(format, input, status)
#define HEIF_VERSION cis_heif_version()
#define ENCODE_AVIF cis_avif_encode(target, rgba, out, status)
#define HAS_AV1_ENCODER cis_avif_has_encoder()
#else
#define OPEN_HEIF \
  (cis_fail(status, CIS_UNSUPPORTED, -1, "this build reads no HEIF and AVIF: its package trait HEIF is off"), NULL)
#define HEIF_VERSION NULL
#define ENCODE_AVIF false
#define HAS_AV1_ENCODER false
#endif

#ifdef CIS_HAS_TIFF
#define OPEN_TIFF cis_tiff_open(input, status)
#define TIFF_VERSION cis_tiff_version()
#else
#define OPEN_TIFF (cis_fail(status, CIS_UNSUPPORTED, -1, "this build reads no TIFF: its package trait TIFF is off"), NULL)
#define TIFF_VERSION NULL
#endif

cis_picture *cis_picture_open(cis_format format, cis_input input, uint64_t offset, uint64_t count, cis_status *status) {
  (void)offset;
  (void)count;
  (void)input;
  switch (format) {
  case CIS_WEBP:
    return OPEN_WEBP;
  case CIS_HEIC:
  case CIS_AVIF:
  case CIS_HEIF_THUMBNAIL:
    return OPEN_HEIF;
  case CIS_TIFF:
    return OPEN_TIFF;
  }
  return NULL;
}

const char *cis_picture_version(cis_format format) {
  switch (format) {
  case CIS_WEBP:
    return WEBP_VERSION;
  case CIS_HEIC:
  case CIS_AVIF:
  case CIS_HEIF_THUMBNAIL:
    return HEIF_VERSION;
  case CIS_TIFF:
    return TIFF_VERSION;
  }
  return NULL;
}

bool cis_can_read(cis_format format) { return cis_picture_version(format) != NULL; }

const char *cis_cannot_write(cis_format format) {
  switch (format) {
  case CIS_WEBP:
    return cis_can_read(CIS_WEBP) ? NULL : "this build writes no WebP: its package trait WebP is off";
  case CIS_AVIF:
    if (!cis_can_read(CIS_AVIF)) return "this build writes no AVIF: its package trait HEIF is off";
    return HAS_AV1_ENCODER ? NULL : "libheif has no encoder for AV1 here: install its plugin aomenc, svtenc or rav1e";
  default:
    return "no encoder is known for it";
  }
}

static bool can_write(cis_format format, cis_status *status) {
  const char *reason = cis_cannot_write(format);
  if (reason != NULL) cis_fail(status, CIS_UNSUPPORTED, -1, reason);
  return reason == NULL;
}

bool cis_webp_write(cis_webp_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status) {
  (void)target, (void)rgba, (void)out;
  return can_write(CIS_WEBP, status) && ENCODE_WEBP;
}

bool cis_avif_write(cis_avif_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status) {
  (void)target, (void)rgba, (void)out;
  return can_write(CIS_AVIF, status) && ENCODE_AVIF;
}

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

/* All of the picture itself, of one that lies on a canvas. */
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

cis_progress cis_picture_progress(const cis_picture *picture) { return picture->progress; }

void cis_picture_close(cis_picture *picture) { picture->close(picture); }

void cis_warn(cis_picture *picture, int64_t offset, const char *message) {
  if (picture->progress.warnings++ > 0) return;
  snprintf(picture->first_warning, sizeof picture->first_warning, "%s", message);
  picture->progress.first_warning = picture->first_warning;
  picture->progress.first_warning_offset = offset;
}

void cis_note(cis_picture *picture, const char *message) {
  if (picture->progress.first_note != NULL) return;
  snprintf(picture->first_note, sizeof picture->first_note, "%s", message);
  picture->progress.first_note = picture->first_note;
}

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
