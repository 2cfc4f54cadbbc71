/* Sources of encoded bytes: a file in pieces, or memory. Private to this target. */
#ifndef CIS_SOURCE_H
#define CIS_SOURCE_H

#include "cimageio.h"

#define CIS_PIECE 65536

typedef struct {
  cis_input input;
  uint64_t position;   /* of the first byte not yet handed out */
  uint64_t bytes_read;
  uint8_t piece[CIS_PIECE];
} cis_source;

/* The next piece, of at most CIS_PIECE bytes from a file, or all that is left in memory; 0 at the end, -1 if the system
   refuses. */
long cis_source_next(cis_source *source, const uint8_t **bytes);

/* A place in an input, from which bytes are read in any order. */
typedef struct {
  cis_input input;
  uint64_t size;
  uint64_t position;
  uint64_t bytes_read;
} cis_cursor;

/* Starts at the input's beginning; false if the system does not tell the input's length. */
bool cis_cursor_open(cis_input input, cis_cursor *cursor);
/* Reads up to `count` bytes and moves behind them; fewer at the end, or if the system refuses. */
size_t cis_cursor_read(cis_cursor *cursor, void *bytes, size_t count);

#endif
