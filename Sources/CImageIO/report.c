#include "report.h"

#include <stdio.h>

void cis_warn(cis_report *report, int64_t offset, const char *message) {
  if (report->progress.warnings++ > 0) return;
  snprintf(report->first_warning, sizeof report->first_warning, "%s", message);
  report->progress.first_warning = report->first_warning;
  report->progress.first_warning_offset = offset;
}

void cis_note(cis_report *report, const char *message) {
  if (report->progress.first_note != NULL) return;
  snprintf(report->first_note, sizeof report->first_note, "%s", message);
  report->progress.first_note = report->first_note;
}

void cis_fail(cis_status *status, cis_code code, int64_t offset, const char *message) {
  if (status->code != CIS_OK) return;
  status->code = code;
  status->offset = offset;
  snprintf(status->message, sizeof status->message, "%s", message);
}
