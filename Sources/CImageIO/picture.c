#include "picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef CIS_HAS_WEBP
const cis_codec cis_webp = {.absence = "this build has no WebP: its package trait WebP is off"};
#endif

#ifndef CIS_HAS_HEIF
const cis_codec cis_heif = {.absence = "this build has no HEIF and AVIF: its package trait HEIF is off"};
#endif

static const cis_codec *const codecs[] = {
  [CIS_JPEG] = &cis_jpeg, [CIS_JPEG_HEADER] = &cis_jpeg, [CIS_PNG] = &cis_png, [CIS_WEBP] = &cis_webp,
  [CIS_HEIC] = &cis_heif, [CIS_AVIF] = &cis_heif, [CIS_HEIF_THUMBNAIL] = &cis_heif};

bool cis_can_read(cis_format format) { return codecs[format]->absence == NULL; }

const char *cis_picture_version(cis_format format) {
  return cis_can_read(format) ? codecs[format]->version() : NULL;
}

cis_picture *cis_picture_open(cis_format format, cis_input input, uint64_t offset, uint64_t count, cis_status *status) {
  const cis_codec *codec = codecs[format];
  cis_picture *picture = codec->absence == NULL ? calloc(1, codec->size) : NULL;
  if (picture == NULL) {
    bool is_absent = codec->absence != NULL;
    cis_fail(status, is_absent ? CIS_UNSUPPORTED : CIS_NO_MEMORY, -1, is_absent ? codec->absence : codec->shortage);
    return NULL;
  }
  picture->codec = codec;
  picture->format = format;
  cis_cursor_open(input, &picture->cursor);
  if (codec->open(picture, offset, count, status)) return picture;
  cis_picture_close(picture);
  return NULL;
}

const char *cis_cannot_write(cis_format format) {
  const cis_codec *codec = codecs[format];
  return codec->cannot_write == NULL ? codec->absence : codec->cannot_write(format);
}

bool cis_picture_write(cis_format format, cis_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status) {
  const char *reason = cis_cannot_write(format);
  if (reason != NULL) return cis_fail(status, CIS_UNSUPPORTED, -1, reason);
  cis_growing growing = {0};
  bool done = codecs[format]->write(format, target, rgba, &growing, status);
  if (growing.is_short) done = cis_fail(status, CIS_NO_MEMORY, -1, "no memory for the encoded picture");
  if (done) *out = growing.out;
  else cis_bytes_free(growing.out);
  return done;
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
  return picture->codec->cost(picture, picture->frame.width == 0 ? part : whole_frame(picture));
}

bool cis_picture_start(cis_picture *picture, cis_part *part, cis_status *status) {
  if (picture->frame.width == 0) return picture->codec->start(picture, part, status);
  *part = (cis_part){.width = picture->info.width, .height = part->top + part->height, .side = 1};
  cis_part frame = whole_frame(picture);
  return picture->codec->start(picture, &frame, status);
}

bool cis_picture_read_row(cis_picture *picture, uint8_t *row, cis_status *status) {
  if (picture->frame.width == 0) return picture->codec->read_row(picture, row, status);
  memset(row, 0, (size_t)picture->info.width * 4);
  uint32_t line = picture->canvas_row++;
  if (line < picture->frame.top || line - picture->frame.top >= picture->frame.height) return true;
  return picture->codec->read_row(picture, row + (size_t)picture->frame.left * 4, status);
}

bool cis_picture_finish(cis_picture *picture, cis_status *status) {
  return picture->codec->finish == NULL || picture->codec->finish(picture, status);
}

cis_progress cis_picture_progress(const cis_picture *picture) {
  const cis_cursor *cursor = &picture->cursor;
  return (cis_progress){
    .bytes_read = cursor->input.fd < 0 ? cursor->input.count : cursor->bytes_read,
    .first_warning = picture->first_warning[0] == 0 ? NULL : picture->first_warning,
    .first_note = picture->first_note[0] == 0 ? NULL : picture->first_note};
}

void cis_picture_close(cis_picture *picture) {
  picture->codec->close(picture);
  free(picture);
}

void cis_warn(cis_picture *picture, int64_t offset, const char *message) {
  if (picture->first_warning[0] != 0) return;
  char place[48] = "";
  if (offset >= 0) snprintf(place, sizeof place, " (at byte %lld)", (long long)offset);
  snprintf(picture->first_warning, sizeof picture->first_warning, "%s%s", message, place);
}

void cis_note(cis_picture *picture, const char *message) {
  if (picture->first_note[0] != 0) return;
  snprintf(picture->first_note, sizeof picture->first_note, "%s", message);
}

bool cis_fail(cis_status *status, cis_code code, int64_t offset, const char *message) {
  if (status->code != CIS_OK) return false;
  status->code = code;
  status->offset = offset;
  snprintf(status->message, sizeof status->message, "%s", message);
  return false;
}

bool cis_mend(cis_picture *picture, cis_status *status) {
  if (status->code != CIS_MALFORMED && status->code != CIS_UNSUPPORTED) return false;
  picture->first_warning[0] = 0;
  cis_warn(picture, status->offset, status->message);
  status->code = CIS_OK;
  return true;
}
