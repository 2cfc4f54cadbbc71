/// Reads a page's events, as browsers give them to listeners.
///
/// Several `scroll` events are the recording, with all momentum; otherwise `wheel` events, whose deltas add up; otherwise the path
/// of the first pointer, whose momentum is left to the physics.
enum WebEventReader {
  /// Points in a line of `deltaMode` 1, as in browsers.
  private static let pointsPerLine = 18.0

  static func read(_ events: [EventFields], at top: EventFields) throws(TraceError) -> Recording {
    var scrolls: [EventFields] = []
    var wheels: [EventFields] = []
    var pointers: [EventFields] = []
    for event in events {
      guard event.isObject else { throw event.problem("an event, an object") }
      switch try event.word("type") ?? (event.has("deltaY") ? "wheel" : "") {
      case "scroll": scrolls.append(event)
      case "wheel": wheels.append(event)
      case "pointerdown", "pointermove", "pointerup", "pointercancel": pointers.append(event)
      default: break
      }
    }
    if scrolls.count > 1 { return try offsets(of: scrolls) }
    if !wheels.isEmpty { return try offsets(turnedBy: wheels) }
    return try strokes(of: pointers, at: top)
  }

  private static func offsets(of events: [EventFields]) throws(TraceError) -> Recording {
    var timeline = OffsetTimeline()
    for event in events {
      let offset = try event.required(event.has("scrollY") ? "scrollY" : "scrollTop")
      try timeline.append(offset, at: seconds(event), of: event)
    }
    guard timeline.points.count > 1 else {
      throw events[0].problem("scroll events at two different times", found: "all at one")
    }
    return Recording(content: .offsets(timeline.points))
  }

  /// The sums of the deltas, along the axis that the wheel turns most.
  private static func offsets(turnedBy events: [EventFields]) throws(TraceError) -> Recording {
    var deltas: [(x: Double, y: Double)] = []
    for event in events {
      let unit: Double
      switch try event.number("deltaMode") ?? 0 {
      case 0: unit = 1
      case 1: unit = pointsPerLine
      default: throw event.problem("\"deltaMode\" 0 (pixels) or 1 (lines)")
      }
      deltas.append((try (event.number("deltaX") ?? 0) * unit, try event.required("deltaY") * unit))
    }
    let isVertical = deltas.reduce(0) { $0 + abs($1.y) - abs($1.x) } >= 0
    var timeline = OffsetTimeline()
    var offset = 0.0
    try timeline.append(offset, at: seconds(events[0]) - OffsetTimeline.frame, of: events[0])
    for (event, delta) in zip(events, deltas) {
      offset += isVertical ? delta.y : delta.x
      try timeline.append(offset, at: seconds(event), of: event)
    }
    return Recording(content: .offsets(timeline.points))
  }

  /// The path of one pointer at a time: the first that goes down, until it lifts.
  private static func strokes(of events: [EventFields], at top: EventFields) throws(TraceError) -> Recording {
    var collector = StrokeCollector()
    var pointer: Double?
    var last = -Double.infinity
    var first: Double?
    for event in events {
      let (type, number) = (try event.word("type"), try event.number("pointerId") ?? 0)
      if pointer == nil && type == "pointerdown" { pointer = number }
      guard pointer == number else { continue }
      let time = try seconds(event)
      guard time >= last else { throw event.problem("an event not before \(last) s", found: "\(time) s") }
      if time - (first ?? time) > Recording.longestSeconds {
        throw event.problem("an event within a day of the first", found: "\(time) s")
      }
      (last, first) = (time, first ?? time)
      let x = try event.number("clientX") ?? 0
      switch type {
      case "pointerdown": collector.land(at: time, place: try event.required("clientY"), across: x)
      case "pointermove": collector.moveAfterRest(to: try event.required("clientY"), across: x, at: time)
      default:
        collector.lift(at: time, isCancelled: type == "pointercancel")
        pointer = nil
      }
    }
    guard let recording = collector.finish() else {
      throw top.problem("events of type scroll, wheel or pointerdown", found: "none")
    }
    return recording
  }

  private static func seconds(_ event: EventFields) throws(TraceError) -> Double {
    try event.required("timeStamp") / 1000
  }
}
