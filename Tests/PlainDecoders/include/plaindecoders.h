/* Pictures by libjpeg-turbo and libpng alone, in the fewest calls: what the decoder under test is compared with. */
#ifndef PLAINDECODERS_H
#define PLAINDECODERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Rows of RGBA, without padding, as they are stored; no picture where `rgba` is NULL. */
typedef struct {
  uint32_t width, height;
  uint8_t *rgba;
} plain_picture;

/* Neither four inks nor files that break off. */
plain_picture plain_jpeg(const char *path);
plain_picture plain_png(const char *path);
void plain_free(plain_picture picture);

/* A progressive JPEG at an eighth of its size, from its scans up to the one that tells the mean of every block. */
plain_picture plain_jpeg_means(const uint8_t *bytes, size_t count);

/* How a progressive JPEG is laid out. */
typedef struct {
  bool is_grey, is_rgb;          /* otherwise JFIF's luma and chroma */
  int luma_columns, luma_rows;   /* luma samples for each chroma sample */
  unsigned restart_interval;     /* in units of blocks, or 0 */
  bool has_means_apart;          /* whether each component's means have a scan of their own */
  int quality;
} plain_layout;

typedef struct {
  uint8_t *bytes;
  unsigned long count;
} plain_bytes;

/* Writes one; free() its bytes. */
plain_bytes plain_jpeg_write(plain_picture picture, plain_layout layout);

#endif
