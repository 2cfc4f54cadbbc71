#include "picture.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

/* The most bytes that a marker holds besides its length. */
#define MARKER 65533

static const char exif_signature[6] = {'E', 'x', 'i', 'f', 0, 0};
static const char xmp_signature[29] = "http://ns.adobe.com/xap/1.0/"; /* with its zero */

typedef struct {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf failure;
  cis_status *status;
  struct jpeg_destination_mgr target;
  cis_growing *out;
  uint8_t piece[CIS_PIECE];
  uint8_t marker[MARKER];
} writer;

static void error_exit(j_common_ptr common) {
  writer *writer = common->client_data;
  char message[JMSG_LENGTH_MAX];
  common->err->format_message(common, message);
  cis_fail(writer->status, common->err->msg_code == JERR_OUT_OF_MEMORY ? CIS_NO_MEMORY : CIS_MALFORMED, -1, message);
  longjmp(writer->failure, 1);
}

/* libjpeg-turbo has its own destination in memory, but after a failure its bytes cannot be found. */
static void start_piece(j_compress_ptr jpeg) {
  writer *writer = jpeg->client_data;
  writer->target.next_output_byte = writer->piece;
  writer->target.free_in_buffer = CIS_PIECE;
}

static void keep(j_compress_ptr jpeg, size_t count) {
  writer *writer = jpeg->client_data;
  if (!cis_append(writer->out, writer->piece, count)) ERREXIT1(jpeg, JERR_OUT_OF_MEMORY, 0);
}

/* Called when the piece is full, whatever free_in_buffer says. */
static boolean next_piece(j_compress_ptr jpeg) {
  keep(jpeg, CIS_PIECE);
  start_piece(jpeg);
  return TRUE;
}

static void end_piece(j_compress_ptr jpeg) { keep(jpeg, CIS_PIECE - jpeg->dest->free_in_buffer); }

static void output_message(j_common_ptr common) {}

/* APP1: the signature that identifies it, then the bytes. */
static void write_marker(writer *writer, const char *signature, size_t length, const uint8_t *bytes, size_t count) {
  if (bytes == NULL) return;
  memcpy(writer->marker, signature, length);
  memcpy(writer->marker + length, bytes, count);
  jpeg_write_marker(&writer->jpeg, JPEG_APP0 + 1, writer->marker, (unsigned)(length + count));
}

static bool fits(const char *name, size_t length, const uint8_t *bytes, size_t count, cis_status *status) {
  if (bytes == NULL || count <= MARKER - length) return true;
  char message[sizeof status->message];
  snprintf(message, sizeof message, "%s: expected at most %zu bytes, which a marker holds, found %zu", name,
           MARKER - length, count);
  return cis_fail(status, CIS_TOO_COSTLY, -1, message);
}

bool cis_jpeg_write(cis_format format, cis_target target, const uint8_t *rgba, cis_growing *out, cis_status *status) {
  cis_metadata beside = target.metadata;
  if (!fits("EXIF", sizeof exif_signature, beside.exif, beside.exif_count, status) ||
      !fits("XMP", sizeof xmp_signature, beside.xmp, beside.xmp_count, status)) {
    return false;
  }
  writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return cis_fail(status, CIS_NO_MEMORY, -1, "no memory for a JPEG writer");
  struct jpeg_compress_struct *jpeg = &writer->jpeg;
  writer->status = status;
  writer->out = out;
  jpeg->client_data = writer;
  jpeg->err = jpeg_std_error(&writer->errors);
  writer->errors.error_exit = error_exit;
  writer->errors.output_message = output_message;
  if (setjmp(writer->failure)) { /* from every call below */
    jpeg_destroy_compress(&writer->jpeg);
    free(writer);
    return false;
  }
  jpeg_create_compress(jpeg);
  writer->target = (struct jpeg_destination_mgr){
    .init_destination = start_piece, .empty_output_buffer = next_piece, .term_destination = end_piece};
  jpeg->dest = &writer->target;
  jpeg->image_width = target.width;
  jpeg->image_height = target.height;
  jpeg->input_components = 4;
  jpeg->in_color_space = JCS_EXT_RGBA;
  jpeg_set_defaults(jpeg);
  jpeg_set_quality(jpeg, target.quality, TRUE);
  jpeg->comp_info[0].h_samp_factor = target.luma_columns;
  jpeg->comp_info[0].v_samp_factor = target.luma_rows;
  jpeg->restart_interval = target.restart_interval;
  if (target.in_passes) jpeg_simple_progression(jpeg);
  jpeg_start_compress(jpeg, TRUE);
  write_marker(writer, exif_signature, sizeof exif_signature, beside.exif, beside.exif_count);
  write_marker(writer, xmp_signature, sizeof xmp_signature, beside.xmp, beside.xmp_count);
  if (beside.profile != NULL) jpeg_write_icc_profile(jpeg, beside.profile, (unsigned)beside.profile_count);
  while (jpeg->next_scanline < jpeg->image_height) {
    JSAMPROW row = (JSAMPROW)(rgba + (size_t)jpeg->next_scanline * target.width * 4);
    jpeg_write_scanlines(jpeg, &row, 1);
  }
  jpeg_finish_compress(jpeg);
  jpeg_destroy_compress(jpeg);
  free(writer);
  return true;
}
