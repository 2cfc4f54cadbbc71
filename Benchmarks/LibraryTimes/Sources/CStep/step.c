#include "step.h"
#include <sqlite3.h>
#include <stddef.h>

static sqlite3 *opened(const char *path) {
  sqlite3 *database = NULL;
  if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
    sqlite3_close(database);
    return NULL;
  }
  return database;
}

long long step_through(const char *path, const char *sql, long long *rows) {
  sqlite3 *database = opened(path);
  if (!database) return -1;
  sqlite3_stmt *statement = NULL;
  long long bytes = -1;
  if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK) {
    bytes = 0;
    *rows = 0;
    while (sqlite3_step(statement) == SQLITE_ROW) {
      const unsigned char *text = sqlite3_column_text(statement, 0);
      bytes += text ? sqlite3_column_bytes(statement, 0) : 0;
      *rows += 1;
    }
  }
  if (sqlite3_finalize(statement) != SQLITE_OK) bytes = -1;
  sqlite3_close(database);
  return bytes;
}

int step_open(const char *path) {
  sqlite3 *database = opened(path);
  if (!database) return -1;
  sqlite3_close(database);
  return 0;
}
