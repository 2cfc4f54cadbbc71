#include "jpeg_baseline.h"

#include <jerror.h>

#include "jpeg_entropy.h"
#include "jpeg_huffman.h"
#include "jpeg_scans.h"

/* Smaller images gain less than the tables take to make: from 320×240 pixels on it is a fifth of the time, at 160×120 a loss. */
#define LEAST_BLOCKS 1024

/* One or two whole AC symbols; of length 0 where not even one fits into CIS_LOOKUP_BITS. */
typedef struct {
  int16_t first, second;       /* coefficients, or twice the only one */
  uint8_t to_first, to_second; /* their advances; 0 to one that there is not */
  uint8_t length;              /* in bits */
  bool is_end;                 /* of the block */
} pair;

typedef struct {
  cis_huffman_table symbols;
  pair pairs[1 << CIS_LOOKUP_BITS]; /* by the next CIS_LOOKUP_BITS bits */
} ac_table;

typedef struct {
  const cis_huffman_table *dc;
  const ac_table *ac;
  int component; /* in the scan */
  bool keeps_ac;
} place;

typedef struct {
  struct jpeg_entropy_decoder methods; /* first, for the library */
  cis_bit_reader reader;
  cis_bits bits;
  place places[D_MAX_BLOCKS_IN_MCU];
  int predictors[MAX_COMPS_IN_SCAN];
  unsigned until_restart; /* in MCUs */
} decoder;

/* The pair that `pattern`, of CIS_LOOKUP_BITS bits, starts with. */
static pair pair_of(const cis_huffman_table *symbols, uint32_t pattern) {
  cis_symbol first = symbols->lookup[pattern];
  bool is_end = first.advance >= CIS_END_OF_BLOCK;
  if (first.length == 0 || is_end) return (pair){.length = first.length, .is_end = is_end};
  pair pair = {.first = first.value, .second = first.value, .to_first = first.advance, .length = first.length};
  cis_symbol second = symbols->lookup[pattern << first.length & ((1 << CIS_LOOKUP_BITS) - 1)];
  if (second.length == 0 || first.length + second.length > CIS_LOOKUP_BITS) return pair;
  pair.length += second.length;
  pair.is_end = second.advance >= CIS_END_OF_BLOCK;
  if (pair.is_end) return pair;
  pair.second = second.value;
  pair.to_second = second.advance;
  return pair;
}

/* Decodes a block's AC coefficients, or passes over them where `block` is NULL. */
CIS_INLINE void read_ac(cis_bit_reader *reader, const ac_table *table, cis_bits *bits, JCOEFPTR block) {
  int index = 0;
  do {
    if (bits->count < CIS_LOOKUP_BITS) *bits = cis_bits_filled(reader, *bits);
    pair pair = table->pairs[bits->bits >> (64 - CIS_LOOKUP_BITS)];
    int first = index + pair.to_first;
    int second = first + pair.to_second;
    if (pair.length == 0 || second >= DCTSIZE2 - 1) { /* the second one may belong to the next block */
      cis_symbol symbol = cis_bits_symbol(reader, &table->symbols, bits);
      index += symbol.advance;
      if (index >= CIS_END_OF_BLOCK) return;
      if (block != NULL) block[cis_zigzag[index]] = symbol.value;
      continue;
    }
    *bits = cis_bits_dropped(*bits, pair.length);
    if (pair.to_first == 0) return;
    if (block != NULL) {
      block[cis_zigzag[first]] = pair.first;
      block[cis_zigzag[second]] = pair.second;
    }
    if (pair.is_end) return;
    index = second;
  } while (index < DCTSIZE2 - 1);
}

/* Decodes an MCU into blocks of zeros, or passes over it where there are none. */
static void read_mcu(decoder *decoder, int count, JBLOCKROW *blocks) {
  cis_bit_reader *reader = &decoder->reader;
  cis_bits bits = decoder->bits;
  for (int index = 0; index < count; index++) {
    const place *place = &decoder->places[index];
    unsigned difference = (unsigned)(int)cis_bits_symbol(reader, place->dc, &bits).value;
    int *predictor = &decoder->predictors[place->component];
    *predictor = (int)((unsigned)*predictor + difference);
    if (blocks != NULL) (*blocks[index])[0] = (JCOEF)*predictor;
    if (blocks != NULL && place->keeps_ac) read_ac(reader, place->ac, &bits, *blocks[index]);
    else read_ac(reader, place->ac, &bits, NULL);
  }
  decoder->bits = bits;
}

static void restart(j_decompress_ptr jpeg, decoder *decoder) {
  cis_bits_restart(&decoder->reader, &decoder->bits);
  decoder->until_restart = jpeg->restart_interval;
  memset(decoder->predictors, 0, sizeof decoder->predictors);
  if (jpeg->unread_marker == 0) cis_set_insufficient(&decoder->methods, false);
}

static boolean decode_mcu(j_decompress_ptr jpeg, JBLOCKROW *blocks) {
  decoder *decoder = (void *)jpeg->entropy;
  if (jpeg->restart_interval > 0) {
    if (decoder->until_restart == 0) restart(jpeg, decoder);
    decoder->until_restart--;
  }
  if (decoder->methods.insufficient_data_3) return TRUE; /* zeros are grey */
  read_mcu(decoder, jpeg->blocks_in_MCU, blocks);
  if (cis_bits_exhausted(&decoder->reader, decoder->bits)) {
    WARNMS(jpeg, JWRN_HIT_MARKER);
    cis_set_insufficient(&decoder->methods, true);
  }
  return TRUE;
}

static bool gains(j_decompress_ptr jpeg) {
  if (!CIS_KNOWS_ENTROPY_DECODER) return false;
  if (jpeg->progressive_mode || jpeg->arith_code || jpeg_has_multiple_scans(jpeg)) return false;
  /* A lossless JPEG has a predictor in place of the first coefficient. */
  if (jpeg->Ss != 0 || jpeg->Se != DCTSIZE2 - 1 || jpeg->Ah != 0 || jpeg->Al != 0) return false;
  size_t blocks = 0;
  for (int index = 0; index < jpeg->num_components; index++) {
    blocks += (size_t)jpeg->comp_info[index].width_in_blocks * jpeg->comp_info[index].height_in_blocks;
  }
  return blocks >= LEAST_BLOCKS;
}

/* Never called: the scan was started before. */
static void start_pass(j_decompress_ptr jpeg) { ERREXIT(jpeg, JERR_BAD_STATE); }

static const cis_huffman_table *dc_table_of(j_decompress_ptr jpeg, int number, cis_huffman_table **tables) {
  if (tables[number] == NULL) {
    tables[number] = jpeg->mem->alloc_small((j_common_ptr)jpeg, JPOOL_IMAGE, sizeof **tables);
    cis_huffman_table_make(jpeg, jpeg->dc_huff_tbl_ptrs[number], CIS_DC, tables[number]);
  }
  return tables[number];
}

static const ac_table *ac_table_of(j_decompress_ptr jpeg, int number, ac_table **tables) {
  if (tables[number] == NULL) {
    ac_table *table = jpeg->mem->alloc_small((j_common_ptr)jpeg, JPOOL_IMAGE, sizeof *table);
    cis_huffman_table_make(jpeg, jpeg->ac_huff_tbl_ptrs[number], CIS_AC, &table->symbols);
    for (uint32_t pattern = 0; pattern < 1 << CIS_LOOKUP_BITS; pattern++) {
      table->pairs[pattern] = pair_of(&table->symbols, pattern);
    }
    tables[number] = table;
  }
  return tables[number];
}

void cis_baseline_use(j_decompress_ptr jpeg) {
  if (!gains(jpeg)) return;
  decoder *decoder = jpeg->mem->alloc_small((j_common_ptr)jpeg, JPOOL_IMAGE, sizeof *decoder);
  memset(decoder, 0, sizeof *decoder);
  decoder->methods = (struct jpeg_entropy_decoder){.start_pass = start_pass, .decode_mcu = decode_mcu};
  decoder->reader.jpeg = jpeg;
  decoder->until_restart = jpeg->restart_interval;
  cis_huffman_table *dc[NUM_HUFF_TBLS] = {NULL};
  ac_table *ac[NUM_HUFF_TBLS] = {NULL};
  for (int index = 0; index < jpeg->blocks_in_MCU; index++) {
    int component = jpeg->MCU_membership[index];
    const jpeg_component_info *info = jpeg->cur_comp_info[component];
    decoder->places[index] = (place){
      .dc = dc_table_of(jpeg, info->dc_tbl_no, dc), .ac = ac_table_of(jpeg, info->ac_tbl_no, ac),
      .component = component, .keeps_ac = CIS_SCALED_SIDE(info) > 1};
  }
  jpeg->entropy = &decoder->methods;
}
