#include "source.h"

#include "picture.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
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

void cis_cursor_open(cis_input input, cis_cursor *cursor) {
  *cursor = (cis_cursor){.input = input, .size = input.count};
  if (input.fd < 0) return;
  struct stat status;
  if (fstat(input.fd, &status) == 0) cursor->size = (uint64_t)status.st_size;
  else cursor->fault = CIS_UNREADABLE;
}

size_t cis_cursor_read(cis_cursor *cursor, void *bytes, size_t count) {
  uint64_t left = cursor->position < cursor->size ? cursor->size - cursor->position : 0;
  if (count > left) count = (size_t)left;
  size_t done = 0;
  if (cursor->input.fd < 0) {
    if (count > 0) memcpy(bytes, cursor->input.bytes + cursor->position, count);
    done = count;
  }
  while (done < count) {
    ssize_t part = pread(cursor->input.fd, (uint8_t *)bytes + done, count - done, (off_t)(cursor->position + done));
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) {
      cursor->fault = part < 0 ? CIS_UNREADABLE : CIS_MALFORMED;
      break;
    }
    done += (size_t)part;
  }
  cursor->position += done;
  cursor->bytes_read += done;
  return done;
}

bool cis_cursor_check(const cis_cursor *cursor, cis_status *status) {
  if (cursor->fault == CIS_OK) return true;
  cis_fail(status, cursor->fault, -1,
           cursor->fault == CIS_UNREADABLE ? CIS_REFUSED : "the file was cut off while it was being read");
  return false;
}
