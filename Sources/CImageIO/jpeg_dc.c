#include "jpeg_dc.h"

#include <string.h>

#include <jerror.h>

#include "jpeg_huffman.h"

static bool has_known_color_space(const struct jpeg_decompress_struct *jpeg) {
  switch (jpeg->jpeg_color_space) {
  case JCS_GRAYSCALE:
    return jpeg->num_components == 1;
  case JCS_YCbCr:
  case JCS_RGB:
    return jpeg->num_components == 3;
  default:
    return false;
  }
}

static size_t round_up(size_t value, size_t step) { return (value + step - 1) / step * step; }

/* A scan of several components pads each one to whole MCUs; a scan of one component does not. */
static size_t columns_of(const struct jpeg_decompress_struct *jpeg, const jpeg_component_info *component) {
  return jpeg->num_components == 1 ? component->width_in_blocks
                                   : round_up(component->width_in_blocks, (size_t)component->h_samp_factor);
}

static size_t rows_of(const struct jpeg_decompress_struct *jpeg, const jpeg_component_info *component) {
  return jpeg->num_components == 1 ? component->height_in_blocks
                                   : round_up(component->height_in_blocks, (size_t)component->v_samp_factor);
}

bool cis_dc_scan_is_next(const struct jpeg_decompress_struct *jpeg) {
  if (!jpeg->progressive_mode || jpeg->arith_code || !has_known_color_space(jpeg)) return false;
  if (jpeg->Ss != 0 || jpeg->Se != 0 || jpeg->Ah != 0 || jpeg->Al > 13) return false;
  if (jpeg->comps_in_scan != jpeg->num_components) return false;
  int blocks = 0;
  for (int index = 0; index < jpeg->num_components; index++) {
    const jpeg_component_info *component = &jpeg->comp_info[index];
    if (jpeg->max_h_samp_factor % component->h_samp_factor != 0) return false;
    if (jpeg->max_v_samp_factor % component->v_samp_factor != 0) return false;
    /* The library checks these when it starts to decode, which it does not do here. */
    if (component->quant_tbl_no >= NUM_QUANT_TBLS || component->dc_tbl_no >= NUM_HUFF_TBLS) return false;
    if (jpeg->quant_tbl_ptrs[component->quant_tbl_no] == NULL) return false;
    if (jpeg->dc_huff_tbl_ptrs[component->dc_tbl_no] == NULL) return false;
    blocks += component->h_samp_factor * component->v_samp_factor;
  }
  return jpeg->num_components == 1 || blocks <= D_MAX_BLOCKS_IN_MCU;
}

size_t cis_dc_bytes(const struct jpeg_decompress_struct *jpeg) {
  size_t bytes = 0;
  for (int index = 0; index < jpeg->num_components; index++) {
    bytes += columns_of(jpeg, &jpeg->comp_info[index]) * rows_of(jpeg, &jpeg->comp_info[index]);
  }
  return bytes;
}

/* Dequantizes; a DC coefficient is eight times the block's mean, relative to CENTERJSAMPLE. */
static uint8_t sample_of(int16_t coefficient, int quantizer) {
  int sample = ((coefficient * quantizer + 4) >> 3) + CENTERJSAMPLE;
  return (uint8_t)(sample < 0 ? 0 : sample > MAXJSAMPLE ? MAXJSAMPLE : sample);
}

/* One block of the MCU. */
typedef struct {
  const cis_huffman_table *table;
  uint8_t *samples; /* of its component */
  size_t next;      /* index of the sample that is decoded next */
  size_t row_step;  /* from the end of a row of MCUs to the next one */
  int columns;      /* blocks of its component in a row of the MCU */
  int component;    /* in the scan */
  int quantizer;
} block;

typedef struct {
  cis_bit_reader reader;
  cis_bits bits;
  size_t columns, rows; /* of MCUs */
  block blocks[D_MAX_BLOCKS_IN_MCU];
  int blocks_count;
  int point_transform; /* Al: the low bits that later scans refine */
  int16_t predictors[3];
} scan;

static void read_mcu(scan *scan, uint8_t *samples) {
  cis_bits bits = scan->bits;
  for (int index = 0; index < scan->blocks_count; index++) {
    const block *block = &scan->blocks[index];
    int difference = cis_bits_symbol(&scan->reader, block->table, &bits).value;
    int16_t coefficient = (int16_t)(scan->predictors[block->component] + difference);
    scan->predictors[block->component] = coefficient;
    samples[index] = sample_of((int16_t)((unsigned)coefficient << scan->point_transform), block->quantizer);
  }
  scan->bits = bits;
}

/* Decodes all MCUs; stops where the data end, or where a restart marker is missing. */
static void read_mcus(j_decompress_ptr jpeg, scan *scan) {
  unsigned until_restart = jpeg->restart_interval;
  int restarts = 0;
  for (size_t row = 0; row < scan->rows; row++) {
    for (size_t column = 0; column < scan->columns; column++) {
      if (jpeg->restart_interval > 0 && until_restart-- == 0) {
        if (!cis_bits_restart(&scan->reader, &scan->bits, restarts)) {
          WARNMS2(jpeg, JWRN_MUST_RESYNC, jpeg->unread_marker, restarts);
          return;
        }
        restarts = (restarts + 1) % 8;
        until_restart = jpeg->restart_interval - 1;
        memset(scan->predictors, 0, sizeof scan->predictors);
      }
      uint8_t samples[D_MAX_BLOCKS_IN_MCU];
      read_mcu(scan, samples);
      if (cis_bits_exhausted(&scan->reader, scan->bits)) {
        WARNMS(jpeg, JWRN_HIT_MARKER);
        return;
      }
      for (int index = 0; index < scan->blocks_count; index++) {
        block *block = &scan->blocks[index];
        block->samples[block->next] = samples[index];
        block->next += (size_t)block->columns;
      }
    }
    for (int index = 0; index < scan->blocks_count; index++) {
      scan->blocks[index].next += scan->blocks[index].row_step;
    }
  }
}

static void make_planes(j_decompress_ptr jpeg, cis_dc_image *image) {
  image->planes_count = jpeg->num_components;
  image->is_rgb = jpeg->jpeg_color_space == JCS_RGB;
  for (int index = 0; index < jpeg->num_components; index++) {
    const jpeg_component_info *component = &jpeg->comp_info[index];
    cis_plane *plane = &image->planes[index];
    plane->columns = columns_of(jpeg, component);
    plane->rows = rows_of(jpeg, component);
    plane->h_factor = (unsigned)(jpeg->max_h_samp_factor / component->h_samp_factor);
    plane->v_factor = (unsigned)(jpeg->max_v_samp_factor / component->v_samp_factor);
    plane->samples = jpeg->mem->alloc_large((j_common_ptr)jpeg, JPOOL_IMAGE, plane->columns * plane->rows);
    plane->row = jpeg->mem->alloc_large((j_common_ptr)jpeg, JPOOL_IMAGE, plane->columns * plane->h_factor);
    memset(plane->samples, CENTERJSAMPLE, plane->columns * plane->rows);
  }
}

void cis_dc_read(j_decompress_ptr jpeg, cis_dc_image *image) {
  make_planes(jpeg, image);
  scan scan = {.reader = {.jpeg = jpeg}, .point_transform = jpeg->Al};
  cis_huffman_table *tables[NUM_HUFF_TBLS] = {NULL};
  for (int index = 0; index < jpeg->comps_in_scan; index++) {
    const jpeg_component_info *component = jpeg->cur_comp_info[index];
    const cis_plane *plane = &image->planes[component->component_index];
    cis_huffman_table **table = &tables[component->dc_tbl_no];
    if (*table == NULL) {
      *table = jpeg->mem->alloc_small((j_common_ptr)jpeg, JPOOL_IMAGE, sizeof **table);
      cis_huffman_table_make(jpeg, jpeg->dc_huff_tbl_ptrs[component->dc_tbl_no], true, *table);
    }
    int columns = jpeg->comps_in_scan == 1 ? 1 : component->h_samp_factor;
    int rows = jpeg->comps_in_scan == 1 ? 1 : component->v_samp_factor;
    scan.columns = plane->columns / (size_t)columns;
    scan.rows = plane->rows / (size_t)rows;
    for (int place = 0; place < columns * rows; place++) {
      scan.blocks[scan.blocks_count++] = (block){
        .table = *table, .samples = plane->samples,
        .next = (size_t)(place / columns) * plane->columns + (size_t)(place % columns),
        .row_step = plane->columns * (size_t)(rows - 1), .columns = columns, .component = index,
        .quantizer = jpeg->quant_tbl_ptrs[component->quant_tbl_no]->quantval[0]};
    }
  }
  read_mcus(jpeg, &scan);
}

static uint8_t clamped(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

/* YCbCr to RGB by JFIF, in fixed point with 16 bits of fraction. */
static void convert_ycc(int y, int cb, int cr, uint8_t *rgba) {
  cb -= CENTERJSAMPLE;
  cr -= CENTERJSAMPLE;
  rgba[0] = clamped(y + ((91881 * cr + 32768) >> 16));
  rgba[1] = clamped(y + ((-22554 * cb - 46802 * cr + 32768) >> 16));
  rgba[2] = clamped(y + ((116130 * cb + 32768) >> 16));
}

/* A row of samples at the width of the pixels, each sample repeated. */
static const uint8_t *upsampled(const cis_plane *plane, uint32_t row, uint32_t first, uint32_t columns) {
  const uint8_t *from = plane->samples + row / plane->v_factor * plane->columns + first / plane->h_factor;
  if (plane->h_factor == 1) return from;
  unsigned used = first % plane->h_factor;
  for (uint32_t column = 0; column < columns; column++) {
    plane->row[column] = *from;
    if (++used < plane->h_factor) continue;
    used = 0;
    from++;
  }
  return plane->row;
}

void cis_dc_row(const cis_dc_image *image, uint32_t row, uint32_t first, uint32_t columns, uint8_t *rgba) {
  const uint8_t *rows[3];
  for (int index = 0; index < 3; index++) {
    const cis_plane *plane = &image->planes[index < image->planes_count ? index : 0];
    rows[index] = upsampled(plane, row, first, columns);
  }
  for (uint32_t column = 0; column < columns; column++) {
    uint8_t *pixel = rgba + (size_t)column * 4;
    for (int index = 0; index < 3; index++) pixel[index] = rows[index][column];
    pixel[3] = 255;
  }
  if (image->planes_count == 1 || image->is_rgb) return;
  for (uint32_t column = 0; column < columns; column++) {
    convert_ycc(rows[0][column], rows[1][column], rows[2][column], rgba + (size_t)column * 4);
  }
}
