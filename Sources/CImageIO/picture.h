/* What the readers of PNG, and the readers and writers of WebP, HEIF and TIFF, have in common. Private to this target. */
#ifndef CIS_PICTURE_H
#define CIS_PICTURE_H

#include "report.h"

/* A reader begins with it, and fills in the functions, the description, and in `report` what it has met. */
struct cis_picture {
  cis_picture_info info;
  cis_report report;
  uint64_t (*cost)(const cis_picture *, cis_part);
  bool (*start)(cis_picture *, cis_part *, cis_status *);
  bool (*read_row)(cis_picture *, uint8_t *row, cis_status *);
  bool (*finish)(cis_picture *, cis_status *); /* NULL where nothing is left to read */
  void (*close)(cis_picture *);
  cis_part frame; /* where the picture lies on a larger canvas; without width where it lies on none */
  uint32_t canvas_row;
};

/* Reads the header of the picture in `count` bytes from `offset` on, where the library does not find it by itself. */
typedef cis_picture *cis_picture_opener(cis_format format, cis_input input, uint64_t offset, uint64_t count,
                                        cis_status *status);

cis_picture_opener cis_png_open;
const char *cis_png_version(void);
/* Of these, a build has those whose macro is defined. */
cis_picture_opener cis_webp_open, cis_heif_open, cis_tiff_open;
const char *cis_webp_version(void);
const char *cis_heif_version(void);
const char *cis_tiff_version(void);
bool cis_avif_has_encoder(void);

/* Says so in the status where this build does not write the format. */
bool cis_refuses_to_write(cis_format format, cis_status *status);

/* Divides colours by alpha, where they were multiplied by it. */
void cis_unpremultiply(uint8_t *row, uint32_t pixels);

#endif
