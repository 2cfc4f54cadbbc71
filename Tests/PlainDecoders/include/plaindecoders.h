/* Whole pictures by libjpeg-turbo and libpng alone, in the fewest calls: what the decoder under test is compared with. */
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

#endif
