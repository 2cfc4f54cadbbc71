/* The findings of reading, with room for the words. Private to this target. */
#ifndef CIS_REPORT_H
#define CIS_REPORT_H

#include "cimageio.h"

typedef struct {
  cis_progress progress;
  char first_warning[200], first_note[200];
} cis_report;

/* Record a fault of the pixels, and any other fault; the first of each counts. */
void cis_warn(cis_report *report, int64_t offset, const char *message);
void cis_note(cis_report *report, const char *message);
/* Sets a status once; a later message never hides the first. */
void cis_fail(cis_status *status, cis_code code, int64_t offset, const char *message);

#endif
