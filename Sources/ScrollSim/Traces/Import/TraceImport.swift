/// Makes recordings from the events of browsers, Android and Chrome's tracing.
package enum TraceImport {
  /// Reads JSON of a page's events or a Chrome trace, the text of Android's `getevent`, or CSV, recognised by
  /// the first characters.
  ///
  /// - Parameter scale: the file's units of length in a point, such as pixels of a phone's screen.
  package static func read(path: String, scale: Double = 1) throws(TraceError) -> Recording {
    try parse(Recording.bytes(path: path), path: path, scale: scale)
  }

  /// `path` names the bytes in errors.
  package static func parse(
    _ bytes: [UInt8], path: String, scale: Double = 1
  ) throws(TraceError) -> Recording {
    // As `chrome://tracing` saves its traces.
    if bytes.starts(with: [0x1F, 0x8B]) {
      throw .malformed(
        path: path, line: 1, expected: "text", found: "a file that gzip compressed; 'gunzip' it first")
    }
    func text() -> String { String(decoding: bytes, as: UTF8.self) }
    let start = String(decoding: bytes.prefix(256), as: UTF8.self)
      .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let second = start.dropFirst().first { !$0.isWhitespace }
    // The text begins with the time of the first event, with devices, or with what `adb exec-out` mixes in
    // about those without a version.
    let isGetevent =
      start.first == "[" && second?.isNumber == true
      || ["add device", "could not", "Can't enable", "/dev/"].contains { start.hasPrefix($0) }
    let recording =
      switch start.first {
      case _ where isGetevent: try GeteventReader.read(text(), path: path)
      case "{", "[": try json(bytes, path: path)
      default: try Recording.parse(text(), path: path)
      }
    return recording.scaled(by: 1 / scale)
  }

  private static func json(_ bytes: [UInt8], path: String) throws(TraceError) -> Recording {
    let node: JSONNode
    do {
      node = try JSONParser.parse(bytes)
    } catch {
      throw .noJSON(path: path, line: error.position.line, reason: error.message)
    }
    let top = EventFields(path: path, field: Field(keyPath: "", node: node))
    if let events = try top.list("traceEvents") { return try ChromeTraceReader.read(events, at: top) }
    guard let events = try top.list("events") ?? top.elements else {
      throw top.problem("a list of events, or an object with \"events\" or \"traceEvents\"")
    }
    // Every event of a Chrome trace has a phase.
    return events.first?.has("ph") == true
      ? try ChromeTraceReader.read(events, at: top) : try WebEventReader.read(events, at: top)
  }
}

extension Recording {
  fileprivate func scaled(by factor: Double) -> Recording {
    guard factor != 1 else { return self }
    func scaled(_ points: [OffsetPoint]) -> [OffsetPoint] {
      points.map { OffsetPoint(time: $0.time, offset: $0.offset * factor, across: $0.across * factor) }
    }
    switch content {
    case .offsets(let points): return Recording(content: .offsets(scaled(points)))
    case .strokes(let strokes):
      let strokes = strokes.map {
        Stroke(points: scaled($0.points), end: $0.end, isCancelled: $0.isCancelled)
      }
      return Recording(content: .strokes(strokes), isCutOff: isCutOff)
    }
  }
}
