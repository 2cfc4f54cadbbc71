internal import Foundation
internal import Support

/// The program's standard streams, and their abilities.
enum Terminal {
  /// Opens `/dev/null` in place of each standard stream that was closed before the program started.
  ///
  /// Otherwise the next opened file, such as a catalogue, would take the stream's number and its output.
  static func openClosedStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) == -1 {
      // The system assigns the lowest free number, which is this one.
      _ = unsafe open("/dev/null", O_RDWR)
    }
  }

  /// Whether standard error is a terminal that can replace a line: only then progress is shown.
  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 && !isDumb }

  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Whether standard output shows colours: a terminal does, unless it is dumb or `NO_COLOR` is set.
  static var showsColour: Bool {
    let noColour = ProcessInfo.processInfo.environment["NO_COLOR"] ?? ""
    return isatty(STDOUT_FILENO) == 1 && noColour.isEmpty && !isDumb
  }

  /// Whether the terminal prints escape codes as they are, as the shell in Emacs does.
  private static var isDumb: Bool { ProcessInfo.processInfo.environment["TERM"] == "dumb" }

  /// Columns that are enough for anything: without a terminal, each sentence is one line, as `grep` needs it.
  static let anyWidth = 10_000

  /// Columns of standard output, or ``anyWidth`` where it is no terminal.
  static var width: Int { width(of: STDOUT_FILENO) }

  static var errorWidth: Int { width(of: STDERR_FILENO) }

  private static func width(of stream: Int32) -> Int {
    var size = winsize()
    guard unsafe ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return anyWidth }
    return Int(size.ws_col)
  }

  /// Writes to standard output; throws the exit code for the disk, after a message, if not all could be written.
  static func write(_ text: String) throws {
    do throws(SystemError) { try write(text, to: STDOUT_FILENO) } catch {
      throw Exit.because("standard output: \(error.reason)", Exit.disk)
    }
  }

  private static func write(_ text: String, to stream: Int32) throws(SystemError) {
    let file = try OpenFile(sharing: stream)
    try file.write([UInt8](text.utf8))
  }

  /// Replaces the line of progress on standard error.
  ///
  /// A line that is too long for the terminal is cut, because only the last part of a wrapped line can be replaced.
  static func writeProgress(_ line: String) {
    writeToError("\r\u{1B}[K\(harmless(line).prefix(max(0, width(of: STDERR_FILENO) - 1)))")
  }

  /// Writes a line above the line of progress, which is drawn again below it.
  static func writeAboveProgress(_ line: String) { writeToError("\r\u{1B}[K\(harmless(line))\n") }

  static func writeError(_ line: String) { writeToError("\(harmless(line))\n") }

  /// The text with control characters, which a file or its name may have, as `\x1B`: they would control the terminal.
  static func harmless(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { text, scalar in
      let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
      text += isControl ? String(format: "\\x%02X", scalar.value) : String(scalar)
    }
  }

  /// Writes to standard error; a failure is ignored, since there is no other place to report it.
  private static func writeToError(_ text: String) { try? write(text, to: STDERR_FILENO) }
}

/// Facts, one a line, below a title if there is one.
struct Rows {
  var title: String?
  let rows: [(name: String, text: String)]

  /// The lines, names padded to the longest, and to ten characters at least.
  var text: String {
    let width = rows.map(\.name.count).max().map { max(10, $0) } ?? 10
    let margin = title == nil ? "" : "  "
    let lines = rows.map { "\(margin)\($0.name.padded(to: width)) \($0.text)" }
    return ([title].compactMap(\.self) + lines).joined(separator: "\n") + "\n"
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
