/* The common parts of all readers and writers. Private to this target. */
#ifndef CIS_PICTURE_H
#define CIS_PICTURE_H

#include "cimageio.h"

/* The value of a macro as text. */
#define CIS_TEXT_OF(token) #token
#define CIS_TEXT(macro) CIS_TEXT_OF(macro)

#define CIS_REFUSED "the system could not read it"
/* Bytes that libraries are given at a time. */
#define CIS_PIECE 65536

/* A place in an input, from which bytes are read in any order. */
typedef struct {
  cis_input input;
  uint64_t size;
  uint64_t position;
  uint64_t bytes_read;
  cis_code fault; /* CIS_UNREADABLE once the system has refused, CIS_MALFORMED once the file was found to be cut off */
} cis_cursor;

/* Starts at the input's beginning. */
void cis_cursor_open(cis_input input, cis_cursor *cursor);
/* Reads up to `count` bytes and moves past them; fewer at the end, or at a fault. */
size_t cis_cursor_read(cis_cursor *cursor, void *bytes, size_t count);
/* False, and a status that says so, if there was a fault. */
bool cis_cursor_check(const cis_cursor *cursor, cis_status *status);

/* Encoded bytes that grow. */
typedef struct {
  cis_bytes out;
  size_t capacity;
  bool is_short; /* memory ran out, and bytes are missing */
} cis_growing;

/* Appends bytes; false, then and ever after, if memory runs out. */
bool cis_append(cis_growing *growing, const void *bytes, size_t count);

/* A library as a reader and writer of a format, or the reason why this build has none. */
typedef struct {
  const char *absence;
  size_t size;          /* of a reader, which begins with a cis_picture */
  const char *shortage; /* that memory for a reader ran out, in words */
  /* Reads the header; `offset` and `count` place the picture for a library that does not find it by itself. */
  bool (*open)(cis_picture *, uint64_t offset, uint64_t count, cis_status *);
  uint64_t (*cost)(const cis_picture *, cis_part);
  bool (*start)(cis_picture *, cis_part *, cis_status *);
  bool (*read_row)(cis_picture *, uint8_t *row, cis_status *);
  bool (*finish)(cis_picture *, cis_status *); /* NULL if nothing is left to read */
  void (*close)(cis_picture *);                /* also after a failure to open; the reader itself stays the caller's */
  /* The bytes are the caller's, also after a failure. */
  bool (*write)(cis_format, cis_target, const uint8_t *rgba, cis_growing *out, cis_status *);
  const char *(*cannot_write)(cis_format); /* NULL if it always can */
  const char *(*version)(void);
} cis_codec;

extern const cis_codec cis_jpeg, cis_png, cis_webp, cis_heif;

bool cis_jpeg_write(cis_format format, cis_target target, const uint8_t *rgba, cis_growing *out, cis_status *status);
bool cis_png_write(cis_format format, cis_target target, const uint8_t *rgba, cis_growing *out, cis_status *status);
bool cis_webp_write(cis_format format, cis_target target, const uint8_t *rgba, cis_growing *out, cis_status *status);
bool cis_heif_write(cis_format format, cis_target target, const uint8_t *rgba, cis_growing *out, cis_status *status);
const char *cis_heif_cannot_write(cis_format format);

/* The first part of a reader, which fills in the description. */
struct cis_picture {
  const cis_codec *codec;
  cis_format format;
  cis_cursor cursor;
  cis_picture_info info;
  char first_warning[256], first_note[256]; /* empty if there is none */
  cis_part frame; /* the picture's place on a larger canvas; without width if there is none */
  uint32_t canvas_row;
};

/* Record a fault of the pixels, and any other fault; the first of each counts. */
void cis_warn(cis_picture *picture, int64_t offset, const char *message);
void cis_note(cis_picture *picture, const char *message);
/* Sets a status once, so that a later message never hides the first; returns false. */
bool cis_fail(cis_status *status, cis_code code, int64_t offset, const char *message);
/* Turns an error of the bytes into the first fault of the pixels, and clears the status; false for any other error. */
bool cis_mend(cis_picture *picture, cis_status *status);

/* x and y of white, red, green and blue. */
extern const double cis_srgb_xy[4][2];
/* Describes colours by the code points of ITU-T H.273, as far as 8 bits can hold them; `is_rgb` tells whether pixels are RGB of
   full range. */
void cis_describe_coding(unsigned primaries, unsigned transfer, bool is_rgb, cis_tag *tag);

#endif
