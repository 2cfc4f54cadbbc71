/// An event in a JSON file, with fields read by key; errors give its line and key path.
struct EventFields {
  let path: String
  let field: Field

  /// The limit of plausible numbers: times in microseconds since 1970 are smaller.
  private static let largestNumber = 1e16

  func has(_ key: String) -> Bool { field[key] != nil }

  private subscript(key: String) -> EventFields? { field[key].map { EventFields(path: path, field: $0) } }

  var elements: [EventFields]? { field.elements?.map { EventFields(path: path, field: $0) } }

  func list(_ key: String) throws(TraceError) -> [EventFields]? {
    guard let field = self[key] else { return nil }
    guard let elements = field.elements else { throw field.problem("a list") }
    return elements
  }

  var isObject: Bool { field.members != nil }

  func object(_ key: String) -> EventFields? { self[key].flatMap { $0.isObject ? $0 : nil } }

  func word(_ key: String) throws(TraceError) -> String? {
    guard let event = self[key] else { return nil }
    guard case .string(let word) = event.field.node.value else { throw event.problem("a word in quotes") }
    return word
  }

  /// A number may be in quotes.
  func number(_ key: String) throws(TraceError) -> Double? {
    guard let event = self[key] else { return nil }
    switch event.field.node.value {
    case .number(let text), .string(let text):
      if let number = Double(text), abs(number) <= Self.largestNumber { return number }
    default: break
    }
    throw event.problem("a number")
  }

  func required(_ key: String) throws(TraceError) -> Double {
    guard let number = try number(key) else { throw problem("a number \"\(key)\"") }
    return number
  }

  func problem(_ expected: String, found: String? = nil) -> TraceError {
    .malformed(
      path: path, line: field.node.position.line,
      expected: expected + (field.keyPath.isEmpty ? "" : " at \(field.keyPath)"),
      found: found ?? "\(field.node)")
  }
}

/// Offsets in order of time; the later of two within a microsecond replaces the earlier.
struct OffsetTimeline {
  private(set) var points: [Recording.OffsetPoint] = []

  /// Seconds by which a motion begins before its event, which comes at the end of its frame.
  static let frame = 1.0 / 60

  /// - Throws: a problem of `event` if it comes before the last, or over a day after the first.
  mutating func append(_ offset: Double, at time: Double, of event: EventFields) throws(TraceError) {
    if let last = points.last, time < last.time {
      throw event.problem("an event not before \(last.time) s", found: "\(time) s")
    }
    if let first = points.first, time - first.time > Recording.longestSeconds {
      throw event.problem("an event within a day of the first", found: "\(time - first.time) s after it")
    }
    if let last = points.last {
      let rest = time - Self.frame
      if time - last.time < 1e-6 {
        points.removeLast()
      } else if rest - last.time >= Recording.restGap {
        // No event tells of a rest, and replays move evenly between points: they would creep through it.
        points.append(Recording.OffsetPoint(time: rest, offset: last.offset))
      }
    }
    points.append(Recording.OffsetPoint(time: time, offset: offset))
  }
}
