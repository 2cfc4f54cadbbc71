/*
 * Rows in and rows out of libjpeg-turbo, libpng, libwebp and libheif, and their colours through Little CMS.
 *
 * libjpeg-turbo and libpng report errors by longjmp. Every function below that calls them and can fail arms one setjmp
 * itself, after which none of its local variables changes. An error becomes `false` (or NULL) and a cis_status. After a
 * failure a reader may only be queried and closed.
 *
 * Pixels are RGBA, 8 bits a channel, straight alpha, without padding between rows.
 */
#ifndef CIMAGEIO_H
#define CIMAGEIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  CIS_OK,
  CIS_UNREADABLE,  /* the system refused to read the file */
  CIS_MALFORMED,   /* the bytes violate the format */
  CIS_UNSUPPORTED, /* a kind of the format that the library does not decode */
  CIS_TOO_COSTLY,  /* decoding would cost more than any photo needs */
  CIS_NO_MEMORY,
} cis_code;

/* An error, in the library's words, and the byte at which the library stood (-1 if that is meaningless). */
typedef struct {
  cis_code code;
  int64_t offset;
  char message[224];
} cis_status;

/* An encoded picture: an open file from its start on, or, if `fd` is -1, bytes in memory. Never owned. */
typedef struct {
  int fd;
  const uint8_t *bytes;
  size_t count;
} cis_input;

/* The progress of reading, and complaints, which are NULL if there are none, and valid until the reader is closed. */
typedef struct {
  uint64_t bytes_read;       /* all of the bytes in memory, since they were read before */
  const char *first_warning; /* about the pixels, with its place */
  const char *first_note;    /* about anything else */
} cis_progress;

typedef struct {
  uint8_t *bytes;
  size_t count;
} cis_bytes;

void cis_bytes_free(cis_bytes bytes);

/* Makes memory that the libraries free leave the process at once, if the C library would keep it. */
void cis_return_freed_memory(void);
/* Lets the process keep freed memory, if it soon needs as much again. */
void cis_keep_freed_memory(void);
/* The settings of cis_return_freed_memory; empty if there is nothing to set. */
const char *cis_memory_setting(void);

/* The meaning of a pixel's four bytes. */
typedef enum {
  CIS_GRAY,          /* three times the same number, and alpha */
  CIS_RGB,           /* and alpha */
  CIS_CMYK,          /* cyan, magenta, yellow, black: 255 is all ink */
  CIS_CMYK_INVERTED, /* the same, as Adobe writes it: 255 is no ink */
} cis_colors;

typedef enum { CIS_CURVE_SRGB, CIS_CURVE_BT709, CIS_CURVE_POWER } cis_curve;

/* Colours as video and PNG describe them: x and y of white, red, green and blue, and the transfer curve. */
typedef struct {
  double xy[4][2];
  cis_curve curve;
  double power; /* of CIS_CURVE_POWER */
} cis_primaries;

/* Makes an ICC profile from primaries: the same bytes each time. */
bool cis_profile_make(const cis_primaries *primaries, bool is_gray, cis_bytes *out, cis_status *status);

typedef struct cis_color cis_color;

/* Makes a transform of such pixels from their ICC profile to sRGB (perceptual intent), once for any number of threads. */
cis_color *cis_color_open(const uint8_t *profile, size_t count, cis_colors colors, cis_status *status);
/* Whether the profile's colours differ from sRGB by at most one level of 255. */
bool cis_color_is_identity(const cis_color *color);
/* Converts a row; `to` becomes RGB with `from`'s alpha, or opaque if `from` is CMYK. */
void cis_color_convert(const cis_color *color, const uint8_t *from, uint8_t *to, uint32_t pixels);
void cis_color_close(cis_color *color);

typedef enum { CIS_TAG_NONE /* sRGB */, CIS_TAG_PROFILE, CIS_TAG_PRIMARIES, CIS_TAG_UNUSABLE } cis_tag_kind;

/* The colours that a file states. */
typedef struct {
  cis_tag_kind kind;
  const uint8_t *profile; /* ICC; valid until the reader is closed */
  size_t profile_count;
  cis_primaries primaries;
} cis_tag;

/* Reading: JPEG by libjpeg-turbo and PNG by libpng; WebP, and HEIF with AVIF, each by a library that the package can be built
   without. */

typedef enum {
  CIS_JPEG,
  CIS_JPEG_HEADER, /* a JPEG without its EXIF and profile, which are not copied */
  CIS_PNG,
  CIS_WEBP, /* one frame: the chunk VP8 or VP8L, perhaps with ALPH before it */
  CIS_HEIC, /* HEIF whose picture is coded as HEVC: the primary image */
  CIS_AVIF, /* HEIF whose picture is coded as AV1: the same */
  CIS_HEIF_THUMBNAIL, /* the smallest picture that the file has of its primary image */
} cis_format;

typedef struct cis_picture cis_picture;

typedef struct {
  uint32_t width, height;
  bool has_alpha;
  bool has_thumbnail;
  bool has_gain_map, has_depth_map; /* of HEIF, as pictures beside this one */
  bool in_passes; /* whether it comes from coarse to fine: a progressive JPEG, an interlaced PNG */
  cis_colors colors; /* of HEIF, CIS_GRAY once decoding has started */
  cis_tag tag;
  const uint8_t *exif; /* a TIFF structure, or NULL; like the next, valid until the picture is closed */
  size_t exif_count;
  const uint8_t *xmp; /* of HEIF alone */
  size_t xmp_count;
} cis_picture_info;

/* The scans of a progressive JPEG that are read: all until no later one would show at this size; those of the DC coefficients
   until they are known, if not to the last bit; or all. */
typedef enum { CIS_SCANS_NEEDED, CIS_SCANS_FIRST, CIS_SCANS_ALL } cis_scans;

/* A part of a picture, and how it is read. */
typedef struct {
  uint32_t left, top, width, height; /* in the picture's pixels; in those of a JPEG at its scale */
  uint32_t side;                     /* of boxes of pixels, whole ones except the last; 1 for JPEG */
  uint32_t eighths;                  /* the scale of a JPEG */
  cis_scans scans;                   /* of a JPEG */
  bool keeps_cmyk; /* whether rows of a CMYK picture are CMYK; otherwise they are RGB by a simple rule */
} cis_part;

bool cis_can_read(cis_format format);
/* Reads the header of the picture in these bytes of the input. */
cis_picture *cis_picture_open(cis_format format, cis_input input, uint64_t offset, uint64_t count, cis_status *status);
const cis_picture_info *cis_picture_describe(const cis_picture *picture);
/* Puts the picture on a canvas whose other pixels are transparent; false if it does not lie within. */
bool cis_picture_place(cis_picture *picture, uint32_t left, uint32_t top, uint32_t width, uint32_t height);
/* The bytes that decoding the part holds besides a few rows. */
uint64_t cis_picture_cost(const cis_picture *picture, cis_part part);
/* Starts decoding; a part may be widened. If the library can shrink, rows are the means of boxes and the part's `side` stays;
   otherwise `side` becomes 1. */
bool cis_picture_start(cis_picture *picture, cis_part *part, cis_status *status);
/* Reads the next row of the part. */
bool cis_picture_read_row(cis_picture *picture, uint8_t *row, cis_status *status);
/* Reads the rest of the file after the last row to find damage, if the library can. */
bool cis_picture_finish(cis_picture *picture, cis_status *status);
cis_progress cis_picture_progress(const cis_picture *picture);
void cis_picture_close(cis_picture *picture);

/* Writing: whole pictures, into memory that cis_bytes_free frees. */

/* The metadata beside the pixels; NULL for none. */
typedef struct {
  const uint8_t *exif;               /* a TIFF structure */
  size_t exif_count;
  const uint8_t *xmp;                /* a packet */
  size_t xmp_count;
  const uint8_t *profile;            /* ICC */
  size_t profile_count;
} cis_metadata;

/* What is written, if the format supports it. */
typedef struct {
  uint32_t width, height;
  bool lossless;               /* of WebP, HEIC and AVIF */
  int quality;                 /* 1 to 100, of lossy pictures */
  int effort;                  /* of PNG: zlib's level, 0 to 9; of WebP: libwebp's method, 0 (quick) to 6 (small); of HEIC and
                                  AVIF: the encoder's speed, 0 (small) to 9 (quick) */
  int luma_columns, luma_rows; /* luma samples for each chroma sample of a JPEG: 1×1, 2×1 or 2×2 */
  unsigned restart_interval;   /* MCUs of a JPEG between restart markers; 0 for none */
  bool in_passes;              /* a progressive JPEG, an interlaced PNG */
  bool keeps_alpha;
  cis_metadata metadata;       /* of a JPEG, EXIF and XMP of at most one marker each; of WebP none, callers add chunks */
} cis_target;

/* Writes CIS_JPEG, CIS_PNG, CIS_WEBP (the simple file format, or, with alpha of a lossy picture, the extended one),
   CIS_HEIC or CIS_AVIF. */
bool cis_picture_write(cis_format format, cis_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status);

/* The reason why this build cannot write the format, or NULL if it can. */
const char *cis_cannot_write(cis_format format);

unsigned cis_color_version(void); /* 2140 is 2.14 */
/* NULL if the build has no such library. */
const char *cis_picture_version(cis_format format);

/* Tags of the AprilTag family tagStandard52h13, which mark photos: found in pictures, by a library that the package can be built
   without. */

/* The modules of a tag, ten in each of ten rows. */
enum { CIS_TAG_MODULES = 100 };

/* A tag in a picture. */
typedef struct {
  uint32_t number;
  float margin; /* how far the luminance of a bit lies from the threshold, on average: 0 to 255 */
  /* x and y of the corners of its light ring, which is six modules wide: left bottom, right bottom, right top, left top of the tag
     as it is drawn. The centre of the first pixel is at 0.5, 0.5. */
  float corners[4][2];
} cis_sighting;

typedef struct cis_tags cis_tags;

bool cis_can_find_tags(void);
/* Makes a finder, and makes the process keep freed memory; NULL if there is no memory, or no library. */
cis_tags *cis_tags_open(void);
/* Finds at most `capacity` tags in a grey picture without padding between rows, and returns their number. Several threads may
   find at once. */
size_t cis_tags_find(
  const cis_tags *tags, const uint8_t *gray, uint32_t width, uint32_t height, cis_sighting *found, size_t capacity);
void cis_tags_close(cis_tags *tags);
/* The modules of a tag, row by row from the top left: whether each is light. False if the family has no such tag. */
bool cis_tag_modules(uint32_t number, bool light[CIS_TAG_MODULES]);

#endif
