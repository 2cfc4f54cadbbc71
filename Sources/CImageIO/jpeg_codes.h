/* Huffman codes of JPEG's differences between means, and the bits of a scan that they are read from (ITU-T T.81). Private
   to this target. */
#ifndef CIS_JPEG_CODES_H
#define CIS_JPEG_CODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

/* Most codes and the bits behind them fit into so many, and are looked up at once. */
#define CIS_LOOKUP_BITS 11
/* The most bits that a code may have, by annex C. */
#define CIS_CODE_BITS 16
/* What the longest code and the longest difference take together. */
#define CIS_DIFFERENCE_BITS 32

typedef struct {
  /* By the next bits: what they mean, and how many are code and what stands behind it; 0 where those do not fit. */
  struct {
    int16_t difference, width;
  } short_codes[1 << CIS_LOOKUP_BITS];
  /* For the others: the first code of each length, the first beyond, and where its values stand. */
  uint32_t first[CIS_CODE_BITS + 1], end[CIS_CODE_BITS + 1];
  int index[CIS_CODE_BITS + 1];
  const UINT8 *values;
} cis_codes;

/* Where a scan is read. */
typedef struct {
  j_decompress_ptr jpeg;
  uint64_t next; /* bits, the next one at the top */
  int count;
  int padding; /* how many of those are zeros that stand for what is not there */
  int marker;  /* what ended the data, or 0 */
} cis_bits;

/* Makes the codes of a table, which must outlive them; fails as the library does where it is none. */
void cis_codes_make(j_decompress_ptr jpeg, const JHUFF_TBL *from, cis_codes *codes);

/* Makes sure of CIS_DIFFERENCE_BITS, if fewer are there. */
void cis_bits_refill(cis_bits *bits);
/* Takes a difference whose code and bits may be long. Warns of bits that are no code, which are taken for none. */
int cis_bits_difference(cis_bits *bits, const cis_codes *codes);
/* Passes over the marker between two restart intervals; false where another stands there. */
bool cis_bits_restart(cis_bits *bits, int number);

/* Whether more bits were taken than were there. */
static inline bool cis_bits_have_run_out(const cis_bits *bits) { return bits->padding > bits->count; }

#endif
