#include "scratch.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Blocks of this size and larger get large pages from the system; clearing small ones takes as long as decoding. */
#define LARGE ((size_t)4 << 20)

/* The header before each block. */
typedef struct {
  _Alignas(64) size_t bytes; /* of header and block */
} header;

static header *header_of(void *block) { return (header *)block - 1; }

static bool is_mapped(size_t bytes) { return bytes >= CIS_MAPPED; }

static void *mapped(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
  if (bytes >= LARGE) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
}

static void *allocated(size_t bytes) {
  void *memory = NULL;
  if (posix_memalign(&memory, sizeof(header), bytes) != 0) return NULL;
  return memset(memory, 0, bytes);
}

void *cis_scratch_new(size_t bytes) {
  if (bytes > SIZE_MAX - sizeof(header)) return NULL;
  bytes += sizeof(header);
  header *header = is_mapped(bytes) ? mapped(bytes) : allocated(bytes);
  if (header == NULL) return NULL;
  header->bytes = bytes;
  return header + 1;
}

void *cis_scratch_resize(void *block, size_t bytes) {
  void *other = cis_scratch_new(bytes);
  if (other == NULL || block == NULL) return other;
  size_t held = header_of(block)->bytes - sizeof(header);
  memcpy(other, block, held < bytes ? held : bytes);
  cis_scratch_free(block);
  return other;
}

void cis_scratch_free(void *block) {
  if (block == NULL) return;
  header *header = header_of(block);
  if (is_mapped(header->bytes)) munmap(header, header->bytes);
  else free(header);
}
