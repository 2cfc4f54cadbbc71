package import GalleryKit

/// Reads recordings from CSV.
///
/// The first line tells two kinds apart: `time_s,offset_pt`, the content's offset over time, and
/// `time_s,phase,x_pt,y_pt`, a finger on the screen, with the phases `down`, `move`, `up` and `cancel`. Times are in
/// seconds, lengths in points; y grows downwards. Only the finger's motion along the grid's scroll axis counts. A
/// finger that never lifts stays at its last position.
struct RecordingParser {
  private enum Kind: String, CaseIterable {
    case offsets = "time_s,offset_pt"
    case touches = "time_s,phase,x_pt,y_pt"
  }

  private enum Phase: String {
    case down, move, up, cancel
  }

  /// The limit of plausible lengths and times.
  private static let largestNumber = 1e9

  private let path: String
  private let axis: GridLayout.Axis
  private var line = 0
  private var firstTime: Double?
  private var lastTime: Double?

  init(path: String, axis: GridLayout.Axis) {
    self.path = path
    self.axis = axis
  }

  /// The recording in the text.
  mutating func parse(_ text: String) throws(TraceError) -> Recording {
    var kind: Kind?
    var offsets: [Recording.OffsetPoint] = []
    var strokes = StrokeCollector()
    for row in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      line += 1
      let row = Self.trim(row)
      if row.isEmpty { continue }
      switch kind {
      case nil:
        kind = try header(row)
      case .offsets:
        let fields = try fields(row, count: 2)
        let time = try time(fields[0], strictly: true)
        offsets.append(Recording.OffsetPoint(time: time, offset: try number(fields[1], "the offset")))
      case .touches:
        let fields = try fields(row, count: 4)
        let time = try time(fields[0], strictly: false)
        let x = try number(fields[2], "the finger's x")
        let y = try number(fields[3], "the finger's y")
        let place = axis == .vertical ? y : x
        switch try phase(fields[1], isDown: strokes.isDown) {
        case .down: strokes.land(at: time, place: place)
        case .move: strokes.move(to: place, at: time)
        case .up: strokes.lift(at: time, isCancelled: false)
        case .cancel: strokes.lift(at: time, isCancelled: true)
        }
      }
    }
    switch kind {
    case nil: throw problem(Self.headers, found: "an empty file")
    case .offsets:
      guard offsets.count >= 2 else { throw problem("at least two offsets", found: "\(offsets.count)") }
      return Recording(content: .offsets(offsets))
    case .touches:
      guard let recording = strokes.finish() else {
        throw problem("at least one finger's stroke", found: "none")
      }
      return recording
    }
  }

  private static var headers: String {
    "a first line " + Kind.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
  }

  private func header(_ row: Substring) throws(TraceError) -> Kind {
    guard let kind = Kind(rawValue: String(row.filter { $0 != " " })) else {
      throw problem(Self.headers, found: Self.quote(row))
    }
    return kind
  }

  private func fields(_ row: Substring, count: Int) throws(TraceError) -> [Substring] {
    let fields = row.split(separator: ",", omittingEmptySubsequences: false).map(Self.trim)
    guard fields.count == count else {
      throw problem("\(count) values separated by commas", found: "\(fields.count): \(Self.quote(row))")
    }
    return fields
  }

  private mutating func time(_ field: Substring, strictly: Bool) throws(TraceError) -> Double {
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

  private func phase(_ field: Substring, isDown: Bool) throws(TraceError) -> Phase {
    let expected = isDown ? "'move', 'up' or 'cancel'" : "'down'"
    guard let phase = Phase(rawValue: String(field)), (phase == .down) != isDown else {
      throw problem(expected, found: Self.quote(field))
    }
    return phase
  }

  private func number(_ field: Substring, _ what: String) throws(TraceError) -> Double {
    guard let number = Double(String(field)), abs(number) <= Self.largestNumber else {
      throw problem("\(what), a number up to a thousand millions", found: Self.quote(field))
    }
    return number
  }

  private func problem(_ expected: String, found: String) -> TraceError {
    .malformed(path: path, line: line, expected: expected, found: found)
  }

  private static func trim(_ field: Substring) -> Substring {
    var field = field
    while let first = field.first, first.isWhitespace || first == "\u{FEFF}" { field.removeFirst() }
    while field.last?.isWhitespace == true { field.removeLast() }
    return field
  }

  /// The found text, in quotation marks and cut to a readable length.
  private static func quote(_ text: Substring) -> String {
    text.isEmpty ? "nothing" : text.count > 60 ? "'\(text.prefix(60))…'" : "'\(text)'"
  }
}

extension Recording {
  /// Reads a recording of either kind from a CSV file.
  ///
  /// The first line is `time_s,offset_pt` for offsets over time, or `time_s,phase,x_pt,y_pt` for a finger.
  ///
  /// - Parameter axis: the grid's scroll axis, which a finger's y moves, or its x.
  /// - Throws: ``TraceError`` with the line at fault.
  package static func read(
    path: String, along axis: GridLayout.Axis = .vertical
  ) throws(TraceError) -> Recording {
    try parse(String(decoding: bytes(path: path), as: UTF8.self), path: path, along: axis)
  }

  /// A file's bytes.
  static func bytes(path: String) throws(TraceError) -> [UInt8] {
    do { return try InputFile.bytes(path: path) } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
  }

  /// Reads a recording from text; `path` names it in errors.
  package static func parse(
    _ text: String, path: String, along axis: GridLayout.Axis = .vertical
  ) throws(TraceError) -> Recording {
    var parser = RecordingParser(path: path, axis: axis)
    return try parser.parse(text)
  }
}
