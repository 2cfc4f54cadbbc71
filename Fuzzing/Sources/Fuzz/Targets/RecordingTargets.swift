@testable import GalleryEngine
@testable import ScrollSim

/// Recordings from other programs: each is refused, or read, written, and read again unchanged.
enum RecordingCheck {
  static let longestInput = 4096

  static func run(_ input: [UInt8]) {
    guard let recording = try? TraceImport.parse(input, path: "input", scale: 2) else { return }
    let csv = recording.csv
    guard let again = try? Recording.parse(csv, path: "output") else {
      preconditionFailure("what was written cannot be read")
    }
    precondition(again.csv == csv, "what was written is read as something else")
    let limits = ScrollLimits(maximumOffset: 10_000, viewportLength: 844)
    let trace = recording.trace(physics: UIScrollViewPhysics.normal, limits: limits)
    for share in [0.0, 0.3, 0.7, 1] {
      let sample = trace.sample(at: share * trace.duration)
      precondition(sample.offset.isFinite && sample.velocity.isFinite, "an offset that is no number")
    }
    precondition(trace.sample(at: trace.duration).phase == .idle, "a trace that does not end at rest")
  }
}

/// The project's own format.
enum CSVTarget: FuzzTarget {
  static let name = "recording-csv"
  static let longestInput = RecordingCheck.longestInput

  static func seeds() -> [String: [UInt8]] {
    [
      "offsets.csv": Array("time_s,offset_pt\n0,0\n0.1,-12.5\n0.3,7\n".utf8),
      "touches.csv": Array(
        "time_s,phase,x_pt,y_pt\n0,down,1,9\n0.01,move,1,8\n0.02,up,1,8\n1,down,0,3\n1.1,cancel,0,3\n".utf8),
    ]
  }

  static func run(_ input: [UInt8]) { RecordingCheck.run(input) }
}

/// Events of web pages.
enum PageEventsTarget: FuzzTarget {
  static let name = "page-events"
  static let longestInput = RecordingCheck.longestInput

  static func seeds() -> [String: [UInt8]] {
    [
      "wheel.json": Array(
        #"[{"deltaX":0,"deltaY":2,"deltaMode":1,"timeStamp":1000},{"type":"wheel","deltaY":-5,"timeStamp":1016}]"#
          .utf8),
      "pointer.json": Array(
        (#"{"events":[{"type":"pointerdown","timeStamp":1,"pointerId":4,"clientY":9},"#
          + #"{"type":"pointermove","timeStamp":5,"pointerId":4,"clientY":7},"#
          + #"{"type":"pointerup","timeStamp":9,"pointerId":4}]}"#).utf8),
      "scroll.json": Array(
        #"[{"type":"scroll","timeStamp":1,"scrollTop":3},{"type":"scroll","timeStamp":9,"scrollY":7}]"#.utf8),
    ]
  }

  static func run(_ input: [UInt8]) { RecordingCheck.run(input) }
}

/// The output of Android's `getevent` for a touch screen.
enum GeteventTarget: FuzzTarget {
  static let name = "getevent"
  static let longestInput = RecordingCheck.longestInput

  static func seeds() -> [String: [UInt8]] {
    [
      "names.txt": Array(
        """
        [ 1.5] /dev/input/event2: EV_ABS ABS_MT_TRACKING_ID 00000a2f
        [ 1.5] /dev/input/event2: EV_ABS ABS_MT_POSITION_Y 0000044c
        [ 1.5] /dev/input/event2: EV_SYN SYN_REPORT 00000000
        [ 1.6] /dev/input/event2: EV_ABS ABS_MT_SLOT 00000001
        [ 1.6] /dev/input/event2: EV_SYN SYN_REPORT 00000000
        """.utf8),
      "numbers.txt": Array(
        "[ 1.5] 0003 0039 00000a2f\n[ 1.5] 0003 0036 0000044c\n[ 1.5] 0000 0000 0\n[ 1.6] 0003 0039 ffffffff\n[ 1.6] 0000 0000 0\n"
          .utf8),
    ]
  }

  static func run(_ input: [UInt8]) { RecordingCheck.run(input) }
}

/// Chrome's traces.
enum ChromeTraceTarget: FuzzTarget {
  static let name = "chrome-trace"
  static let longestInput = RecordingCheck.longestInput

  static func seeds() -> [String: [UInt8]] {
    let name = "InputHandlerProxy::HandleGestureScrollUpdate"
    return [
      "offsets.json": Array(
        (#"{"traceEvents":[{"name":"\#(name)_Result","ph":"X","pid":7,"ts":16000,"args":{"scroll_deltas":"#
          + #"{"provided_to_compositor_delta_y":-30,"visual_offset_y":"90"}}},"#
          + #"{"name":"\#(name)_Result","ph":"X","pid":7,"ts":1,"args":{"scroll_deltas":{"visual_offset_y":3}}}]}"#)
          .utf8),
      "deltas.json": Array(
        #"[{"name":"\#(name)","ph":"B","pid":7,"ts":50000,"args":{"dx":0,"dy":4}}]"#.utf8),
    ]
  }

  static func run(_ input: [UInt8]) { RecordingCheck.run(input) }
}
