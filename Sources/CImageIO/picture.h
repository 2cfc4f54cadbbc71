/* The common parts of all readers and writers. Private to this target. */
#ifndef CIS_PICTURE_H
#define CIS_PICTURE_H

#include "cimageio.h"

/* The findings of reading, with room for the words. */
typedef struct {
  cis_progress progress;
  char first_warning[200], first_note[200];
} cis_report;

/* Record a fault of the pixels, and any other fault; the first of each counts. */
void cis_warn(cis_report *report, int64_t offset, const char *message);
void cis_note(cis_report *report, const char *message);
/* Sets a status once; a later message never hides the first. */
void cis_fail(cis_status *status, cis_code code, int64_t offset, const char *message);
/* Makes a fault of the pixels, before all others, of an error of the bytes, and clears the status; false for any other error. */
bool cis_mend(cis_report *report, cis_status *status);

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

/* Writes a whole picture. */
typedef bool cis_picture_writer(cis_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status);

/* A build has only those of the functions below whose library it has. */
cis_picture_opener cis_jpeg_open, cis_png_open, cis_webp_open, cis_heif_open;
cis_picture_writer cis_jpeg_write, cis_png_write, cis_webp_write, cis_avif_write, cis_heic_write;
const char *cis_jpeg_version(void);
const char *cis_png_version(void);
const char *cis_webp_version(void);
const char *cis_heif_version(void);
bool cis_avif_has_encoder(void);
bool cis_heic_has_encoder(void);

/* Divides premultiplied colours by alpha. */
void cis_unpremultiply(uint8_t *row, uint32_t pixels);

#endif
