internal import Foundation

/// What the program writes to, and what that can show.
enum Terminal {
  /// Whether standard error is a terminal: only then progress is shown.
  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether standard output shows colours: a terminal does, unless `NO_COLOR` is set.
  static var showsColour: Bool {
    let noColour = ProcessInfo.processInfo.environment["NO_COLOR"] ?? ""
    return isatty(STDOUT_FILENO) == 1 && noColour.isEmpty
  }

  /// Columns of standard output; where it is no terminal, wide enough for anything.
  static var width: Int {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 200 }
    return Int(size.ws_col)
  }

  /// Replaces the line of progress on standard error.
  static func writeProgress(_ line: String) {
    FileHandle.standardError.write(Data("\r\u{1B}[K\(line)".utf8))
  }

  /// Removes the line of progress.
  static func clearProgress() { writeProgress("") }

  /// Writes a line to standard error.
  static func writeError(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
