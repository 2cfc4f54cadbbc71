#include "picture.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>
#include <jpeglib.h>

/* The side in pixels that a block is scaled to. */
#if JPEG_LIB_VERSION >= 70
#define SCALED_SIDE DCT_h_scaled_size
#else
#define SCALED_SIDE DCT_scaled_size
#endif

/* Cameras write about ten scans, which look at each block about eight times; a file of hundreds, or one that looks at fifty
   million blocks, is meant to be costly. */
#define MOST_SCANS 100
#define MOST_BLOCKS 50000000
/* More than any camera writes. Before version 3.0.4, the library needs time quadratic in their number to keep markers, and the
   bytes of those after the first scan are not known beforehand. */
#define MOST_MARKERS 3000
/* Most headers end within this many bytes, not counting skipped segments. */
#define HEADER_PIECE 16384

typedef struct reader {
  cis_picture base;
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source_manager;
  jmp_buf failure;
  cis_status *status; /* of the call that is running */
  bool has_several_scans;
  uint64_t marker_bytes; /* held of the markers APP1 and APP2 */
  unsigned markers; /* kept or skipped */
  JOCTET *profile;
  cis_part part;
  struct jpeg_decompress_struct whole; /* the library's state after the last scan that was read */
  uint8_t piece[CIS_PIECE];
} reader;

static int64_t stands_at(const reader *reader) {
  return (int64_t)(reader->base.cursor.position - reader->source_manager.bytes_in_buffer);
}

static void fail(reader *reader, cis_code code, const char *message) {
  cis_fail(reader->status, code, stands_at(reader), message);
  longjmp(reader->failure, 1);
}

/* Refuses a kind of JPEG that some cameras and scanners write for archives, and hardly any program shows. */
static void refuse(reader *reader, const char *found, int number) {
  char kind[64], message[192];
  snprintf(kind, sizeof kind, found, number);
  snprintf(message, sizeof message, "expected a baseline or progressive JPEG of 8 bits a sample, found %s; convert it", kind);
  fail(reader, CIS_UNSUPPORTED, message);
}

static bool is_lossless(int marker) { return marker == 0xC3 || marker == 0xCB; }

static void error_exit(j_common_ptr common) {
  reader *reader = common->client_data;
  int number = common->err->msg_parm.i[0];
  switch (common->err->msg_code) {
  case JERR_BAD_PRECISION:
    refuse(reader, "one of %d bits", number);
    break;
  case JERR_SOF_UNSUPPORTED:
    refuse(reader, is_lossless(number) ? "a lossless one (SOF%d)" : "one of another process (SOF%d)", number & 15);
    break;
#if JPEG_LIB_VERSION < 70 /* later versions always decode arithmetic codes */
  case JERR_ARITH_NOTIMPL:
    refuse(reader, "one in arithmetic coding", 0);
    break;
#endif
  }
  char message[JMSG_LENGTH_MAX];
  common->err->format_message(common, message);
  cis_code code = CIS_MALFORMED;
  switch (common->err->msg_code) {
  case JERR_OUT_OF_MEMORY:
    code = CIS_NO_MEMORY;
    break;
  case JERR_CONVERSION_NOTIMPL:
  case JERR_COMPONENT_COUNT:
    code = CIS_UNSUPPORTED;
    break;
  case JERR_NO_BACKING_STORE:
  case JERR_IMAGE_TOO_BIG:
    code = CIS_TOO_COSTLY;
    break;
  }
  fail(reader, code, message);
}

static void emit_message(j_common_ptr common, int level) {
  reader *reader = common->client_data;
  if (level >= 0) { /* tracing */
    if (common->err->msg_code == JTRC_MISC_MARKER && ++reader->markers > MOST_MARKERS) {
      fail(reader, CIS_TOO_COSTLY, "more than 3,000 markers");
    }
    /* Version 3 reads lossless pictures, but cannot scale them. */
    if (common->err->msg_code == JTRC_SOF && is_lossless(common->err->msg_parm.i[0])) {
      refuse(reader, "a lossless one (SOF%d)", common->err->msg_parm.i[0] & 15);
    }
    return;
  }
  bool is_note = false;
  switch (common->err->msg_code) {
  case JWRN_ADOBE_XFORM:
  case JWRN_BOGUS_ICC:
  case JWRN_JFIF_MAJOR: /* about markers; the pixels are sound */
    is_note = true;
  }
  /* Hostile files cause millions of messages, of which only the first needs words. */
  char message[JMSG_LENGTH_MAX] = "";
  const char *known = is_note ? reader->base.first_note : reader->base.first_warning;
  if (known[0] == 0) common->err->format_message(common, message);
  if (is_note) cis_note(&reader->base, message);
  else cis_warn(&reader->base, stands_at(reader), message);
}

static void output_message(j_common_ptr common) {}

static void init_source(j_decompress_ptr jpeg) {}
static void term_source(j_decompress_ptr jpeg) {}

static boolean fill_input_buffer(j_decompress_ptr jpeg) {
  static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};
  reader *reader = jpeg->client_data;
  const uint8_t *bytes = reader->piece;
  size_t wanted = reader->base.format == CIS_JPEG_HEADER ? HEADER_PIECE : CIS_PIECE;
  size_t count = cis_cursor_read(&reader->base.cursor, reader->piece, wanted);
  if (count == 0 && reader->base.cursor.fault == CIS_UNREADABLE) fail(reader, CIS_UNREADABLE, CIS_REFUSED);
  if (count == 0) {
    /* As in the library: missing pixels are grey, and the picture counts as damaged. */
    WARNMS(jpeg, JWRN_JPEG_EOF);
    bytes = end_of_image;
    count = 2;
  }
  reader->source_manager.next_input_byte = bytes;
  reader->source_manager.bytes_in_buffer = count;
  return TRUE;
}

static void skip_input_data(j_decompress_ptr jpeg, long count) {
  reader *reader = jpeg->client_data;
  struct jpeg_source_mgr *manager = &reader->source_manager;
  if (count <= 0) return;
  if ((size_t)count <= manager->bytes_in_buffer) {
    manager->next_input_byte += count;
    manager->bytes_in_buffer -= (size_t)count;
  } else {
    reader->base.cursor.position += (uint64_t)count - manager->bytes_in_buffer; /* perhaps past the end */
    manager->bytes_in_buffer = 0;
  }
}

static uint64_t blocks_of_scan(const struct jpeg_decompress_struct *jpeg) {
  uint64_t blocks = 0;
  for (int index = 0; index < jpeg->comps_in_scan; index++) {
    const jpeg_component_info *component = jpeg->cur_comp_info[index];
    blocks += (uint64_t)component->width_in_blocks * component->height_in_blocks;
  }
  return blocks;
}

/* A scan of several components pads each one to whole MCUs. */
static uint64_t padded(JDIMENSION blocks, int of_mcu) {
  uint64_t step = (unsigned)of_mcu;
  return (blocks + step - 1) / step * step;
}

/* Whether the coefficients that show most in a picture of at most half the size are known well enough: later scans change the
   share of each in a pixel by about two levels at most. Over nine photos, pixels differ from those of all scans by up to 0.9
   levels in the mean. */
static bool scans_suffice(const struct jpeg_decompress_struct *jpeg) {
  static const uint8_t zigzag[4][4] = {{0, 1, 5, 6}, {2, 4, 7, 13}, {3, 8, 12, 17}, {9, 11, 18, 24}};
  if (jpeg->scale_num > 4) return false;
  for (int index = 0; index < jpeg->num_components; index++) {
    const jpeg_component_info *component = &jpeg->comp_info[index];
    const JQUANT_TBL *steps = component->quant_table;
    if (steps == NULL) return false; /* no scan has covered it */
    int side = component->SCALED_SIDE < 4 ? component->SCALED_SIDE : 4;
    for (int row = 0; row < side; row++) {
      for (int column = 0; column < side; column++) {
        int unread_bits = jpeg->coef_bits[index][zigzag[row][column]];
        if (unread_bits < 0) return false;
        if (unread_bits > 0 && steps->quantval[row * DCTSIZE + column] << unread_bits > 16) return false;
      }
    }
  }
  return true;
}

/* Whether the DC coefficient of each block is known, if not to the last bit. */
static bool scans_tell_dc(const struct jpeg_decompress_struct *jpeg) {
  for (int index = 0; index < jpeg->num_components; index++) {
    if (jpeg->coef_bits[index][0] < 0) return false;
  }
  return true;
}

static bool suffice(const reader *reader) {
  if (!reader->jpeg.progressive_mode || reader->part.scans == CIS_SCANS_ALL) return false;
  return reader->part.scans == CIS_SCANS_FIRST ? scans_tell_dc(&reader->jpeg) : scans_suffice(&reader->jpeg);
}

/* Reads scans to the last, or until a progressive picture is fine enough for the wanted size; an error in the bytes ends them,
   as the end of the file does. */
static bool read_scans(reader *reader) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  if (setjmp(reader->failure)) { /* from every call below */
    if (reader->whole.input_scan_number == 0 || !cis_mend(&reader->base, reader->status)) return false;
    *jpeg = reader->whole; /* version 2.1 takes over even the size in a second header, before it refuses that */
    jpeg->unread_marker = JPEG_EOI;
    return true;
  }
  uint64_t blocks = 0;
  for (int state = JPEG_REACHED_SOS; state != JPEG_REACHED_EOI; state = jpeg_consume_input(jpeg)) {
    if (state == JPEG_REACHED_SOS) {
      blocks += blocks_of_scan(jpeg);
      if (jpeg->input_scan_number > MOST_SCANS) fail(reader, CIS_TOO_COSTLY, "more than 100 scans");
      if (blocks > MOST_BLOCKS) fail(reader, CIS_TOO_COSTLY, "scans that look at more than 50 million blocks");
    }
    if (state != JPEG_SCAN_COMPLETED) continue;
    reader->whole = *jpeg;
    if (suffice(reader)) {
      jpeg->do_block_smoothing = FALSE; /* guessing the scans that are left out on purpose would cost more than reading them */
      return true;
    }
  }
  return true;
}

static cis_colors colors_of(const struct jpeg_decompress_struct *jpeg) {
  switch (jpeg->jpeg_color_space) {
  case JCS_GRAYSCALE:
    return CIS_GRAY;
  case JCS_CMYK:
  case JCS_YCCK:
    return jpeg->saw_Adobe_marker ? CIS_CMYK_INVERTED : CIS_CMYK;
  default:
    return CIS_RGB;
  }
}

static void describe(reader *reader) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  cis_picture_info *info = &reader->base.info;
  *info = (cis_picture_info){
    .width = jpeg->image_width, .height = jpeg->image_height, .in_passes = jpeg->progressive_mode,
    .colors = colors_of(jpeg)};
  static const uint8_t signature[6] = {'E', 'x', 'i', 'f', 0, 0};
  for (jpeg_saved_marker_ptr marker = jpeg->marker_list; marker != NULL; marker = marker->next) {
    reader->marker_bytes += marker->data_length;
    if (info->exif != NULL || marker->marker != JPEG_APP0 + 1 || marker->data_length < sizeof signature) continue;
    if (memcmp(marker->data, signature, sizeof signature) != 0) continue;
    info->exif = marker->data + sizeof signature;
    info->exif_count = marker->data_length - sizeof signature;
  }
  unsigned count = 0;
  if (!jpeg_read_icc_profile(jpeg, &reader->profile, &count)) return; /* a broken one becomes a note */
  info->tag = (cis_tag){.kind = CIS_TAG_PROFILE, .profile = reader->profile, .profile_count = count};
}

/* Of a file of several scans, the library holds the coefficients of all blocks, at any scale. */
static uint64_t cost(const cis_picture *picture, cis_part part) {
  const reader *reader = (const struct reader *)picture;
  if (!reader->has_several_scans) return reader->marker_bytes;
  uint64_t blocks = 0;
  for (int index = 0; index < reader->jpeg.num_components; index++) {
    const jpeg_component_info *component = &reader->jpeg.comp_info[index];
    blocks += padded(component->width_in_blocks, component->h_samp_factor) *
              padded(component->height_in_blocks, component->v_samp_factor);
  }
  return reader->marker_bytes + blocks * sizeof(JBLOCK);
}

/* Widens the part to whole blocks. */
static void crop(struct jpeg_decompress_struct *jpeg, cis_part *part) {
  if (part->width >= jpeg->output_width) return;
  JDIMENSION left = part->left, width = part->width;
  jpeg_crop_scanline(jpeg, &left, &width);
  part->left = left;
  part->width = width;
}

static bool start_output(reader *reader, cis_part *part) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  if (setjmp(reader->failure)) return false; /* from every call below */
  if (jpeg->buffered_image) jpeg_start_output(jpeg, jpeg->input_scan_number);
  crop(jpeg, part);
  if (part->top > 0 && jpeg_skip_scanlines(jpeg, part->top) != part->top) {
    fail(reader, CIS_MALFORMED, "there are no more rows");
  }
  return true;
}

static bool start(cis_picture *picture, cis_part *part, cis_status *status) {
  reader *reader = (struct reader *)picture;
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  reader->status = status;
  reader->part = *part;
  if (setjmp(reader->failure)) return false; /* from jpeg_start_decompress */
  jpeg->scale_num = part->eighths;
  jpeg->scale_denom = 8;
  /* A scaled-down picture needs no fine interpolation of colour; at full size, it equals the library's own. */
  jpeg->do_fancy_upsampling = part->eighths == 8;
  cis_colors colors = picture->info.colors;
  jpeg->out_color_space = colors == CIS_CMYK || colors == CIS_CMYK_INVERTED ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg->buffered_image = reader->has_several_scans;
  jpeg_start_decompress(jpeg);
  return (!jpeg->buffered_image || read_scans(reader)) && start_output(reader, part);
}

/* CMYK to RGB without a profile. Adobe's files store the inverted inks. */
static void convert_cmyk(uint8_t *row, uint32_t columns, bool is_inverted) {
  for (uint8_t *pixel = row; pixel < row + (size_t)columns * 4; pixel += 4) {
    unsigned key = is_inverted ? pixel[3] : 255u - pixel[3];
    for (int channel = 0; channel < 3; channel++) {
      unsigned ink = is_inverted ? pixel[channel] : 255u - pixel[channel];
      pixel[channel] = (uint8_t)((ink * key + 127) / 255);
    }
    pixel[3] = 255;
  }
}

static bool read_row(cis_picture *picture, uint8_t *row, cis_status *status) {
  reader *reader = (struct reader *)picture;
  reader->status = status;
  if (setjmp(reader->failure)) return false; /* from jpeg_read_scanlines */
  JSAMPROW rows[1] = {row};
  if (jpeg_read_scanlines(&reader->jpeg, rows, 1) != 1) fail(reader, CIS_MALFORMED, "there are no more rows");
  if (reader->jpeg.out_color_space == JCS_CMYK && !reader->part.keeps_cmyk) {
    convert_cmyk(row, reader->jpeg.output_width, reader->jpeg.saw_Adobe_marker);
  }
  return true;
}

/* All rows must have been read. */
static bool finish(cis_picture *picture, cis_status *status) {
  reader *reader = (struct reader *)picture;
  reader->status = status;
  if (setjmp(reader->failure)) return false; /* from both calls below */
  if (reader->jpeg.buffered_image) jpeg_finish_output(&reader->jpeg);
  jpeg_finish_decompress(&reader->jpeg);
  return true;
}

static void close_reader(cis_picture *picture) {
  reader *reader = (struct reader *)picture;
  jpeg_destroy_decompress(&reader->jpeg);
  free(reader->profile);
}

static void read_header(reader *reader) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  jpeg_create_decompress(jpeg);
  reader->source_manager = (struct jpeg_source_mgr){
    .init_source = init_source, .fill_input_buffer = fill_input_buffer, .skip_input_data = skip_input_data,
    .resync_to_restart = jpeg_resync_to_restart, .term_source = term_source};
  jpeg->src = &reader->source_manager;
  if (reader->base.format == CIS_JPEG) {
    jpeg_save_markers(jpeg, JPEG_APP0 + 1, 0xFFFF);
    jpeg_save_markers(jpeg, JPEG_APP0 + 2, 0xFFFF);
  }
  jpeg_read_header(jpeg, TRUE);
  if (jpeg->data_precision != 8) refuse(reader, "one of %d bits", jpeg->data_precision);
  if (jpeg->jpeg_color_space == JCS_UNKNOWN) fail(reader, CIS_UNSUPPORTED, "its components make no known colours");
  jpeg_calc_output_dimensions(jpeg);
  reader->has_several_scans = jpeg_has_multiple_scans(jpeg);
  describe(reader);
}

static bool open_reader(cis_picture *picture, uint64_t offset, uint64_t count, cis_status *status) {
  reader *reader = (struct reader *)picture;
  reader->status = status;
  reader->jpeg.client_data = reader;
  reader->jpeg.err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = error_exit;
  reader->errors.emit_message = emit_message;
  reader->errors.output_message = output_message;
  if (setjmp(reader->failure)) return false; /* from reading the header */
  read_header(reader);
  return true;
}

static const char *version(void) { return CIS_TEXT(LIBJPEG_TURBO_VERSION); }

const cis_codec cis_jpeg = {
  .size = sizeof(reader), .shortage = "no memory for a JPEG reader", .open = open_reader, .cost = cost,
  .start = start, .read_row = read_row, .finish = finish, .close = close_reader, .write = cis_jpeg_write,
  .version = version};
