/*
 * Rows in and rows out of libjpeg-turbo, libpng, libwebp and libheif, and their colours through Little CMS.
 *
 * libjpeg-turbo and libpng report errors by longjmp. Every function below that calls them and can fail arms one setjmp
 * of its own and keeps all state on the heap. An error becomes `false` (or NULL) and a cis_status. After a failure a
 * reader may only be queried and closed.
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

/* An encoded picture: an open file from its start on, or, where `fd` is -1, bytes in memory. Never owned. */
typedef struct {
  int fd;
  const uint8_t *bytes;
  size_t count;
} cis_input;

/* The progress of reading. */
typedef struct {
  uint64_t bytes_read;
  uint32_t warnings;
  int64_t first_warning_offset;
  const char *first_warning; /* about the pixels; valid until the reader is closed */
  const char *first_note;    /* about anything else, or NULL; valid until the reader is closed */
} cis_progress;

typedef struct {
  uint8_t *bytes;
  size_t count;
} cis_bytes;

void cis_bytes_free(cis_bytes bytes);

/* Lets memory that the libraries free leave the process at once, where the C library would keep it. */
void cis_return_freed_memory(void);
/* The settings that it makes; empty where there is nothing to set. */
const char *cis_memory_setting(void);

/* Colours */

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

/* Makes an ICC profile of primaries: the same bytes each time. */
bool cis_profile_make(const cis_primaries *primaries, bool is_gray, cis_bytes *out, cis_status *status);

typedef struct cis_color cis_color;

/* Makes a transform of such pixels from their ICC profile to sRGB (perceptual intent), once for any number of threads. */
cis_color *cis_color_open(const uint8_t *profile, size_t count, cis_colors colors, cis_status *status);
/* Whether the profile's colours differ from sRGB by at most one level of 255. */
bool cis_color_is_identity(const cis_color *color);
/* Converts a row; `to` becomes RGB with `from`'s alpha, or opaque where `from` is CMYK. */
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

/* JPEG */

typedef struct cis_jpeg_reader cis_jpeg_reader;

typedef struct {
  uint32_t width, height;
  bool progressive;
  cis_colors colors;
  uint64_t marker_bytes; /* held of the markers APP1 and APP2 */
  const uint8_t *exif;   /* the TIFF structure within APP1; valid until the reader is closed */
  size_t exif_count;
} cis_jpeg_info;

/* The scans of a progressive picture that are read: those of the DC coefficients until they are known, if not to the last
   bit; all until no later one would show at this size; or all. */
typedef enum { CIS_SCANS_FIRST, CIS_SCANS_NEEDED, CIS_SCANS_ALL } cis_scans;

/* The wanted part of the picture, scaled to `eighths` eighths: `columns` columns from `first_column` on. Starting widens it
   to whole blocks, and writes back the new columns. */
typedef struct {
  unsigned eighths;
  bool fancy_upsampling;
  bool keeps_cmyk; /* rows of a CMYK picture are CMYK; otherwise they are RGB by a simple rule */
  cis_scans scans;
  uint32_t first_column, columns;
} cis_jpeg_section;

/* Reads the header. Without its markers, a reader has neither EXIF nor profile, and does not copy them. */
cis_jpeg_reader *cis_jpeg_open(cis_input input, bool keeps_markers, cis_status *status);
void cis_jpeg_describe(const cis_jpeg_reader *reader, cis_jpeg_info *info);
/* The bytes of coefficients that the library holds of a file of several scans, at any scale; 0 for one scan. */
uint64_t cis_jpeg_held_bytes(cis_jpeg_reader *reader);
/* Gives the ICC profile of the APP2 markers, or no bytes; a broken one becomes a note. */
bool cis_jpeg_read_profile(cis_jpeg_reader *reader, cis_bytes *out, cis_status *status);
bool cis_jpeg_start(cis_jpeg_reader *reader, cis_jpeg_section *section, cis_status *status);
bool cis_jpeg_skip_rows(cis_jpeg_reader *reader, uint32_t rows, cis_status *status);
/* Reads one row of section->columns pixels. */
bool cis_jpeg_read_row(cis_jpeg_reader *reader, uint8_t *row, cis_status *status);
/* Reads the rest of the file, for the warnings. */
bool cis_jpeg_finish(cis_jpeg_reader *reader, cis_status *status);
cis_progress cis_jpeg_progress(const cis_jpeg_reader *reader);
void cis_jpeg_close(cis_jpeg_reader *reader);

/* PNG by libpng, and WebP, and HEIF with AVIF, each by a library that the package can be built without. */

typedef enum {
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
  bool interlaced;
  cis_colors colors;
  cis_tag tag;
  const uint8_t *exif; /* a TIFF structure, or NULL; like the next, valid until the picture is closed */
  size_t exif_count;
  const uint8_t *xmp;
  size_t xmp_count;
} cis_picture_info;

/* A part of a picture, in its pixels: boxes of `side`, whole ones but for the last. */
typedef struct {
  uint32_t left, top, width, height, side;
} cis_part;

/* Whether this build has the library. */
bool cis_can_read(cis_format format);
/* Reads the header of the picture in these bytes of the input. */
cis_picture *cis_picture_open(cis_format format, cis_input input, uint64_t offset, uint64_t count, cis_status *status);
const cis_picture_info *cis_picture_describe(const cis_picture *picture);
/* Puts the picture on a canvas whose other pixels are transparent; false if it does not lie within. */
bool cis_picture_place(cis_picture *picture, uint32_t left, uint32_t top, uint32_t width, uint32_t height);
/* The bytes that decoding the part holds beside a row. */
uint64_t cis_picture_cost(const cis_picture *picture, cis_part part);
/* Starts decoding; a part may be widened. If the library can shrink, rows are the means of boxes and the part's `side` stays;
   otherwise `side` becomes 1. */
bool cis_picture_start(cis_picture *picture, cis_part *part, cis_status *status);
/* Reads the next row of the part. */
bool cis_picture_read_row(cis_picture *picture, uint8_t *row, cis_status *status);
/* Reads the rest of the file behind the last row to find damage, if the library can. */
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

typedef struct {
  uint32_t width, height;
  int quality;                       /* 1 to 100 */
  int luma_columns, luma_rows;       /* luma samples for each chroma sample: 1×1, 2×1 or 2×2 */
  bool progressive;
  cis_metadata metadata;             /* EXIF and XMP of at most one marker each */
} cis_jpeg_target;

bool cis_jpeg_write(cis_jpeg_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status);

typedef struct {
  uint32_t width, height;
  int compression;                   /* zlib's level, 0 to 9 */
  bool keeps_alpha;
  bool interlaced;
  cis_metadata metadata;
} cis_png_target;

bool cis_png_write(cis_png_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status);

typedef struct {
  uint32_t width, height;
  bool lossless;
  int quality;                       /* 1 to 100, of lossy pictures */
  int effort;                        /* the library's method, 0 (quick) to 6 (small) */
  bool keeps_alpha;
} cis_webp_target;

/* Writes the simple file format, or, with alpha of a lossy picture, the extended one; callers add chunks of metadata. */
bool cis_webp_write(cis_webp_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status);

typedef struct {
  uint32_t width, height;
  bool lossless;
  int quality;                       /* 1 to 100, of lossy pictures */
  int speed;                         /* of the encoder, 0 (small) to 9 (quick) */
  bool keeps_alpha;
  cis_metadata metadata;
} cis_avif_target;

bool cis_avif_write(cis_avif_target target, const uint8_t *rgba, cis_bytes *out, cis_status *status);

/* The reason why this build cannot write CIS_WEBP or CIS_AVIF, or NULL if it can. */
const char *cis_cannot_write(cis_format format);

/* Versions of the libraries this was compiled against. */
const char *cis_jpeg_version(void);
unsigned cis_color_version(void); /* 2140 is 2.14 */
/* NULL if the build has no such library. */
const char *cis_picture_version(cis_format format);

#endif
