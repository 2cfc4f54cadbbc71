/* Encoded bytes that grow. Private to this target. */
#ifndef CIS_BYTES_H
#define CIS_BYTES_H

#include "cimageio.h"

typedef struct {
  cis_bytes out;
  size_t capacity;
  bool is_short; /* memory ran out, and bytes are missing */
} cis_growing;

/* Appends bytes; false, then and ever after, if memory runs out. */
bool cis_append(cis_growing *growing, const void *bytes, size_t count);

#endif
