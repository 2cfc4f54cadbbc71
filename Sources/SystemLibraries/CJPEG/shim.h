/* jpeglib.h needs these two before it. */
#include <stddef.h>
#include <stdio.h>
#include <jpeglib.h>
