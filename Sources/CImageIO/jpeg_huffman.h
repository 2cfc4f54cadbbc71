/* Huffman codes of a JPEG scan, each with the magnitude behind it (ITU-T T.81, annex F.2.2). Private to this target. */
#ifndef CIS_JPEG_HUFFMAN_H
#define CIS_JPEG_HUFFMAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

/* A call that takes the address of the bits would move them out of registers. */
#define CIS_INLINE static inline __attribute__((always_inline))
/* A code and its magnitude of at most this many bits together are decoded by one lookup. */
#define CIS_LOOKUP_BITS 11
/* The longest code, by annex C. */
#define CIS_CODE_BITS 16
/* The longest code and the longest magnitude together. */
#define CIS_SYMBOL_BITS 32
/* The advance of a symbol behind which a block has zeros only. In progressive scans it is this and the number of bits behind
   the code, which count further such blocks (annex G.1.2.2). */
#define CIS_END_OF_BLOCK 128

/* A refining symbol sets at most one coefficient, to the only magnitude of 1 bit. */
typedef enum { CIS_DC, CIS_AC, CIS_AC_REFINING } cis_symbols;

/* A code with its magnitude. */
typedef struct {
  int16_t value;   /* a DC difference or an AC coefficient */
  uint8_t advance; /* from the last AC coefficient to this one, 1 to 16, or from CIS_END_OF_BLOCK on */
  uint8_t length;  /* in bits */
} cis_symbol;

typedef struct {
  /* By the next CIS_LOOKUP_BITS bits. Where the symbol is longer its length is 0; then the value is that of its code, and
     the advance is the length of the code, or 0 where even that is longer. */
  cis_symbol lookup[1 << CIS_LOOKUP_BITS];
  /* For longer ones, by length: the first code, the end of the codes, and the index of the first code's value. */
  uint32_t first_code[CIS_CODE_BITS + 1], end_code[CIS_CODE_BITS + 1];
  int first_index[CIS_CODE_BITS + 1];
  const UINT8 *values;
  cis_symbols kind;
} cis_huffman_table;

/* The next bits of a scan, from the most significant one on. A value, so that it stays in registers. */
typedef struct {
  uint64_t bits;
  int64_t count; /* of valid bits; all others are zero */
} cis_bits;

/* Where bits come from. A marker that ends the data is left in `unread_marker`, as the library leaves it. */
typedef struct {
  j_decompress_ptr jpeg;
  int64_t padding;  /* zero bits that were added where the data end */
  int next_restart; /* 0 to 7 */
} cis_bit_reader;

/* The places of coefficients in a block, by their place in the scan. Damaged data run over the end. */
extern const uint8_t cis_zigzag[DCTSIZE2 + 16];

/* Derives the decoding table; `from` must outlive it. Fails as libjpeg does if the codes are invalid. */
void cis_huffman_table_make(j_decompress_ptr jpeg, const JHUFF_TBL *from, cis_symbols kind, cis_huffman_table *table);

/* Makes at least CIS_SYMBOL_BITS bits available, byte by byte. */
cis_bits cis_bits_filled_by_bytes(cis_bit_reader *reader, cis_bits bits);
/* Decodes a symbol of any length; an invalid code is a warning, and a difference of 0 or the end of the block. */
cis_bits cis_bits_long_symbol(cis_bit_reader *reader, const cis_huffman_table *table, cis_bits bits, cis_symbol *symbol);
/* Passes over the data up to a marker; if there are any, that is a warning. */
void cis_bits_end(cis_bit_reader *reader, cis_bits *bits);
/* The same, and over that marker, if it is the next restart marker; a wrong one is treated as libjpeg does. */
void cis_bits_restart(cis_bit_reader *reader, cis_bits *bits);
/* Passes over the data up to the next marker that is no restart marker, and leaves it in `unread_marker`. */
void cis_scan_pass(j_decompress_ptr jpeg);

/* Whether more bits were consumed than the data have. */
CIS_INLINE bool cis_bits_exhausted(const cis_bit_reader *reader, cis_bits bits) {
  return reader->padding > bits.count;
}

CIS_INLINE cis_bits cis_bits_dropped(cis_bits bits, int count) {
  return (cis_bits){.bits = bits.bits << count, .count = bits.count - count};
}

/* Makes at least CIS_SYMBOL_BITS bits available. */
CIS_INLINE cis_bits cis_bits_filled(cis_bit_reader *reader, cis_bits bits) {
  struct jpeg_source_mgr *source = reader->jpeg->src;
  if (reader->jpeg->unread_marker != 0 || source->bytes_in_buffer < sizeof(uint64_t)) {
    return cis_bits_filled_by_bytes(reader, bits);
  }
  uint64_t word = 0;
  for (int index = 0; index < 8; index++) word = word << 8 | source->next_input_byte[index];
  uint64_t inverse = ~word; /* a zero byte wherever there is an FF */
  if (((inverse - 0x0101010101010101) & ~inverse & 0x8080808080808080) != 0) {
    return cis_bits_filled_by_bytes(reader, bits);
  }
  int64_t bytes = (64 - bits.count) / 8;
  if (bytes == 0) return bits;
  int64_t unused = 64 - 8 * bytes;
  source->next_input_byte += bytes;
  source->bytes_in_buffer -= (size_t)bytes;
  return (cis_bits){.bits = bits.bits | (word >> unused << unused) >> bits.count, .count = bits.count + 8 * bytes};
}

/* Decodes a symbol. */
CIS_INLINE cis_symbol cis_bits_symbol(cis_bit_reader *reader, const cis_huffman_table *table, cis_bits *bits) {
  if (bits->count < CIS_LOOKUP_BITS) *bits = cis_bits_filled(reader, *bits);
  cis_symbol symbol = table->lookup[bits->bits >> (64 - CIS_LOOKUP_BITS)];
  if (symbol.length == 0) {
    *bits = cis_bits_long_symbol(reader, table, *bits, &symbol);
  } else {
    *bits = cis_bits_dropped(*bits, symbol.length);
  }
  return symbol;
}

/* Takes `count` bits, 1 to CIS_SYMBOL_BITS. */
CIS_INLINE uint32_t cis_bits_taken(cis_bit_reader *reader, cis_bits *bits, int count) {
  if (bits->count < count) *bits = cis_bits_filled(reader, *bits);
  uint32_t taken = (uint32_t)(bits->bits >> (64 - count));
  *bits = cis_bits_dropped(*bits, count);
  return taken;
}

#endif
