package import GalleryKit

/// Reads recordings from CSV: the content's offset over time, or a finger on the screen.
///
/// Times are in seconds, lengths in points; y grows downwards. Only the finger's motion along the grid's scroll axis counts.
/// A finger that never lifts stays at its last position.
struct RecordingParser {
  private enum Kind: String, CaseIterable {
    case offsets = "time_s,offset_pt"
    case touches = "time_s,phase,x_pt,y_pt"
  }

  private enum Phase: String {
    case down, move, up, cancel
  }

  /// The limit of plausible lengths and times: seconds since 1970 are fewer.
  private static let largestNumber = 1e10

  private let axis: GridLayout.Axis
  private var reader: CSVReader
  private var firstTime: Double?
  private var lastTime: Double?

  init(_ text: String, path: String, axis: GridLayout.Axis) {
    self.axis = axis
    reader = CSVReader(text, path: path)
  }

  mutating func parse() throws(TraceError) -> Recording {
    let header = reader.header.joined(separator: ",")
    switch Kind(rawValue: header) {
    case .offsets: return try offsets()
    case .touches: return try touches()
    case nil:
      let kinds = Kind.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      let found = header.isEmpty ? "an empty file" : CSVReader.quoted(header)
      let isImportable = ["{", "[", "add device"].contains { header.hasPrefix($0) }
      throw problem(
        "a first line \(kinds)",
        found: found + (isImportable ? "; 'scrollsim trace import' makes one of it" : ""))
    }
  }

  private mutating func offsets() throws(TraceError) -> Recording {
    var offsets: [Recording.OffsetPoint] = []
    while let fields = try row() {
      let time = try time(fields[0], strictly: true)
      offsets.append(Recording.OffsetPoint(time: time, offset: try number(fields[1], "the offset")))
    }
    guard offsets.count >= 2 else { throw problem("at least two offsets", found: "\(offsets.count)") }
    return Recording(content: .offsets(offsets))
  }

  private mutating func touches() throws(TraceError) -> Recording {
    var strokes = StrokeCollector()
    while let fields = try row() {
      let time = try time(fields[0], strictly: false)
      let x = try number(fields[2], "the finger's x")
      let y = try number(fields[3], "the finger's y")
      let (place, across) = axis == .vertical ? (y, x) : (x, y)
      switch try phase(fields[1], isDown: strokes.isDown) {
      case .down: strokes.land(at: time, place: place, across: across)
      case .move: strokes.move(to: place, across: across, at: time)
      case .up:
        // A log of a swipe's two ends alone says only here where it went. At the last place, a move would be
        // a stop.
        if place != strokes.place { strokes.move(to: place, across: across, at: time) }
        strokes.lift(at: time, isCancelled: false)
      case .cancel: strokes.lift(at: time, isCancelled: true)
      }
    }
    guard let recording = strokes.finish() else {
      throw problem("at least one finger's stroke", found: "none")
    }
    return recording
  }

  private mutating func row() throws(TraceError) -> [String]? {
    guard let fields = reader.row() else { return nil }
    guard fields.count == reader.header.count else {
      let row = CSVReader.quoted(fields.joined(separator: ","))
      throw problem("\(reader.header.count) values separated by commas", found: "\(fields.count): \(row)")
    }
    return fields
  }

  private mutating func time(_ field: String, strictly: Bool) throws(TraceError) -> Double {
    let time = try number(field, "the time")
    if let lastTime, time < lastTime || (strictly && time == lastTime) {
      throw problem("a time \(strictly ? "after" : "not before") \(lastTime) s", found: "\(time) s")
    }
    let first = firstTime ?? time
    guard time - first <= Recording.longestSeconds else {
      throw problem("a time within a day of the first", found: "\(time - first) s after it")
    }
    (firstTime, lastTime) = (first, time)
    return time
  }

  private func phase(_ field: String, isDown: Bool) throws(TraceError) -> Phase {
    let expected = isDown ? "'move', 'up' or 'cancel'" : "'down'"
    guard let phase = Phase(rawValue: field), (phase == .down) != isDown else {
      throw problem(expected, found: CSVReader.quoted(field))
    }
    return phase
  }

  private func number(_ field: String, _ what: String) throws(TraceError) -> Double {
    guard let number = Double(field), abs(number) <= Self.largestNumber else {
      throw problem("\(what), a number up to 10 billion", found: CSVReader.quoted(field))
    }
    return number
  }

  private func problem(_ expected: String, found: String) -> TraceError {
    .malformed(path: reader.path, line: reader.line, expected: expected, found: found)
  }
}

extension Recording {
  /// Reads a recording of either kind from a CSV file, along the axis of the grid that a finger moves.
  package static func read(
    path: String, along axis: GridLayout.Axis = .vertical
  ) throws(TraceError) -> Recording {
    try parse(String(decoding: bytes(path: path), as: UTF8.self), path: path, along: axis)
  }

  static func bytes(path: String) throws(TraceError) -> [UInt8] {
    let bytes: [UInt8]
    do { bytes = try InputFile.bytes(path: path) } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    // As Excel saves "Unicode text", and as Windows' PowerShell redirects what a program prints.
    guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
      throw .malformed(
        path: path, line: 1, expected: "text in UTF-8",
        found: "UTF-16; save it in UTF-8, as Excel's 'CSV UTF-8' does")
    }
    return bytes
  }

  /// Reads a recording from text; `path` names it in errors.
  package static func parse(
    _ text: String, path: String, along axis: GridLayout.Axis = .vertical
  ) throws(TraceError) -> Recording {
    var parser = RecordingParser(text, path: path, axis: axis)
    return try parser.parse()
  }
}
