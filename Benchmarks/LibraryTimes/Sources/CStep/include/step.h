#pragma once

/// Opens a database, steps through a query's first column by SQLite's C interface, and counts the bytes of its texts.
///
/// Returns -1 if SQLite reports an error. `rows` is how many there were.
long long step_through(const char *path, const char *sql, long long *rows);

/// Opens a database, as `step_through` does, and closes it; -1 if that fails.
int step_open(const char *path);
