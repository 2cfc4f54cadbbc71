#include "jpeg_codes.h"

#include <string.h>

#include <jerror.h>

/* What so many bits behind a code of that value mean: T.81, figure F.12. */
static int extended(uint32_t bits, int width) {
  if (width == 0) return 0;
  return bits >> (width - 1) != 0 ? (int)bits : (int)bits - (1 << width) + 1;
}

void cis_codes_make(j_decompress_ptr jpeg, const JHUFF_TBL *from, cis_codes *codes) {
  memset(codes->short_codes, 0, sizeof codes->short_codes);
  codes->values = from->huffval;
  uint32_t code = 0;
  int index = 0;
  for (int length = 1; length <= CIS_CODE_BITS; length++) {
    int count = from->bits[length];
    bool fits = count == 0 || code + (uint32_t)count < 1u << length; /* no code is all ones */
    if (!fits || index + count > 256) ERREXIT(jpeg, JERR_BAD_HUFF_TABLE);
    codes->first[length] = code;
    codes->end[length] = code + (uint32_t)count;
    codes->index[length] = index;
    for (int number = 0; number < count; number++, code++, index++) {
      int width = from->huffval[index];
      if (width > 15) ERREXIT(jpeg, JERR_BAD_HUFF_TABLE);
      if (length + width > CIS_LOOKUP_BITS) continue;
      int left = CIS_LOOKUP_BITS - length - width;
      for (uint32_t bits = 0; bits < 1u << width; bits++) {
        uint32_t start = (code << width | bits) << left;
        for (uint32_t entry = start; entry < start + (1u << left); entry++) {
          codes->short_codes[entry].difference = (int16_t)extended(bits, width);
          codes->short_codes[entry].width = (int16_t)(length + width);
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

/* The next byte of the scan: FF stands for itself only before 00, and is a marker before anything else. */
static int next_data(cis_bits *bits) {
  if (bits->marker != 0) return -1;
  int byte = next_byte(bits->jpeg);
  if (byte != 0xFF) return byte;
  do {
    byte = next_byte(bits->jpeg);
  } while (byte == 0xFF);
  if (byte == 0) return 0xFF;
  bits->marker = byte;
  return -1;
}

void cis_bits_refill(cis_bits *bits) {
  struct jpeg_source_mgr *source = bits->jpeg->src;
  if (bits->marker == 0 && source->bytes_in_buffer >= sizeof(uint64_t)) {
    uint64_t word = 0;
    for (int index = 0; index < 8; index++) word = word << 8 | source->next_input_byte[index];
    uint64_t inverse = ~word; /* has a byte of zero where there is an FF */
    if (((inverse - 0x0101010101010101) & ~inverse & 0x8080808080808080) == 0) {
      int bytes = (64 - bits->count) / 8;
      int unused = 64 - 8 * bytes;
      bits->next |= (word >> unused << unused) >> bits->count;
      bits->count += 8 * bytes;
      source->next_input_byte += bytes;
      source->bytes_in_buffer -= (size_t)bytes;
      return;
    }
  }
  while (bits->count <= 56) {
    int byte = next_data(bits);
    if (byte < 0) {
      bits->padding += 8;
      byte = 0;
    }
    bits->next |= (uint64_t)byte << (56 - bits->count);
    bits->count += 8;
  }
}

static uint32_t take(cis_bits *bits, int count) {
  uint32_t taken = count == 0 ? 0 : (uint32_t)(bits->next >> (64 - count));
  bits->next <<= count;
  bits->count -= count;
  return taken;
}

int cis_bits_difference(cis_bits *bits, const cis_codes *codes) {
  for (int length = 1; length <= CIS_CODE_BITS; length++) {
    uint32_t code = (uint32_t)(bits->next >> (64 - length));
    if (code < codes->first[length] || code >= codes->end[length]) continue;
    take(bits, length);
    int width = codes->values[codes->index[length] + (int)(code - codes->first[length])];
    return extended(take(bits, width), width);
  }
  take(bits, CIS_CODE_BITS);
  WARNMS(bits->jpeg, JWRN_HUFF_BAD_CODE);
  return 0;
}

bool cis_bits_restart(cis_bits *bits, int number) {
  while (bits->marker == 0) next_data(bits);
  if (bits->marker != JPEG_RST0 + number) return false;
  bits->next = 0;
  bits->count = bits->padding = bits->marker = 0;
  return true;
}
