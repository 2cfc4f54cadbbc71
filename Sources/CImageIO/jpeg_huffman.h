/* Huffman coded DC differences of a JPEG scan (ITU-T T.81, annex F.2.2). Private to this target. */
#ifndef CIS_JPEG_HUFFMAN_H
#define CIS_JPEG_HUFFMAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

/* A code and its magnitude bits of at most this length are decoded by one lookup. */
#define CIS_LOOKUP_BITS 11
/* The longest code, by annex C. */
#define CIS_CODE_BITS 16
/* The longest code and the longest magnitude together. */
#define CIS_DIFFERENCE_BITS 32

typedef struct {
  /* By the next CIS_LOOKUP_BITS bits: the difference, and the length of its code and magnitude; 0 if they are longer. */
  struct {
    int16_t difference, length;
  } lookup[1 << CIS_LOOKUP_BITS];
  /* For longer ones, by length: the first code, the end of the codes, and the index of the first code's value. */
  uint32_t first_code[CIS_CODE_BITS + 1], end_code[CIS_CODE_BITS + 1];
  int first_index[CIS_CODE_BITS + 1];
  const UINT8 *values;
} cis_huffman_table;

/* The entropy coded bits of a scan. */
typedef struct {
  j_decompress_ptr jpeg;
  uint64_t bits; /* the next bit is the most significant one */
  int count;     /* valid bits */
  int padding;   /* zero bits among them that were added where the data end */
  int marker;    /* the marker that ended the data, or 0 */
} cis_bit_reader;

/* Derives the decoding table; `from` must outlive it. Fails as libjpeg does if the codes are invalid. */
void cis_huffman_table_make(j_decompress_ptr jpeg, const JHUFF_TBL *from, cis_huffman_table *table);

/* Makes at least CIS_DIFFERENCE_BITS bits available. */
void cis_bits_refill(cis_bit_reader *reader);
/* Decodes a difference of any length; an invalid code is a warning and a difference of 0. */
int cis_bits_difference(cis_bit_reader *reader, const cis_huffman_table *table);
/* Passes over restart marker `number`, 0 to 7; false if another marker stands there. */
bool cis_bits_restart(cis_bit_reader *reader, int number);

/* Whether more bits were consumed than the data have. */
static inline bool cis_bits_exhausted(const cis_bit_reader *reader) { return reader->padding > reader->count; }

#endif
