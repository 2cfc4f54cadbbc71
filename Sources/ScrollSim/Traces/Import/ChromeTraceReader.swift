/// Reads the scrolling in a Chrome trace, recorded with the category `input` (or `input.scrolling`).
///
/// In `scroll_deltas`, every update of a scroll gives the page's offset or the distance it moved, in pixels of the screen; traces
/// of older versions give the distance in `dy`. The page that scrolls most often counts.
enum ChromeTraceReader {
  private static let names: Set = [
    "InputHandlerProxy::HandleGestureScrollUpdate_Result", "InputHandlerProxy::HandleGestureScrollUpdate",
  ]

  private struct Update {
    let time: Double
    /// The page's offset, if the trace gives it.
    let offset: Double?
    /// The distance moved, positive towards the page's end.
    let delta: Double
    let event: EventFields
  }

  static func read(_ events: [EventFields], at top: EventFields) throws(TraceError) -> Recording {
    var results: [Double: [Update]] = [:]
    var older: [Double: [Update]] = [:]
    for event in events {
      guard let name = try event.word("name"), names.contains(name), let arguments = event.object("args")
      else { continue }
      let process = try event.number("pid") ?? 0
      if let deltas = arguments.object("scroll_deltas") {
        if let update = try result(event, deltas) { results[process, default: []].append(update) }
      } else if let delta = try arguments.number("dy") {
        older[process, default: []].append(
          Update(time: try seconds(event), offset: nil, delta: delta, event: event))
      }
    }
    let busiest = (results.isEmpty ? older : results).max {
      ($0.value.count, -$0.key) < ($1.value.count, -$1.key)
    }
    guard let updates = busiest?.value.sorted(by: { $0.time < $1.time }) else {
      throw top.problem("events \"\(names.max() ?? "")\" (category input)", found: "none")
    }
    let saysOffsets = updates.allSatisfy { $0.offset != nil }
    var timeline = OffsetTimeline()
    var offset = 0.0
    if !saysOffsets { try timeline.append(0, at: updates[0].time - 1.0 / 60, of: updates[0].event) }
    for update in updates {
      offset += update.delta
      try timeline.append(
        saysOffsets ? update.offset ?? 0 : offset, at: update.time, of: update.event)
    }
    guard timeline.points.count > 1 else {
      throw updates[0].event.problem("updates of a scroll at two different times", found: "one")
    }
    return Recording(content: .offsets(timeline.points))
  }

  private static func result(_ event: EventFields, _ deltas: EventFields) throws(TraceError) -> Update? {
    let offset = try deltas.number("visual_offset_y")
    guard let delta = try deltas.number("provided_to_compositor_delta_y") ?? offset.map({ _ in 0 }) else {
      return nil
    }
    // A gesture's delta is the finger's.
    return Update(time: try seconds(event), offset: offset, delta: -delta, event: event)
  }

  private static func seconds(_ event: EventFields) throws(TraceError) -> Double {
    try event.required("ts") / 1_000_000
  }
}
