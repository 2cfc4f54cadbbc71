#include "jpeg_huffman.h"

#include <jerror.h>

/* The signed value of magnitude bits: EXTEND of T.81, figure F.12. */
static int16_t extend(uint32_t bits, int size) {
  if (size == 0) return 0;
  return (int16_t)(bits >> (size - 1) != 0 ? (int)bits : (int)bits - (1 << size) + 1);
}

/* The bits of magnitude behind a code. */
static int size_of(UINT8 value, bool is_dc) { return is_dc ? value : value & 15; }

static cis_symbol symbol_of(UINT8 value, uint32_t magnitude, bool is_dc) {
  int size = size_of(value, is_dc);
  int run = is_dc ? 0 : value >> 4;
  bool is_end = !is_dc && size == 0 && run != 15;
  return (cis_symbol){
    .value = extend(magnitude, size), .advance = (uint8_t)(is_end ? CIS_END_OF_BLOCK : run + 1)};
}

void cis_huffman_table_make(j_decompress_ptr jpeg, const JHUFF_TBL *from, bool is_dc, cis_huffman_table *table) {
  memset(table->lookup, 0, sizeof table->lookup);
  table->values = from->huffval;
  table->is_dc = is_dc;
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
      int size = size_of(value, is_dc);
      if (size > 15) ERREXIT(jpeg, JERR_BAD_HUFF_TABLE);
      if (length > CIS_LOOKUP_BITS) continue;
      bool is_whole = length + size <= CIS_LOOKUP_BITS;
      int bits = is_whole ? length + size : length;
      for (uint32_t magnitude = 0; magnitude < 1u << (bits - length); magnitude++) {
        cis_symbol symbol = {.value = value, .advance = (uint8_t)length};
        if (is_whole) symbol = symbol_of(value, magnitude, is_dc);
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
    *symbol = symbol_of(0, 0, table->is_dc);
    return cis_bits_dropped(bits, CIS_CODE_BITS + 1); /* as many as the library has read by then */
  }
  bits = cis_bits_dropped(bits, length);
  int size = size_of(value, table->is_dc);
  *symbol = symbol_of(value, size == 0 ? 0 : (uint32_t)(bits.bits >> (64 - size)), table->is_dc);
  return cis_bits_dropped(bits, size);
}

bool cis_bits_restart(cis_bit_reader *reader, cis_bits *bits, int number) {
  j_decompress_ptr jpeg = reader->jpeg;
  int64_t left = (bits->count - reader->padding) / 8;
  while (next_data(jpeg) >= 0) left++;
  if (left > 0) WARNMS2(jpeg, JWRN_EXTRANEOUS_DATA, (int)left, jpeg->unread_marker);
  *bits = (cis_bits){0};
  reader->padding = 0;
  if (jpeg->unread_marker != JPEG_RST0 + number) return false;
  jpeg->unread_marker = 0;
  return true;
}
