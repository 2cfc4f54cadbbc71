/* The common parts of the reader of PNG, and of the readers and writers of WebP and HEIF. Private to this target. */
#ifndef CIS_PICTURE_H
#define CIS_PICTURE_H

#include "report.h"

/* The first part of a reader, which fills in the functions, the description, and its findings in `report`. */
struct cis_picture {
  cis_picture_info info;
  cis_report report;
  uint64_t (*cost)(const cis_picture *, cis_part);
  bool (*start)(cis_picture *, cis_part *, cis_status *);
  bool (*read_row)(cis_picture *, uint8_t *row, cis_status *);
  bool (*finish)(cis_picture *, cis_status *); /* NULL if nothing is left to read */
  void (*close)(cis_picture *);
  cis_part frame; /* the picture's place on a larger canvas; without width if there is none */
  uint32_t canvas_row;
};

/* Reads the picture's header; `offset` and `count` place the picture for a library that does not find it by itself. */
typedef cis_picture *cis_picture_opener(cis_format format, cis_input input, uint64_t offset, uint64_t count,
                                        cis_status *status);

cis_picture_opener cis_png_open;
const char *cis_png_version(void);
/* A build has only those functions below whose macro is defined. */
cis_picture_opener cis_webp_open, cis_heif_open;
const char *cis_webp_version(void);
const char *cis_heif_version(void);
bool cis_avif_has_encoder(void);

/* Whether this build cannot write the format; the status then gives the reason. */
bool cis_refuses_to_write(cis_format format, cis_status *status);

/* Divides premultiplied colours by alpha. */
void cis_unpremultiply(uint8_t *row, uint32_t pixels);

#endif
