#include "jpeg_huffman.h"

#include <string.h>

#include <jerror.h>

/* The signed value of magnitude bits: EXTEND of T.81, figure F.12. */
static int extend(uint32_t bits, int size) {
  if (size == 0) return 0;
  return bits >> (size - 1) != 0 ? (int)bits : (int)bits - (1 << size) + 1;
}

void cis_huffman_table_make(j_decompress_ptr jpeg, const JHUFF_TBL *from, cis_huffman_table *table) {
  memset(table->lookup, 0, sizeof table->lookup);
  table->values = from->huffval;
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
      int size = from->huffval[index];
      if (size > 15) ERREXIT(jpeg, JERR_BAD_HUFF_TABLE);
      if (length + size > CIS_LOOKUP_BITS) continue;
      int left = CIS_LOOKUP_BITS - length - size;
      for (uint32_t bits = 0; bits < 1u << size; bits++) {
        uint32_t start = (code << size | bits) << left;
        for (uint32_t entry = start; entry < start + (1u << left); entry++) {
          table->lookup[entry].difference = (int16_t)extend(bits, size);
          table->lookup[entry].length = (int16_t)(length + size);
        }
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
static int next_data(cis_bit_reader *reader) {
  if (reader->marker != 0) return -1;
  int byte = next_byte(reader->jpeg);
  if (byte != 0xFF) return byte;
  do {
    byte = next_byte(reader->jpeg);
  } while (byte == 0xFF);
  if (byte == 0) return 0xFF;
  reader->marker = byte;
  return -1;
}

void cis_bits_refill(cis_bit_reader *reader) {
  struct jpeg_source_mgr *source = reader->jpeg->src;
  if (reader->marker == 0 && source->bytes_in_buffer >= sizeof(uint64_t)) {
    uint64_t word = 0;
    for (int index = 0; index < 8; index++) word = word << 8 | source->next_input_byte[index];
    uint64_t inverse = ~word; /* a zero byte wherever there is an FF */
    if (((inverse - 0x0101010101010101) & ~inverse & 0x8080808080808080) == 0) {
      int bytes = (64 - reader->count) / 8;
      int unused = 64 - 8 * bytes;
      reader->bits |= (word >> unused << unused) >> reader->count;
      reader->count += 8 * bytes;
      source->next_input_byte += bytes;
      source->bytes_in_buffer -= (size_t)bytes;
      return;
    }
  }
  while (reader->count <= 56) {
    int byte = next_data(reader);
    if (byte < 0) {
      reader->padding += 8;
      byte = 0;
    }
    reader->bits |= (uint64_t)byte << (56 - reader->count);
    reader->count += 8;
  }
}

static uint32_t take(cis_bit_reader *reader, int count) {
  uint32_t taken = count == 0 ? 0 : (uint32_t)(reader->bits >> (64 - count));
  reader->bits <<= count;
  reader->count -= count;
  return taken;
}

int cis_bits_difference(cis_bit_reader *reader, const cis_huffman_table *table) {
  for (int length = 1; length <= CIS_CODE_BITS; length++) {
    uint32_t code = (uint32_t)(reader->bits >> (64 - length));
    if (code < table->first_code[length] || code >= table->end_code[length]) continue;
    take(reader, length);
    int size = table->values[table->first_index[length] + (int)(code - table->first_code[length])];
    return extend(take(reader, size), size);
  }
  take(reader, CIS_CODE_BITS);
  WARNMS(reader->jpeg, JWRN_HUFF_BAD_CODE);
  return 0;
}

bool cis_bits_restart(cis_bit_reader *reader, int number) {
  while (reader->marker == 0) next_data(reader);
  if (reader->marker != JPEG_RST0 + number) return false;
  reader->bits = 0;
  reader->count = reader->padding = reader->marker = 0;
  return true;
}
