#include "jpeg_memory.h"
#include "scratch.h"

#include <jerror.h>

/* Vector code works on this many samples at a time, up to the end of the last ones. */
#define SAMPLES_AT_ONCE 64

struct cis_jpeg_block {
  _Alignas(64) cis_jpeg_block *next;
};

/* The library never looks inside; it only hands it back. */
struct jvirt_barray_control {
  JBLOCKARRAY rows; /* NULL until it asks for some */
  int number, pool;
  JDIMENSION columns, count;
};

static cis_jpeg_memory *memory_of(j_common_ptr jpeg) { return jpeg->client_data; }

static void *alloc_block(j_common_ptr jpeg, int pool, size_t bytes) {
  cis_jpeg_memory *memory = memory_of(jpeg);
  cis_jpeg_block *block = cis_scratch_new(sizeof *block + bytes);
  if (block == NULL) ERREXIT1(jpeg, JERR_OUT_OF_MEMORY, 0);
  block->next = memory->blocks[pool];
  memory->blocks[pool] = block;
  return block + 1;
}

static void *alloc_large(j_common_ptr jpeg, int pool, size_t bytes) {
  return bytes < CIS_MAPPED ? memory_of(jpeg)->library.alloc_large(jpeg, pool, bytes)
                            : alloc_block(jpeg, pool, bytes);
}

static JSAMPARRAY alloc_sarray(j_common_ptr jpeg, int pool, JDIMENSION columns, JDIMENSION rows) {
  size_t step = ((size_t)columns + SAMPLES_AT_ONCE - 1) / SAMPLES_AT_ONCE * SAMPLES_AT_ONCE;
  if (step * rows < CIS_MAPPED) return memory_of(jpeg)->library.alloc_sarray(jpeg, pool, columns, rows);
  JSAMPARRAY array = jpeg->mem->alloc_small(jpeg, pool, rows * sizeof *array);
  JSAMPROW samples = alloc_block(jpeg, pool, step * rows);
  for (JDIMENSION row = 0; row < rows; row++) array[row] = samples + row * step;
  return array;
}

static JBLOCKARRAY alloc_barray(j_common_ptr jpeg, int pool, JDIMENSION columns, JDIMENSION rows) {
  JBLOCKARRAY array = jpeg->mem->alloc_small(jpeg, pool, rows * sizeof *array);
  JBLOCKROW blocks = alloc_block(jpeg, pool, (size_t)columns * rows * sizeof *blocks);
  for (JDIMENSION row = 0; row < rows; row++) array[row] = blocks + (size_t)row * columns;
  return array;
}

/* The library waits until it knows all arrays, to see which of them fit; here all fit, or memory runs out. */
static jvirt_barray_ptr request_virt_barray(j_common_ptr jpeg, int pool, boolean zeroed, JDIMENSION columns,
                                            JDIMENSION rows, JDIMENSION rows_at_once) {
  (void)zeroed; /* memory from scratch.h always is */
  (void)rows_at_once;
  jvirt_barray_ptr array = jpeg->mem->alloc_small(jpeg, pool, sizeof *array);
  *array = (struct jvirt_barray_control){
    .number = memory_of(jpeg)->arrays_count++, .pool = pool, .columns = columns, .count = rows};
  return array;
}

static JBLOCKARRAY access_virt_barray(j_common_ptr jpeg, jvirt_barray_ptr array, JDIMENSION first, JDIMENSION count,
                                      boolean writable) {
  (void)writable;
  cis_jpeg_memory *memory = memory_of(jpeg);
  if (first > array->count || count > array->count - first) ERREXIT(jpeg, JERR_BAD_VIRTUAL_ACCESS);
  if (memory->coefficient_rows != NULL) return memory->coefficient_rows(jpeg, array->number, first, count);
  if (array->rows == NULL) array->rows = alloc_barray(jpeg, array->pool, array->columns, array->count);
  return array->rows + first;
}

void *cis_jpeg_zeros(j_common_ptr jpeg, size_t bytes) { return alloc_block(jpeg, JPOOL_IMAGE, bytes); }

static void free_blocks(j_common_ptr jpeg, int pool) {
  cis_jpeg_memory *memory = memory_of(jpeg);
  cis_jpeg_block *block = memory->blocks[pool];
  memory->blocks[pool] = NULL;
  while (block != NULL) {
    cis_jpeg_block *next = block->next;
    cis_scratch_free(block);
    block = next;
  }
}

static void free_pool(j_common_ptr jpeg, int pool) {
  free_blocks(jpeg, pool);
  memory_of(jpeg)->library.free_pool(jpeg, pool);
}

static void self_destruct(j_common_ptr jpeg) {
  for (int pool = 0; pool < JPOOL_NUMPOOLS; pool++) free_blocks(jpeg, pool);
  memory_of(jpeg)->library.self_destruct(jpeg);
}

void cis_jpeg_use_scratch(j_common_ptr jpeg, cis_jpeg_memory *memory) {
  struct jpeg_memory_mgr *manager = jpeg->mem;
  memory->library = *manager;
  manager->alloc_large = alloc_large;
  manager->alloc_sarray = alloc_sarray;
  manager->alloc_barray = alloc_barray;
  manager->request_virt_barray = request_virt_barray;
  manager->access_virt_barray = access_virt_barray;
  manager->free_pool = free_pool;
  manager->self_destruct = self_destruct;
}
