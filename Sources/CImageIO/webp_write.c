#ifdef CIS_HAS_WEBP

#include "picture.h"

#include <stdio.h>

#include <webp/encode.h>

static int append(const uint8_t *bytes, size_t count, const WebPPicture *picture) {
  return cis_append(picture->custom_ptr, bytes, count);
}

static bool configure(WebPConfig *config, cis_target target) {
  if (!WebPConfigInit(config)) return false;
  config->quality = (float)target.quality;
  config->method = target.effort;
  if (!target.lossless) return true;
  config->exact = 1; /* keep the colours of transparent pixels, too */
  return WebPConfigLosslessPreset(config, target.effort * 9 / 6) != 0;
}

static bool fail(WebPEncodingError code, cis_status *status) {
  bool is_memory = code == VP8_ENC_ERROR_OUT_OF_MEMORY || code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY ||
                   code == VP8_ENC_ERROR_BAD_WRITE; /* our own writer fails for no other reason */
  char message[sizeof status->message];
  snprintf(message, sizeof message, "libwebp gives up with error %d", (int)code);
  return cis_fail(status, is_memory ? CIS_NO_MEMORY : CIS_MALFORMED, -1,
                  is_memory ? "no memory for the WebP encoder" : message);
}

bool cis_webp_write(cis_format format, cis_target target, const uint8_t *rgba, cis_growing *out, cis_status *status) {
  WebPConfig config;
  WebPPicture picture;
  if (!WebPPictureInit(&picture) || !configure(&config, target)) {
    return cis_fail(status, CIS_UNSUPPORTED, -1, "the installed libwebp is not the one that this was compiled for");
  }
  picture.width = (int)target.width;
  picture.height = (int)target.height;
  picture.use_argb = target.lossless;
  picture.writer = append;
  picture.custom_ptr = out;
  int stride = (int)target.width * 4;
  int (*import)(WebPPicture *, const uint8_t *, int) = target.keeps_alpha ? WebPPictureImportRGBA : WebPPictureImportRGBX;
  bool done = import(&picture, rgba, stride) && WebPEncode(&config, &picture);
  if (!done) fail(picture.error_code, status);
  WebPPictureFree(&picture);
  return done;
}

#endif
