/* Sources of encoded bytes: a file in pieces, or memory. Private to this target. */
#ifndef CIS_SOURCE_H
#define CIS_SOURCE_H

#include "cimageio.h"

#define CIS_PIECE 65536
#define CIS_REFUSED "the system could not read it"

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
  cis_code fault; /* CIS_UNREADABLE once the system has refused, CIS_MALFORMED once the file was found to be cut off */
} cis_cursor;

/* Starts at the input's beginning. */
void cis_cursor_open(cis_input input, cis_cursor *cursor);
/* Reads up to `count` bytes and moves behind them; fewer at the end, or at a fault. */
size_t cis_cursor_read(cis_cursor *cursor, void *bytes, size_t count);
/* False, and a status that says so, if there was a fault. */
bool cis_cursor_check(const cis_cursor *cursor, cis_status *status);

#endif
