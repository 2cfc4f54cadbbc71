#ifndef CIMAGEIO_H
#define CIMAGEIO_H
int cis_version(void);
#endif
