#include "cimageio.h"

#include <limits.h>
#include <stdlib.h>

#ifdef CIS_HAS_WATCH

#include <apriltag/apriltag.h>
#include <apriltag/tagStandard52h13.h>

/* This many of a tag's 52 bits are corrected. The table of corrections takes 124 MB for one bit and 6 GB for two. */
enum { CORRECTED_BITS = 1, LEAST_SIDE = 8 };

struct cis_tags {
  apriltag_family_t *family;
};

bool cis_can_find_tags(void) { return true; }

/* A detector without its own threads: those of version 3.3 may begin a task before it is stored, and then run whatever lies in its
   place. */
static apriltag_detector_t *make_detector(apriltag_family_t *family) {
  apriltag_detector_t *detector = apriltag_detector_create();
  detector->quad_decimate = 1;
  detector->nthreads = 1;
  apriltag_detector_add_family_bits(detector, family, CORRECTED_BITS);
  return detector;
}

/* A picture without tags: the library crashes when a detector that has not looked at any is destroyed. */
static const uint8_t blank[LEAST_SIDE * LEAST_SIDE];

cis_tags *cis_tags_open(void) {
  cis_tags *tags = calloc(1, sizeof *tags);
  if (!tags) return NULL;
  /* The library takes and frees megabytes for each picture, which the system would otherwise clear each time. */
  cis_keep_freed_memory();
  tags->family = tagStandard52h13_create();
  /* The first detector makes the corrections. */
  cis_tags_find(tags, blank, LEAST_SIDE, LEAST_SIDE, NULL, 0);
  if (tags->family->impl) return tags;
  tagStandard52h13_destroy(tags->family);
  free(tags);
  return NULL;
}

size_t cis_tags_find(
  const cis_tags *tags, const uint8_t *gray, uint32_t width, uint32_t height, cis_sighting *found, size_t capacity
) {
  /* No tag is smaller than its modules, and the library reads beyond a picture that has fewer lines than its tiles. */
  if (width < LEAST_SIDE || height < LEAST_SIDE || width > INT_MAX || height > INT_MAX) return 0;
  /* The library only reads the picture. */
  image_u8_t image = {.width = (int)width, .height = (int)height, .stride = (int)width, .buf = (uint8_t *)gray};
  apriltag_detector_t *detector = make_detector(tags->family);
  zarray_t *detections = apriltag_detector_detect(detector, &image);
  size_t count = 0;
  for (int i = 0; i < zarray_size(detections) && count < capacity; i++) {
    apriltag_detection_t *detection;
    zarray_get(detections, i, &detection);
    cis_sighting *tag = &found[count++];
    tag->number = (uint32_t)detection->id;
    tag->margin = detection->decision_margin;
    for (int corner = 0; corner < 4; corner++) {
      tag->corners[corner][0] = (float)detection->p[corner][0];
      tag->corners[corner][1] = (float)detection->p[corner][1];
    }
  }
  apriltag_detections_destroy(detections);
  /* The library destroys the corrections of a detector's families with it. */
  zarray_clear(detector->tag_families);
  apriltag_detector_destroy(detector);
  return count;
}

void cis_tags_close(cis_tags *tags) {
  if (!tags) return;
  image_u8_t image = {.width = LEAST_SIDE, .height = LEAST_SIDE, .stride = LEAST_SIDE, .buf = (uint8_t *)blank};
  apriltag_detector_t *detector = make_detector(tags->family);
  apriltag_detections_destroy(apriltag_detector_detect(detector, &image));
  /* The corrections go with it. */
  apriltag_detector_destroy(detector);
  tagStandard52h13_destroy(tags->family);
  free(tags);
}

/* Not the library's own function, whose picture Debian's build has no function to free. */
bool cis_tag_modules(uint32_t number, bool light[CIS_TAG_MODULES]) {
  apriltag_family_t *family = tagStandard52h13_create();
  bool is_known = number < family->ncodes && family->total_width * family->total_width == CIS_TAG_MODULES;
  if (is_known) {
    int side = family->total_width;
    int start = (side - family->width_at_border) / 2, end = side - start - 1;
    /* A light ring lies within a dark one; bits lie on both sides of them. */
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        bool is_within = x >= start && x <= end && y >= start && y <= end;
        light[y * side + x] = is_within && (x == start || x == end || y == start || y == end);
      }
    }
    for (uint32_t bit = 0; bit < family->nbits; bit++) {
      int x = (int)family->bit_x[bit] + start, y = (int)family->bit_y[bit] + start;
      light[y * side + x] = family->codes[number] >> (family->nbits - bit - 1) & 1;
    }
  }
  tagStandard52h13_destroy(family);
  return is_known;
}

#else

bool cis_can_find_tags(void) { return false; }

cis_tags *cis_tags_open(void) { return NULL; }

size_t cis_tags_find(
  const cis_tags *tags, const uint8_t *gray, uint32_t width, uint32_t height, cis_sighting *found, size_t capacity
) {
  return 0;
}

void cis_tags_close(cis_tags *tags) {}

bool cis_tag_modules(uint32_t number, bool light[CIS_TAG_MODULES]) { return false; }

#endif
