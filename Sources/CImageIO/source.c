#include "source.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

long cis_source_next(cis_source *source, const uint8_t **bytes) {
  if (source->input.fd < 0) {
    if (source->position >= source->input.count) return 0;
    size_t left = source->input.count - (size_t)source->position;
    *bytes = source->input.bytes + source->position;
    source->position += left;
    source->bytes_read += left;
    return (long)left;
  }
  ssize_t count;
  do {
    count = pread(source->input.fd, source->piece, CIS_PIECE, (off_t)source->position);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return -1;
  *bytes = source->piece;
  source->position += (uint64_t)count;
  source->bytes_read += (uint64_t)count;
  return (long)count;
}

void cis_source_skip(cis_source *source, uint64_t count) {
  source->position += count;
}

void cis_fail(cis_status *status, cis_code code, int64_t offset, const char *message) {
  if (status->code != CIS_OK) return;
  status->code = code;
  status->offset = offset;
  snprintf(status->message, sizeof status->message, "%s", message);
}
