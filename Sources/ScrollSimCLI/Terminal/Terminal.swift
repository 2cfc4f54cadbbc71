internal import Foundation

/// What the program writes to, and what that can show.
enum Terminal {
  /// Puts nothing where a standard stream was closed before the program started.
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

  /// Whether somebody can answer questions.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && showsProgress }

  /// Whether standard output shows colours: a terminal does, unless `NO_COLOR` is set.
  static var showsColour: Bool {
    let noColour = ProcessInfo.processInfo.environment["NO_COLOR"] ?? ""
    return isatty(STDOUT_FILENO) == 1 && noColour.isEmpty
  }

  /// Columns that are enough for anything: what is no terminal gets each sentence in one line, as `grep` wants it.
  static let anyWidth = 10_000

  /// Columns of standard output, or ``anyWidth`` where it is no terminal.
  static var width: Int { width(of: STDOUT_FILENO) }

  /// Columns of standard error.
  static var errorWidth: Int { width(of: STDERR_FILENO) }

  private static func width(of stream: Int32) -> Int {
    var size = winsize()
    guard unsafe ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return anyWidth }
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
  ///
  /// A line that is too long for the terminal is cut, because of one that wraps only the last part can be replaced.
  static func writeProgress(_ line: String) {
    writeToError("\r\u{1B}[K\(harmless(line).prefix(max(0, width(of: STDERR_FILENO) - 1)))")
  }

  /// Puts a line above the line of progress, which is drawn anew below it.
  static func writeAboveProgress(_ line: String) { writeToError("\r\u{1B}[K\(harmless(line))\n") }

  /// Removes the line of progress.
  static func clearProgress() { writeProgress("") }

  /// Writes a line to standard error.
  static func writeError(_ line: String) { writeToError("\(harmless(line))\n") }

  /// The text with control characters, which a file's name may have, as `\x1B`: they would steer the terminal.
  private static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.reduce(into: "") { text, scalar in
      text += isControl(scalar) ? String(format: "\\x%02X", scalar.value) : String(scalar)
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n"
  }

  /// Where standard error cannot be written to, nothing more can be said.
  private static func writeToError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}

/// What is known of something, a line each, below its name.
struct Rows {
  let title: String
  let rows: [(name: String, text: String)]

  /// The lines, names padded to ten characters.
  var text: String {
    let width = 10
    let lines = rows.map { row in
      "  \(row.name)\(String(repeating: " ", count: max(0, width - row.name.count))) \(row.text)"
    }
    return ([title] + lines).joined(separator: "\n") + "\n"
  }
}
