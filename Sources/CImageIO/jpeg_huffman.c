#include "jpeg_huffman.h"

#include <jerror.h>

const uint8_t cis_zigzag[DCTSIZE2 + 16] = {
   0,  1,  8, 16,  9,  2,  3, 10, 17, 24, 32, 25, 18, 11,  4,  5,
  12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13,  6,  7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
  58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
  63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63};

/* The signed value of magnitude bits: EXTEND of T.81, figure F.12. */
static int16_t extend(uint32_t bits, int size) {
  if (size == 0) return 0;
  return (int16_t)(bits >> (size - 1) != 0 ? (int)bits : (int)bits - (1 << size) + 1);
}

/* The bits of magnitude behind a code. */
static int size_of(UINT8 value, cis_symbols kind) {
  if (kind == CIS_DC) return value;
  return kind == CIS_AC_REFINING ? (value & 15) != 0 : value & 15;
}

static bool is_valid(UINT8 value, cis_symbols kind) { return kind != CIS_AC_REFINING || (value & 15) <= 1; }

static cis_symbol symbol_of(UINT8 value, uint32_t magnitude, cis_symbols kind) {
  int size = size_of(value, kind);
  int run = kind == CIS_DC ? 0 : value >> 4;
  bool is_end = kind != CIS_DC && size == 0 && run != 15;
  return (cis_symbol){
    .value = extend(magnitude, size), .advance = (uint8_t)(is_end ? CIS_END_OF_BLOCK + run : run + 1)};
}

void cis_huffman_table_make(j_decompress_ptr jpeg, const JHUFF_TBL *from, cis_symbols kind, cis_huffman_table *table) {
  memset(table->lookup, 0, sizeof table->lookup);
  table->values = from->huffval;
  table->kind = kind;
  uint32_t code = 0;
  int index = 0;
  for (int length = 1; length <= CIS_CODE_BITS; length++) {
    int count = from->bits[length];
    bool fits = count == 0 || code + (uint32_t)count < 1u << length; /* no code is all ones */
    if (!fits || index + count > 256) ERREXIT(jpeg, JERR_BAD_HUFF_TABLE);
    table->first_code[length] = code;
    table->end_code[length] = code + (uint32_t)count;
    table->first_index[length] = index;
    for (int number = 0; number < count; number++, code++, index++) {
      UINT8 value = from->huffval[index];
      int size = size_of(value, kind);
      if (size > 15) ERREXIT(jpeg, JERR_BAD_HUFF_TABLE);
      if (length > CIS_LOOKUP_BITS) continue;
      bool is_whole = length + size <= CIS_LOOKUP_BITS && is_valid(value, kind);
      int bits = is_whole ? length + size : length;
      for (uint32_t magnitude = 0; magnitude < 1u << (bits - length); magnitude++) {
        cis_symbol symbol = {.value = value, .advance = (uint8_t)length};
        if (is_whole) symbol = symbol_of(value, magnitude, kind);
        if (is_whole) symbol.length = (uint8_t)bits;
        uint32_t start = (code << (bits - length) | magnitude) << (CIS_LOOKUP_BITS - bits);
        for (uint32_t entry = 0; entry < 1u << (CIS_LOOKUP_BITS - bits); entry++) table->lookup[start + entry] = symbol;
      }
    }
    code <<= 1;
  }
}

static int next_byte(j_decompress_ptr jpeg) {
  struct jpeg_source_mgr *source = jpeg->src;
  if (source->bytes_in_buffer == 0) source->fill_input_buffer(jpeg);
  source->bytes_in_buffer--;
  return *source->next_input_byte++;
}

/* The next data byte, or -1 at a marker: FF 00 stands for FF. */
static int next_data(j_decompress_ptr jpeg) {
  if (jpeg->unread_marker != 0) return -1;
  int byte = next_byte(jpeg);
  if (byte != 0xFF) return byte;
  do {
    byte = next_byte(jpeg);
  } while (byte == 0xFF);
  if (byte == 0) return 0xFF;
  jpeg->unread_marker = byte;
  return -1;
}

cis_bits cis_bits_filled_by_bytes(cis_bit_reader *reader, cis_bits bits) {
  while (bits.count <= 56) {
    int byte = next_data(reader->jpeg);
    if (byte < 0) {
      reader->padding += 8;
      byte = 0;
    }
    bits.bits |= (uint64_t)byte << (56 - bits.count);
    bits.count += 8;
  }
  return bits;
}

/* The length of the next code, which the lookup does not have, and its value; 0 if there is no such code. */
static int long_code(const cis_huffman_table *table, cis_bits bits, UINT8 *value) {
  for (int length = CIS_LOOKUP_BITS + 1; length <= CIS_CODE_BITS; length++) {
    uint32_t code = (uint32_t)(bits.bits >> (64 - length));
    if (code < table->first_code[length] || code >= table->end_code[length]) continue;
    *value = table->values[table->first_index[length] + (int)(code - table->first_code[length])];
    return length;
  }
  return 0;
}

cis_bits cis_bits_long_symbol(cis_bit_reader *reader, const cis_huffman_table *table, cis_bits bits, cis_symbol *symbol) {
  if (bits.count < CIS_SYMBOL_BITS) bits = cis_bits_filled(reader, bits);
  cis_symbol start = table->lookup[bits.bits >> (64 - CIS_LOOKUP_BITS)];
  UINT8 value = (UINT8)start.value;
  int length = start.advance > 0 ? start.advance : long_code(table, bits, &value);
  if (length == 0) {
    WARNMS(reader->jpeg, JWRN_HUFF_BAD_CODE);
    *symbol = symbol_of(0, 0, table->kind);
    return cis_bits_dropped(bits, CIS_CODE_BITS + 1); /* as many as the library has read by then */
  }
  if (!is_valid(value, table->kind)) WARNMS(reader->jpeg, JWRN_HUFF_BAD_CODE);
  bits = cis_bits_dropped(bits, length);
  int size = size_of(value, table->kind);
  *symbol = symbol_of(value, size == 0 ? 0 : (uint32_t)(bits.bits >> (64 - size)), table->kind);
  return cis_bits_dropped(bits, size);
}

void cis_bits_end(cis_bit_reader *reader, cis_bits *bits) {
  j_decompress_ptr jpeg = reader->jpeg;
  int64_t left = (bits->count - reader->padding) / 8;
  while (next_data(jpeg) >= 0) left++;
  if (left > 0) WARNMS2(jpeg, JWRN_EXTRANEOUS_DATA, (int)left, jpeg->unread_marker);
  *bits = (cis_bits){0};
  reader->padding = 0;
}

void cis_bits_restart(cis_bit_reader *reader, cis_bits *bits) {
  j_decompress_ptr jpeg = reader->jpeg;
  cis_bits_end(reader, bits);
  if (jpeg->unread_marker == JPEG_RST0 + reader->next_restart) jpeg->unread_marker = 0;
  else jpeg->src->resync_to_restart(jpeg, reader->next_restart);
  reader->next_restart = (reader->next_restart + 1) % 8;
}

void cis_scan_pass(j_decompress_ptr jpeg) {
  for (;;) {
    while (next_data(jpeg) >= 0) {
      struct jpeg_source_mgr *source = jpeg->src;
      const JOCTET *next = memchr(source->next_input_byte, 0xFF, source->bytes_in_buffer);
      size_t count = next == NULL ? source->bytes_in_buffer : (size_t)(next - source->next_input_byte);
      source->next_input_byte += count;
      source->bytes_in_buffer -= count;
    }
    if (jpeg->unread_marker < JPEG_RST0 || jpeg->unread_marker > JPEG_RST0 + 7) return;
    jpeg->unread_marker = 0;
  }
}
