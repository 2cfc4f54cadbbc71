#include "bytes.h"

#include <stdlib.h>
#include <string.h>

bool cis_append(cis_growing *growing, const void *bytes, size_t count) {
  cis_bytes *out = &growing->out;
  if (growing->is_short || count > SIZE_MAX / 2 - out->count) {
    growing->is_short = true;
    return false;
  }
  if (out->count + count > growing->capacity) {
    size_t capacity = (out->count + count) * 2;
    uint8_t *grown = realloc(out->bytes, capacity);
    if (grown == NULL) {
      growing->is_short = true;
      return false;
    }
    out->bytes = grown;
    growing->capacity = capacity;
  }
  if (count > 0) memcpy(out->bytes + out->count, bytes, count);
  out->count += count;
  return true;
}

void cis_bytes_free(cis_bytes bytes) { free(bytes.bytes); }
