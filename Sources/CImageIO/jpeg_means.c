#include "jpeg_means.h"

#include <string.h>

#include <jerror.h>

#include "jpeg_codes.h"

static bool is_grey_or_coloured(const struct jpeg_decompress_struct *jpeg) {
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

/* Components of a scan of their own have no blocks that only fill up. */
static size_t columns_of(const struct jpeg_decompress_struct *jpeg, const jpeg_component_info *component) {
  return jpeg->num_components == 1 ? component->width_in_blocks
                                   : round_up(component->width_in_blocks, (size_t)component->h_samp_factor);
}

static size_t rows_of(const struct jpeg_decompress_struct *jpeg, const jpeg_component_info *component) {
  return jpeg->num_components == 1 ? component->height_in_blocks
                                   : round_up(component->height_in_blocks, (size_t)component->v_samp_factor);
}

bool cis_means_are_next(const struct jpeg_decompress_struct *jpeg) {
  if (!jpeg->progressive_mode || jpeg->arith_code || !is_grey_or_coloured(jpeg)) return false;
  if (jpeg->Ss != 0 || jpeg->Se != 0 || jpeg->Ah != 0 || jpeg->Al > 13) return false;
  if (jpeg->comps_in_scan != jpeg->num_components) return false;
  int blocks = 0;
  for (int index = 0; index < jpeg->num_components; index++) {
    const jpeg_component_info *component = &jpeg->comp_info[index];
    if (jpeg->max_h_samp_factor % component->h_samp_factor != 0) return false;
    if (jpeg->max_v_samp_factor % component->v_samp_factor != 0) return false;
    /* The library looks at these numbers when it starts to decode, which it does not here. */
    if (component->quant_tbl_no >= NUM_QUANT_TBLS || component->dc_tbl_no >= NUM_HUFF_TBLS) return false;
    if (jpeg->quant_tbl_ptrs[component->quant_tbl_no] == NULL) return false;
    if (jpeg->dc_huff_tbl_ptrs[component->dc_tbl_no] == NULL) return false;
    blocks += component->h_samp_factor * component->v_samp_factor;
  }
  return jpeg->num_components == 1 || blocks <= D_MAX_BLOCKS_IN_MCU;
}

size_t cis_means_bytes(const struct jpeg_decompress_struct *jpeg) {
  size_t bytes = 0;
  for (int index = 0; index < jpeg->num_components; index++) {
    bytes += columns_of(jpeg, &jpeg->comp_info[index]) * rows_of(jpeg, &jpeg->comp_info[index]);
  }
  return bytes;
}

/* A mean is stored as eight times what the sample is above or below the middle, in steps. */
static uint8_t sample_of(int16_t mean, int step) {
  int sample = ((mean * step + 4) >> 3) + CENTERJSAMPLE;
  return (uint8_t)(sample < 0 ? 0 : sample > MAXJSAMPLE ? MAXJSAMPLE : sample);
}

/* One block of the unit that comes again and again. */
typedef struct {
  const cis_codes *codes;
  uint8_t *samples; /* of its component */
  size_t next;      /* which of those comes next */
  size_t row_step;  /* from the end of its row to its next one */
  int across;       /* how many blocks of its row the unit has */
  int component;    /* in the scan */
  int step;
} block;

typedef struct {
  cis_bits bits;
  size_t columns, rows; /* of units */
  block blocks[D_MAX_BLOCKS_IN_MCU];
  int blocks_count;
  int low_bit; /* the lowest that the scan tells */
  int16_t predictors[3];
} scan;

/* Reads a unit. Its bits are kept in registers meanwhile, which takes about a quarter off the time. */
static void read_unit(scan *scan, uint8_t *samples) {
  cis_bits *bits = &scan->bits;
  uint64_t next = bits->next;
  int count = bits->count;
  for (int index = 0; index < scan->blocks_count; index++) {
    const block *block = &scan->blocks[index];
    if (count < CIS_DIFFERENCE_BITS) {
      bits->next = next;
      bits->count = count;
      cis_bits_refill(bits);
      next = bits->next;
      count = bits->count;
    }
    size_t entry = next >> (64 - CIS_LOOKUP_BITS);
    int width = block->codes->short_codes[entry].width;
    int difference = block->codes->short_codes[entry].difference;
    if (width == 0) {
      bits->next = next;
      bits->count = count;
      difference = cis_bits_difference(bits, block->codes);
      next = bits->next;
      count = bits->count;
    } else {
      next <<= width;
      count -= width;
    }
    int16_t mean = (int16_t)(scan->predictors[block->component] + difference);
    scan->predictors[block->component] = mean;
    samples[index] = sample_of((int16_t)((unsigned)mean << scan->low_bit), block->step);
  }
  bits->next = next;
  bits->count = count;
}

/* Reads all units; stops where the data do, or where a restart is not where it belongs. */
static void read_units(j_decompress_ptr jpeg, scan *scan) {
  unsigned until_restart = jpeg->restart_interval;
  int restarts = 0;
  for (size_t row = 0; row < scan->rows; row++) {
    for (size_t column = 0; column < scan->columns; column++) {
      if (jpeg->restart_interval > 0 && until_restart-- == 0) {
        if (!cis_bits_restart(&scan->bits, restarts)) {
          WARNMS2(jpeg, JWRN_MUST_RESYNC, scan->bits.marker, restarts);
          return;
        }
        restarts = (restarts + 1) % 8;
        until_restart = jpeg->restart_interval - 1;
        memset(scan->predictors, 0, sizeof scan->predictors);
      }
      uint8_t samples[D_MAX_BLOCKS_IN_MCU];
      read_unit(scan, samples);
      if (cis_bits_have_run_out(&scan->bits)) {
        WARNMS(jpeg, JWRN_HIT_MARKER);
        return;
      }
      for (int index = 0; index < scan->blocks_count; index++) {
        block *block = &scan->blocks[index];
        block->samples[block->next] = samples[index];
        block->next += (size_t)block->across;
      }
    }
    for (int index = 0; index < scan->blocks_count; index++) {
      scan->blocks[index].next += scan->blocks[index].row_step;
    }
  }
}

static void make_planes(j_decompress_ptr jpeg, cis_means *means) {
  means->planes_count = jpeg->num_components;
  means->is_rgb = jpeg->jpeg_color_space == JCS_RGB;
  for (int index = 0; index < jpeg->num_components; index++) {
    const jpeg_component_info *component = &jpeg->comp_info[index];
    cis_plane *plane = &means->planes[index];
    plane->columns = columns_of(jpeg, component);
    plane->rows = rows_of(jpeg, component);
    plane->per_column = (unsigned)(jpeg->max_h_samp_factor / component->h_samp_factor);
    plane->per_row = (unsigned)(jpeg->max_v_samp_factor / component->v_samp_factor);
    plane->samples = jpeg->mem->alloc_large((j_common_ptr)jpeg, JPOOL_IMAGE, plane->columns * plane->rows);
    plane->row = jpeg->mem->alloc_large((j_common_ptr)jpeg, JPOOL_IMAGE, plane->columns * plane->per_column);
    memset(plane->samples, CENTERJSAMPLE, plane->columns * plane->rows);
  }
}

void cis_means_read(j_decompress_ptr jpeg, cis_means *means) {
  make_planes(jpeg, means);
  scan scan = {.bits = {.jpeg = jpeg}, .low_bit = jpeg->Al};
  cis_codes *tables[NUM_HUFF_TBLS] = {NULL};
  for (int index = 0; index < jpeg->comps_in_scan; index++) {
    const jpeg_component_info *component = jpeg->cur_comp_info[index];
    const cis_plane *plane = &means->planes[component->component_index];
    cis_codes **codes = &tables[component->dc_tbl_no];
    if (*codes == NULL) {
      *codes = jpeg->mem->alloc_small((j_common_ptr)jpeg, JPOOL_IMAGE, sizeof **codes);
      cis_codes_make(jpeg, jpeg->dc_huff_tbl_ptrs[component->dc_tbl_no], *codes);
    }
    int across = jpeg->comps_in_scan == 1 ? 1 : component->h_samp_factor;
    int down = jpeg->comps_in_scan == 1 ? 1 : component->v_samp_factor;
    scan.columns = plane->columns / (size_t)across;
    scan.rows = plane->rows / (size_t)down;
    for (int place = 0; place < across * down; place++) {
      scan.blocks[scan.blocks_count++] = (block){
        .codes = *codes, .samples = plane->samples,
        .next = (size_t)(place / across) * plane->columns + (size_t)(place % across),
        .row_step = plane->columns * (size_t)(down - 1), .across = across, .component = index,
        .step = jpeg->quant_tbl_ptrs[component->quant_tbl_no]->quantval[0]};
    }
  }
  read_units(jpeg, &scan);
}

static uint8_t clamped(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

/* JFIF's colours to RGB, in steps of 1/65536. */
static void color_pixel(int light, int blue, int red, uint8_t *rgba) {
  blue -= CENTERJSAMPLE;
  red -= CENTERJSAMPLE;
  rgba[0] = clamped(light + ((91881 * red + 32768) >> 16));
  rgba[1] = clamped(light + ((-22554 * blue - 46802 * red + 32768) >> 16));
  rgba[2] = clamped(light + ((116130 * blue + 32768) >> 16));
}

/* The means of a row of pixels, each as often as it is wide. */
static const uint8_t *spread(const cis_plane *plane, uint32_t row, uint32_t first, uint32_t columns) {
  const uint8_t *from = plane->samples + row / plane->per_row * plane->columns + first / plane->per_column;
  if (plane->per_column == 1) return from;
  unsigned used = first % plane->per_column;
  for (uint32_t column = 0; column < columns; column++) {
    plane->row[column] = *from;
    if (++used < plane->per_column) continue;
    used = 0;
    from++;
  }
  return plane->row;
}

void cis_means_row(const cis_means *means, uint32_t row, uint32_t first, uint32_t columns, uint8_t *rgba) {
  const uint8_t *rows[3];
  for (int index = 0; index < 3; index++) {
    const cis_plane *plane = &means->planes[index < means->planes_count ? index : 0];
    rows[index] = spread(plane, row, first, columns);
  }
  for (uint32_t column = 0; column < columns; column++) {
    uint8_t *pixel = rgba + (size_t)column * 4;
    for (int index = 0; index < 3; index++) pixel[index] = rows[index][column];
    pixel[3] = 255;
  }
  if (means->planes_count == 1 || means->is_rgb) return;
  for (uint32_t column = 0; column < columns; column++) {
    color_pixel(rows[0][column], rows[1][column], rows[2][column], rgba + (size_t)column * 4);
  }
}
