#include "jpeg_progressive.h"

#include <string.h>

#include <jerror.h>

#include "jpeg_huffman.h"

typedef struct {
  j_decompress_ptr jpeg;
  cis_bit_reader reader;
  cis_bits bits;
  const cis_huffman_table *tables[MAX_COMPS_IN_SCAN];
  int predictors[MAX_COMPS_IN_SCAN];
  uint32_t eob_run;       /* EOBRUN of T.81: blocks to come in which no coefficient becomes other than zero */
  unsigned until_restart; /* in MCUs */
  bool is_exhausted;      /* whether the data have ended before their restart interval or scan */
  size_t last_row;        /* of MCUs that has data */
} scan;

/* One block's AC coefficients. */
typedef struct {
  JCOEF *values;
  const int8_t *places; /* by number: in `values`, or -1 */
  uint64_t *mask;
} block;

/* Whether the next MCU has data. */
static bool starts_mcu(scan *scan, size_t row) {
  j_decompress_ptr jpeg = scan->jpeg;
  if (!scan->is_exhausted) scan->last_row = row;
  if (jpeg->restart_interval > 0) {
    if (scan->until_restart == 0) {
      cis_bits_restart(&scan->reader, &scan->bits);
      scan->until_restart = jpeg->restart_interval;
      memset(scan->predictors, 0, sizeof scan->predictors);
      scan->eob_run = 0;
      if (jpeg->unread_marker == 0) scan->is_exhausted = false;
    }
    scan->until_restart--;
  }
  return !scan->is_exhausted;
}

static void check_data(scan *scan) {
  if (scan->is_exhausted || !cis_bits_exhausted(&scan->reader, scan->bits)) return;
  WARNMS(scan->jpeg, JWRN_HIT_MARKER);
  scan->is_exhausted = true;
}

/* One block of an MCU. */
typedef struct {
  const cis_huffman_table *table;
  JCOEF *first;    /* its DC coefficient in the first MCU */
  size_t row_step; /* from a row of MCUs to the next */
  int column_step; /* from an MCU to the next */
  int component;   /* in the scan */
} mcu_block;

/* The DC coefficients' first scan, or a later one, which adds a bit to each. */
CIS_INLINE void read_dc(scan *scan, const mcu_block *block, JCOEF *value, cis_bits *bits) {
  int low = scan->jpeg->Al;
  if (scan->jpeg->Ah > 0) {
    *value |= (JCOEF)(cis_bits_taken(&scan->reader, bits, 1) << low);
    return;
  }
  unsigned difference = (unsigned)(int)cis_bits_symbol(&scan->reader, block->table, bits).value;
  int *predictor = &scan->predictors[block->component];
  *predictor = (int)((unsigned)*predictor + difference);
  *value = (JCOEF)((unsigned)*predictor << low);
}

static void read_dc_scan(scan *scan, cis_coefficients *components) {
  j_decompress_ptr jpeg = scan->jpeg;
  mcu_block blocks[D_MAX_BLOCKS_IN_MCU];
  int count = 0;
  bool is_single = jpeg->comps_in_scan == 1; /* then an MCU is one block, and padding blocks are left out */
  for (int index = 0; index < jpeg->comps_in_scan; index++) {
    const jpeg_component_info *info = jpeg->cur_comp_info[index];
    const cis_coefficients *component = &components[info->component_index];
    int columns = is_single ? 1 : info->h_samp_factor, rows = is_single ? 1 : info->v_samp_factor;
    for (int place = 0; place < columns * rows; place++) {
      blocks[count++] = (mcu_block){
        .table = scan->tables[index], .component = index, .column_step = columns,
        .first = component->dc + (size_t)(place / columns) * component->columns + place % columns,
        .row_step = component->columns * (size_t)rows};
    }
  }
  for (size_t row = 0; row < jpeg->MCU_rows_in_scan; row++) {
    for (size_t column = 0; column < jpeg->MCUs_per_row; column++) {
      if (!starts_mcu(scan, row)) continue;
      cis_bits bits = scan->bits;
      for (const mcu_block *block = blocks; block < blocks + count; block++) {
        read_dc(scan, block, block->first + row * block->row_step + column * (size_t)block->column_step, &bits);
      }
      scan->bits = bits;
      check_data(scan);
    }
  }
}

/* Counts this and the following blocks of zeros. */
CIS_INLINE void start_eob_run(scan *scan, cis_symbol symbol, cis_bits *bits) {
  int count = symbol.advance - CIS_END_OF_BLOCK;
  scan->eob_run = 1u << count;
  if (count > 0) scan->eob_run += cis_bits_taken(&scan->reader, bits, count);
}

CIS_INLINE void set(block block, int number, JCOEF value) {
  if (number > DCTSIZE2 - 1) number = DCTSIZE2 - 1; /* damaged data run over the end */
  if (block.places[number] >= 0) block.values[block.places[number]] = value;
  uint64_t bit = UINT64_C(1) << number;
  *block.mask = value != 0 ? *block.mask | bit : *block.mask & ~bit;
}

/* A block of the first scan of AC coefficients. */
CIS_INLINE void read_ac(scan *scan, block block, cis_bits *bits) {
  int last = scan->jpeg->Se;
  for (int index = scan->jpeg->Ss - 1; index < last;) {
    cis_symbol symbol = cis_bits_symbol(&scan->reader, scan->tables[0], bits);
    if (symbol.advance >= CIS_END_OF_BLOCK) {
      start_eob_run(scan, symbol, bits);
      scan->eob_run--;
      return;
    }
    index += symbol.advance;
    if (symbol.value != 0) set(block, index, (JCOEF)((unsigned)symbol.value << scan->jpeg->Al));
  }
}

/* A mask of the numbers from `first` to `last`. */
CIS_INLINE uint64_t range(int first, int last) {
  return last < first ? 0 : (UINT64_MAX << first) & (UINT64_MAX >> (63 - last));
}

/* The `count`th number of the mask, or the one behind `last`. */
CIS_INLINE int nth(uint64_t mask, int count, int last) {
  while (--count > 0 && mask != 0) mask &= mask - 1;
  return mask == 0 ? last + 1 : __builtin_ctzll(mask);
}

/* Adds a bit to each coefficient of the mask, of which none is zero. */
CIS_INLINE void correct(scan *scan, block block, uint64_t mask, cis_bits *bits) {
  JCOEF step = (JCOEF)(1 << scan->jpeg->Al);
  for (; mask != 0; mask &= mask - 1) {
    int place = block.places[__builtin_ctzll(mask)];
    if (cis_bits_taken(&scan->reader, bits, 1) == 0 || place < 0) continue;
    JCOEF *value = &block.values[place];
    if ((*value & step) != 0) continue; /* damaged data may set it twice */
    *value = (JCOEF)(*value >= 0 ? *value + step : *value - step);
  }
}

/* A block of a scan that adds a bit to AC coefficients: those that are not zero get theirs, others become a step or more. */
CIS_INLINE void refine_ac(scan *scan, block block, cis_bits *bits) {
  int index = scan->jpeg->Ss, last = scan->jpeg->Se;
  uint64_t known = *block.mask;
  while (scan->eob_run == 0 && index <= last) {
    cis_symbol symbol = cis_bits_symbol(&scan->reader, scan->tables[0], bits);
    if (symbol.advance >= CIS_END_OF_BLOCK) {
      start_eob_run(scan, symbol, bits);
      break;
    }
    int zero = nth(~known & range(index, last), symbol.advance, last);
    correct(scan, block, known & range(index, zero - 1), bits);
    if (symbol.value != 0) set(block, zero, (JCOEF)((unsigned)symbol.value << scan->jpeg->Al));
    index = zero + 1;
  }
  if (scan->eob_run == 0) return;
  correct(scan, block, known & range(index, last), bits);
  scan->eob_run--;
}

static void read_ac_scan(scan *scan, const cis_coefficients *component) {
  j_decompress_ptr jpeg = scan->jpeg;
  bool refines = jpeg->Ah > 0;
  for (size_t row = 0; row < jpeg->MCU_rows_in_scan; row++) {
    for (size_t column = 0; column < jpeg->MCUs_per_row; column++) {
      if (!starts_mcu(scan, row)) continue;
      cis_bits bits = scan->bits;
      size_t index = row * component->columns + column;
      block block = {
        .values = component->ac + index * component->ac_count, .places = component->ac_places,
        .mask = &component->masks[index]};
      if (refines) refine_ac(scan, block, &bits);
      else if (scan->eob_run > 0) scan->eob_run--;
      else read_ac(scan, block, &bits);
      scan->bits = bits;
      check_data(scan);
    }
  }
}

static void make_tables(scan *scan, cis_huffman_table *tables) {
  j_decompress_ptr jpeg = scan->jpeg;
  if (jpeg->Ss > 0) {
    const JHUFF_TBL *from = jpeg->ac_huff_tbl_ptrs[jpeg->cur_comp_info[0]->ac_tbl_no];
    cis_huffman_table_make(jpeg, from, jpeg->Ah > 0 ? CIS_AC_REFINING : CIS_AC, tables);
    scan->tables[0] = tables;
  } else if (jpeg->Ah == 0) {
    for (int index = 0; index < jpeg->comps_in_scan; index++) {
      const JHUFF_TBL *from = jpeg->dc_huff_tbl_ptrs[jpeg->cur_comp_info[index]->dc_tbl_no];
      cis_huffman_table_make(jpeg, from, CIS_DC, &tables[index]);
      scan->tables[index] = &tables[index];
    }
  }
}

bool cis_progressive_reads(const struct jpeg_decompress_struct *jpeg) {
  return CIS_KNOWS_ENTROPY_DECODER && jpeg->progressive_mode && !jpeg->arith_code;
}

static cis_progressive *progressive_of(j_decompress_ptr jpeg) { return (cis_progressive *)jpeg->entropy; }

static void start_pass(j_decompress_ptr jpeg) {
  cis_progressive *progressive = progressive_of(jpeg);
  jpeg->entropy = progressive->replaced;
  progressive->replaced->start_pass(jpeg);
  jpeg->entropy = &progressive->methods;
  cis_set_insufficient(jpeg->entropy, false);
}

static boolean decode_nothing(j_decompress_ptr jpeg, JBLOCKROW *blocks) {
  (void)jpeg, (void)blocks;
  return TRUE;
}

void cis_progressive_start(j_decompress_ptr jpeg, cis_scans scans, cis_progressive *progressive) {
  *progressive = (cis_progressive){
    .methods = {.start_pass = start_pass, .decode_mcu = decode_nothing}, .replaced = jpeg->entropy};
  jpeg->entropy = &progressive->methods;
  cis_coefficients_make(jpeg, scans, progressive->components);
}

/* Lets the library walk over the last row that has data, which it notes for smoothing, and over the last row of all. */
static int end_scan(j_decompress_ptr jpeg, scan *scan) {
  cis_bits_end(&scan->reader, &scan->bits);
  bool is_single = jpeg->comps_in_scan == 1;
  jpeg->input_iMCU_row = (JDIMENSION)(scan->last_row / (size_t)(is_single ? jpeg->cur_comp_info[0]->v_samp_factor : 1));
  int state = jpeg_consume_input(jpeg);
  if (state != JPEG_ROW_COMPLETED) return state;
  cis_set_insufficient(jpeg->entropy, true);
  jpeg->input_iMCU_row = jpeg->total_iMCU_rows - 1;
  return jpeg_consume_input(jpeg);
}

int cis_progressive_read_scan(j_decompress_ptr jpeg, cis_progressive *progressive) {
  const cis_coefficients *component = &progressive->components[jpeg->cur_comp_info[0]->component_index];
  cis_huffman_table tables[MAX_COMPS_IN_SCAN];
  scan scan = {.jpeg = jpeg, .reader = {.jpeg = jpeg}, .until_restart = jpeg->restart_interval};
  if (jpeg->Ss > 0 && component->masks == NULL) {
    cis_scan_pass(jpeg);
    scan.last_row = jpeg->MCU_rows_in_scan - 1;
  } else {
    make_tables(&scan, tables);
    if (jpeg->Ss == 0) read_dc_scan(&scan, progressive->components);
    else read_ac_scan(&scan, component);
  }
  return end_scan(jpeg, &scan);
}
