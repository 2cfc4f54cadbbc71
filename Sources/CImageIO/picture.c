#include "picture.h"

#include <stdio.h>
#include <string.h>

/* A library, or the reason why this build has none. */
typedef struct {
  cis_picture_opener *open;
  cis_picture_writer *write;
  const char *(*version)(void);
  const char *absence;
} codec;

static const codec jpeg = {.open = cis_jpeg_open, .write = cis_jpeg_write, .version = cis_jpeg_version};
static const codec png = {.open = cis_png_open, .write = cis_png_write, .version = cis_png_version};

#ifdef CIS_HAS_WEBP
static const codec webp = {.open = cis_webp_open, .write = cis_webp_write, .version = cis_webp_version};
#else
static const codec webp = {.absence = "this build has no WebP: its package trait WebP is off"};
#endif

#ifdef CIS_HAS_HEIF
static const codec heic = {.open = cis_heif_open, .write = cis_heic_write, .version = cis_heif_version};
static const codec avif = {.open = cis_heif_open, .write = cis_avif_write, .version = cis_heif_version};
#else
#define NO_HEIF "this build has no HEIF and AVIF: its package trait HEIF is off"
static const codec heic = {.absence = NO_HEIF}, avif = {.absence = NO_HEIF};
#endif

static const codec *const codecs[] = {
  [CIS_JPEG] = &jpeg, [CIS_JPEG_HEADER] = &jpeg, [CIS_PNG] = &png, [CIS_WEBP] = &webp,
  [CIS_HEIC] = &heic, [CIS_AVIF] = &avif, [CIS_HEIF_THUMBNAIL] = &heic};

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
  if (codecs[format]->absence != NULL) return codecs[format]->absence;
  if (codecs[format]->write == NULL) return "no encoder is known for it";
#ifdef CIS_HAS_HEIF
  if (format == CIS_AVIF && !cis_avif_has_encoder()) {
    return "libheif has no encoder for AV1 here: install its plugin aomenc, svtenc or rav1e";
  }
  if (format == CIS_HEIC && !cis_heic_has_encoder()) {
    return "libheif has no encoder for HEVC here: install its plugin x265 (libheif-plugin-x265)";
  }
#endif
  return NULL;
}

bool cis_picture_write(cis_format format, cis_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status) {
  const char *reason = cis_cannot_write(format);
  if (reason == NULL) return codecs[format]->write(target, rgba, out, status);
  cis_fail(status, CIS_UNSUPPORTED, -1, reason);
  return false;
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

void cis_warn(cis_report *report, int64_t offset, const char *message) {
  if (report->progress.warnings++ > 0) return;
  snprintf(report->first_warning, sizeof report->first_warning, "%s", message);
  report->progress.first_warning = report->first_warning;
  report->progress.first_warning_offset = offset;
}

void cis_note(cis_report *report, const char *message) {
  if (report->progress.first_note != NULL) return;
  snprintf(report->first_note, sizeof report->first_note, "%s", message);
  report->progress.first_note = report->first_note;
}

void cis_fail(cis_status *status, cis_code code, int64_t offset, const char *message) {
  if (status->code != CIS_OK) return;
  status->code = code;
  status->offset = offset;
  snprintf(status->message, sizeof status->message, "%s", message);
}

bool cis_mend(cis_report *report, cis_status *status) {
  if (status->code != CIS_MALFORMED && status->code != CIS_UNSUPPORTED) return false;
  report->progress.warnings = 0;
  cis_warn(report, status->offset, status->message);
  status->code = CIS_OK;
  return true;
}
