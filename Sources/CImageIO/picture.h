/* What the readers and writers of WebP, HEIF and TIFF have in common. Private to this target. */
#ifndef CIS_PICTURE_H
#define CIS_PICTURE_H

#include "cimageio.h"

/* A reader begins with it, and fills in the functions, the description, and in `progress` what it has met. */
struct cis_picture {
  cis_picture_info info;
  cis_progress progress;
  uint64_t (*cost)(const cis_picture *, cis_part);
  bool (*start)(cis_picture *, cis_part *, cis_status *);
  bool (*read_row)(cis_picture *, uint8_t *row, cis_status *);
  void (*close)(cis_picture *);
  cis_part frame; /* where the picture lies on a larger canvas; without width where it lies on none */
  uint32_t canvas_row;
  char first_warning[200], first_note[200];
};

/* Of these, a build has those whose macro is defined. */
cis_picture *cis_webp_open(cis_input input, uint64_t offset, uint64_t count, cis_status *status);
cis_picture *cis_heif_open(cis_format format, cis_input input, cis_status *status);
cis_picture *cis_tiff_open(cis_input input, cis_status *status);
bool cis_webp_encode(cis_webp_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status);
bool cis_avif_encode(cis_avif_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status);
bool cis_avif_has_encoder(void);
const char *cis_webp_version(void);
const char *cis_heif_version(void);
const char *cis_tiff_version(void);

/* Take note of what is wrong with pixels, and with anything else; the first counts. */
void cis_warn(cis_picture *picture, int64_t offset, const char *message);
void cis_note(cis_picture *picture, const char *message);

/* Divides colours by alpha, where they were multiplied by it. */
void cis_unpremultiply(uint8_t *row, uint32_t pixels);

#endif
