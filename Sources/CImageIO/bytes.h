/* Encoded bytes that grow. Private to this target. */
#ifndef CIS_BYTES_H
#define CIS_BYTES_H

#include "cimageio.h"

typedef struct {
  cis_bytes out;
  size_t capacity;
  bool is_short; /* of memory: something is missing */
} cis_growing;

/* Appends bytes; false, then and ever after, where there is no memory. */
bool cis_append(cis_growing *growing, const void *bytes, size_t count);

#endif
