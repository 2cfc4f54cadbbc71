#include "cimageio.h"
#include <stdio.h>
#include <jpeglib.h>
#include <png.h>
int cis_version(void) { return JPEG_LIB_VERSION * 1000 + (int)(png_access_version_number() % 1000); }
