#include "jpeg_memory.h"
#include "source.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

/* The most that a marker holds besides its length. */
#define MARKER 65533

static const char exif_signature[6] = {'E', 'x', 'i', 'f', 0, 0};

typedef struct {
  cis_jpeg_memory memory; /* first, for client_data */
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf failure;
  cis_status *status;
  unsigned char *bytes;
  unsigned long count;
  uint8_t marker[MARKER];
} writer;

static void error_exit(j_common_ptr common) {
  writer *writer = common->client_data;
  char message[JMSG_LENGTH_MAX];
  common->err->format_message(common, message);
  cis_fail(writer->status, common->err->msg_code == JERR_OUT_OF_MEMORY ? CIS_NO_MEMORY : CIS_MALFORMED, -1, message);
  longjmp(writer->failure, 1);
}

static void output_message(j_common_ptr common) { (void)common; }

static void write_exif(writer *writer, cis_jpeg_target target) {
  if (target.exif == NULL) return;
  memcpy(writer->marker, exif_signature, sizeof exif_signature);
  memcpy(writer->marker + sizeof exif_signature, target.exif, target.exif_count);
  unsigned count = (unsigned)(sizeof exif_signature + target.exif_count);
  jpeg_write_marker(&writer->jpeg, JPEG_APP0 + 1, writer->marker, count);
}

bool cis_jpeg_write(cis_jpeg_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status) {
  if (target.exif != NULL && target.exif_count > MARKER - sizeof exif_signature) {
    char message[sizeof status->message];
    snprintf(message, sizeof message, "EXIF: expected at most %zu bytes, which a marker holds, found %zu",
             MARKER - sizeof exif_signature, target.exif_count);
    cis_fail(status, CIS_MALFORMED, -1, message);
    return false;
  }
  writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) {
    cis_fail(status, CIS_NO_MEMORY, -1, "no memory for a JPEG writer");
    return false;
  }
  struct jpeg_compress_struct *jpeg = &writer->jpeg;
  writer->status = status;
  jpeg->client_data = writer;
  jpeg->err = jpeg_std_error(&writer->errors);
  writer->errors.error_exit = error_exit;
  writer->errors.output_message = output_message;
  if (setjmp(writer->failure)) { /* from every call below */
    jpeg_destroy_compress(&writer->jpeg);
    free(writer->bytes);
    free(writer);
    return false;
  }
  jpeg_create_compress(jpeg);
  cis_jpeg_use_scratch((j_common_ptr)jpeg, &writer->memory);
  jpeg_mem_dest(jpeg, &writer->bytes, &writer->count);
  jpeg->image_width = target.width;
  jpeg->image_height = target.height;
  jpeg->input_components = 4;
  jpeg->in_color_space = JCS_EXT_RGBA;
  jpeg_set_defaults(jpeg);
  jpeg_set_quality(jpeg, target.quality, TRUE);
  jpeg->comp_info[0].h_samp_factor = target.luma_columns;
  jpeg->comp_info[0].v_samp_factor = target.luma_rows;
  if (target.progressive) jpeg_simple_progression(jpeg);
  jpeg_start_compress(jpeg, TRUE);
  write_exif(writer, target);
  if (target.profile != NULL) jpeg_write_icc_profile(jpeg, target.profile, (unsigned)target.profile_count);
  while (jpeg->next_scanline < jpeg->image_height) {
    JSAMPROW row = (JSAMPROW)(rgba + (size_t)jpeg->next_scanline * target.width * 4);
    jpeg_write_scanlines(jpeg, &row, 1);
  }
  jpeg_finish_compress(jpeg);
  *out = (cis_bytes){.bytes = writer->bytes, .count = writer->count};
  jpeg_destroy_compress(jpeg);
  free(writer);
  return true;
}

void cis_bytes_free(cis_bytes bytes) { free(bytes.bytes); }
