#include "jpeg_coefficients.h"

#include <stdbool.h>
#include <string.h>

#include "jpeg_huffman.h"
#include "jpeg_memory.h"
#include "jpeg_scans.h"

/* Smoothing looks at two rows on each side. */
#define FARTHER_ROWS 2
/* Of each array, in bytes: a whole block of coefficients stays within two cache lines. */
#define ALIGNMENT 64

/* Whether the library's inverse transform to this side reads AC coefficients of this row or column. To 2 pixels it averages
   those of whole blocks, in which some coefficients cancel out (jidctred.c); to 4 pixels, too, but what its vector code does
   with damaged ones depends on all. To other sides it takes the low ones (jidctint.c). */
static bool shows(int side, int line) {
  switch (side) {
  case 1:
    return false;
  case 2:
    return line == 0 || line % 2 == 1;
  case 4:
    return true;
  default:
    return line < side;
  }
}

/* Places the AC coefficients that show; all of them lie as in the library's blocks. */
static size_t place(int side, cis_scans scans, int8_t *places) {
  int count = 0;
  for (int number = 1; number < DCTSIZE2; number++) {
    int row = cis_zigzag[number] / DCTSIZE, column = cis_zigzag[number] % DCTSIZE;
    bool is_kept = scans != CIS_SCANS_FIRST && shows(side, row) && shows(side, column);
    places[number] = is_kept ? (int8_t)count++ : -1;
  }
  if (count < DCTSIZE2 - 1) return (size_t)count;
  for (int number = 1; number < DCTSIZE2; number++) places[number] = (int8_t)cis_zigzag[number];
  return DCTSIZE2;
}

static size_t round_up(size_t value, size_t step) { return (value + step - 1) / step * step; }

/* As many as a scan of several components has, which pads each one to whole MCUs. */
static size_t columns_of(const jpeg_component_info *info) { return round_up(info->width_in_blocks, (size_t)info->h_samp_factor); }
static size_t rows_of(const jpeg_component_info *info) { return round_up(info->height_in_blocks, (size_t)info->v_samp_factor); }

/* All scans of all coefficients are read for the damage in them. */
static bool has_masks(size_t ac_count, cis_scans scans) { return ac_count > 0 || scans == CIS_SCANS_ALL; }

/* Lays a component out from `memory` on, where there is some; gives the bytes that it takes. */
static size_t lay_out(const jpeg_component_info *info, cis_scans scans, uint8_t *memory, cis_coefficients *made) {
  *made = (cis_coefficients){
    .columns = columns_of(info), .rows = rows_of(info), .mcu_rows = (size_t)info->v_samp_factor};
  made->ac_count = place(CIS_SCALED_SIDE(info), scans, made->ac_places);
  size_t blocks = made->columns * made->rows, bytes = 0;
  size_t ac = bytes;
  bytes += round_up(blocks * made->ac_count * sizeof *made->ac, ALIGNMENT);
  size_t masks = bytes;
  if (has_masks(made->ac_count, scans)) bytes += round_up(blocks * sizeof *made->masks, ALIGNMENT);
  size_t dc = bytes;
  bytes += round_up(blocks * sizeof *made->dc, ALIGNMENT);
  size_t window = bytes;
  if (made->ac_count < DCTSIZE2) bytes += made->mcu_rows * made->columns * sizeof *made->window;
  if (memory == NULL) return bytes;
  made->dc = (JCOEF *)(memory + dc);
  if (masks < dc) made->masks = (uint64_t *)(memory + masks);
  if (ac < masks) made->ac = (JCOEF *)(memory + ac);
  if (window < bytes) made->window = (JBLOCKROW)(memory + window);
  return bytes;
}

size_t cis_coefficients_bytes(const struct jpeg_decompress_struct *jpeg, cis_scans scans) {
  size_t bytes = 0;
  cis_coefficients unmade;
  for (int index = 0; index < jpeg->num_components; index++) {
    bytes += lay_out(&jpeg->comp_info[index], scans, NULL, &unmade);
  }
  return bytes;
}

size_t cis_blocks_bytes(const struct jpeg_decompress_struct *jpeg) {
  size_t bytes = 0;
  for (int index = 0; index < jpeg->num_components; index++) {
    bytes += columns_of(&jpeg->comp_info[index]) * rows_of(&jpeg->comp_info[index]) * sizeof(JBLOCK);
  }
  return bytes;
}

/* Makes all lines valid memory. */
static void use_window(cis_coefficients *coefficients, JBLOCKROW window, size_t rows) {
  coefficients->window = window;
  coefficients->window_rows = rows;
  for (size_t row = 0; row < coefficients->rows; row++) coefficients->lines[row] = window;
}

void cis_coefficients_make(j_decompress_ptr jpeg, cis_scans scans, cis_coefficients *components) {
  j_common_ptr common = (j_common_ptr)jpeg;
  uint8_t *memory = cis_jpeg_zeros(common, cis_coefficients_bytes(jpeg, scans));
  for (int index = 0; index < jpeg->num_components; index++) {
    cis_coefficients *made = &components[index];
    memory += lay_out(&jpeg->comp_info[index], scans, memory, made);
    made->lines = jpeg->mem->alloc_small(common, JPOOL_IMAGE, made->rows * sizeof *made->lines);
    if (made->window != NULL) {
      use_window(made, made->window, made->mcu_rows);
    } else {
      for (size_t row = 0; row < made->rows; row++) made->lines[row] = (JBLOCKROW)made->ac + row * made->columns;
    }
  }
}

/* Spreads the AC coefficients of a row. */
static void spread(const cis_coefficients *coefficients, size_t row, JBLOCKROW blocks) {
  if (coefficients->ac_count == 0) return;
  memset(blocks, 0, coefficients->columns * sizeof *blocks);
  for (size_t column = 0; column < coefficients->columns; column++) {
    size_t index = row * coefficients->columns + column;
    const JCOEF *ac = &coefficients->ac[index * coefficients->ac_count];
    for (uint64_t places = coefficients->masks[index]; places != 0; places &= places - 1) {
      int number = __builtin_ctzll(places);
      if (coefficients->ac_places[number] >= 0) blocks[column][cis_zigzag[number]] = ac[coefficients->ac_places[number]];
    }
  }
}

JBLOCKARRAY cis_coefficients_rows(j_decompress_ptr jpeg, cis_coefficients *coefficients, size_t first, size_t count) {
  size_t start = first, end = first + count;
  if (count > coefficients->mcu_rows) { /* for smoothing, which looks farther than it asks for (seen with 2.1.5) */
    start = first < FARTHER_ROWS ? 0 : first - FARTHER_ROWS;
    end = end + FARTHER_ROWS < coefficients->rows ? end + FARTHER_ROWS : coefficients->rows;
  }
  bool has_window = coefficients->window != NULL;
  if (has_window && end - start > coefficients->window_rows) {
    size_t bytes = (end - start) * coefficients->columns * sizeof *coefficients->window;
    use_window(coefficients, cis_jpeg_zeros((j_common_ptr)jpeg, bytes), end - start);
  }
  for (size_t row = start; row < end; row++) {
    if (has_window) {
      coefficients->lines[row] = coefficients->window + (row - start) * coefficients->columns;
      spread(coefficients, row, coefficients->lines[row]);
    }
    const JCOEF *dc = &coefficients->dc[row * coefficients->columns];
    for (size_t column = 0; column < coefficients->columns; column++) coefficients->lines[row][column][0] = dc[column];
  }
  return coefficients->lines + first;
}
