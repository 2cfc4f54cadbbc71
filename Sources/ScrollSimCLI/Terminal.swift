internal import Foundation

/// What the program writes to, and what that can show.
enum Terminal {
  /// Puts nothing where whoever started the program has closed a standard stream.
  ///
  /// Otherwise the next file that is opened, such as a catalogue, would take its number and what is written to it.
  static func openClosedStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) == -1 {
      // The lowest free number is given out, which is this one.
      _ = unsafe open("/dev/null", O_RDWR)
    }
  }

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

  /// Writes to standard output.
  ///
  /// - Throws: the exit code of an internal error, after saying why, if not all of it could be written.
  static func write(_ text: String) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      throw Exit.because("standard output: \(OutputFiles.words(error))", Exit.internalError)
    }
  }

  /// Replaces the line of progress on standard error.
  static func writeProgress(_ line: String) { writeToError("\r\u{1B}[K\(line)") }

  /// Removes the line of progress.
  static func clearProgress() { writeProgress("") }

  /// Writes a line to standard error.
  static func writeError(_ line: String) { writeToError("\(line)\n") }

  /// Where standard error cannot be written to, there is nobody left to tell.
  private static func writeToError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
