#include "picture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
  return cis_fail(status, cursor->fault, -1,
                  cursor->fault == CIS_UNREADABLE ? CIS_REFUSED : "the file was cut off while it was being read");
}

bool cis_append(cis_growing *growing, const void *bytes, size_t count) {
  cis_bytes *out = &growing->out;
  growing->is_short = growing->is_short || count > SIZE_MAX / 2 - out->count;
  if (!growing->is_short && out->count + count > growing->capacity) {
    size_t capacity = (out->count + count) * 2;
    uint8_t *grown = realloc(out->bytes, capacity);
    growing->is_short = grown == NULL;
    if (grown != NULL) {
      out->bytes = grown;
      growing->capacity = capacity;
    }
  }
  if (growing->is_short) return false;
  if (count > 0) memcpy(out->bytes + out->count, bytes, count);
  out->count += count;
  return true;
}

void cis_bytes_free(cis_bytes bytes) { free(bytes.bytes); }

#ifdef __GLIBC__
#include <limits.h>
#include <malloc.h>

/* Blocks of this size and larger are mapped, and leave the process when they are freed; smaller ones are many, and soon used
   again. Left alone, glibc raises the threshold to the size of the blocks that are freed. */
#define LARGEST_KEPT 65536
/* The largest value that glibc accepts for the first threshold. */
#define LARGEST_MAPPED (32 << 20)

void cis_return_freed_memory(void) {
  mallopt(M_MMAP_THRESHOLD, LARGEST_KEPT);
  mallopt(M_TRIM_THRESHOLD, LARGEST_KEPT);
}

void cis_keep_freed_memory(void) {
  mallopt(M_MMAP_THRESHOLD, LARGEST_MAPPED);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

const char *cis_memory_setting(void) {
  return "M_MMAP_THRESHOLD=" CIS_TEXT(LARGEST_KEPT) " M_TRIM_THRESHOLD=" CIS_TEXT(LARGEST_KEPT);
}

#else
void cis_return_freed_memory(void) {}
void cis_keep_freed_memory(void) {}
const char *cis_memory_setting(void) { return ""; }
#endif
