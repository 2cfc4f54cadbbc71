import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

/// The content of each kind of file, and the errors for other content.
struct TraceImportTests {
  private func read(_ text: String, scale: Double = 1) throws -> Recording {
    try TraceImport.parse([UInt8](text.utf8), path: "log", scale: scale)
  }

  private func csv(_ text: String, scale: Double = 1) throws -> [String] {
    try read(text, scale: scale).csv.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test(arguments: [[0xFF, 0xFE, 0x74, 0], [0xFE, 0xFF, 0, 0x74]] as [[UInt8]])
  func `text in UTF-16 is refused, with what to do`(bytes: [UInt8]) throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.write(bytes, as: "swipe.csv")
    let readers: [() throws -> Recording] = [
      { try TraceImport.read(path: path) }, { try Recording.read(path: path) },
    ]
    for read in readers {
      let error = try #require(throws: TraceError.self) { try read() }
      let words = "\(path):1: expected text in UTF-8, found UTF-16; save it in UTF-8"
      #expect(error.description.hasPrefix(words), "\(error)")
    }
  }

  @Test func `scroll events are offsets, whatever else is among them`() throws {
    let text = """
      { "events": [
        { "type": "pointerdown", "timeStamp": 90, "pointerId": 1, "clientY": 500 },
        { "type": "scroll", "timeStamp": 100, "scrollTop": 40 },
        { "type": "click", "timeStamp": 110 },
        { "type": "wheel", "timeStamp": 110, "deltaY": 3 },
        { "type": "scroll", "timeStamp": 116.5, "scrollTop": 52.25 }
      ] }
      """
    #expect(try csv(text) == ["0.000000,40.0000", "0.016500,52.2500"])
  }

  @Test func `a wheel's deltas add up along its main axis, lines as 18 points`() throws {
    let text = """
      [{ "deltaX": 1, "deltaY": 2, "deltaMode": 1, "timeStamp": 1000 },
       { "type": "wheel", "deltaX": 0, "deltaY": -6, "timeStamp": 1020 }]
      """
    #expect(try csv(text) == ["0.000000,0.0000", "0.016667,36.0000", "0.036667,30.0000"])
    let sideways = "[{ \"deltaX\": 9, \"deltaY\": 2, \"timeStamp\": 0 }]"
    #expect(try csv(sideways).last == "0.016667,9.0000")
  }

  @Test func `a page rests between scrolls, of which no event tells`() throws {
    let scrolls = """
      [{ "type": "scroll", "timeStamp": 0, "scrollTop": 100 },
       { "type": "scroll", "timeStamp": 2000, "scrollTop": 106 }]
      """
    #expect(try csv(scrolls) == ["0.000000,100.0000", "1.983333,100.0000", "2.000000,106.0000"])
    let wheel = "[{ \"deltaY\": 4, \"timeStamp\": 0 }, { \"deltaY\": 4, \"timeStamp\": 1000 }]"
    #expect(
      try csv(wheel) == ["0.000000,0.0000", "0.016667,4.0000", "1.000000,4.0000", "1.016667,8.0000"])
  }

  @Test func `the first pointer that goes down counts until it lifts, with its x if it has one`() throws {
    let text = """
      [{ "type": "pointermove", "timeStamp": 0, "pointerId": 1, "clientY": 1 },
       { "type": "pointerdown", "timeStamp": 10, "pointerId": 1, "clientX": 300, "clientY": 500 },
       { "type": "pointerdown", "timeStamp": 12, "pointerId": 2, "clientY": 100 },
       { "type": "pointermove", "timeStamp": 20, "pointerId": 2, "clientY": 200 },
       { "type": "pointermove", "timeStamp": 20, "pointerId": 1, "clientX": 280, "clientY": 480 },
       { "type": "pointerup", "timeStamp": 30, "pointerId": 1, "clientY": 480 },
       { "type": "pointerup", "timeStamp": 40, "pointerId": 2, "clientY": 480 },
       { "type": "pointerdown", "timeStamp": 50, "pointerId": 3, "clientY": 400 },
       { "type": "pointercancel", "timeStamp": 60, "pointerId": 3 }]
      """
    #expect(
      try csv(text) == [
        "0.000000,down,300.0000,500.0000", "0.010000,move,280.0000,480.0000", "0.020000,up,280.0000,480.0000",
        "0.040000,down,0.0000,400.0000", "0.050000,cancel,0.0000,400.0000",
      ])
  }

  /// A finger that goes from 1100 to 1078 while another lands, by names and by numbers.
  static let getevent = (
    names: """
    add device 1: /dev/input/event2
      name:     "touchscreen"
    [   81.500000] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   00000a2f
    [   81.500000] /dev/input/event2: EV_KEY       BTN_TOUCH            DOWN
    [   81.500000] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    000001f4
    [   81.500000] /dev/input/event2: EV_ABS       ABS_MT_POSITION_Y    0000044c
    [   81.500000] /dev/input/event2: EV_SYN       SYN_REPORT           00000000
    [   81.508000] /dev/input/event2: EV_ABS       ABS_MT_SLOT          00000001
    [   81.508000] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   00000a30
    [   81.508000] /dev/input/event2: EV_ABS       ABS_MT_POSITION_Y    00000001
    [   81.508000] /dev/input/event2: EV_ABS       ABS_MT_SLOT          00000000
    [   81.508000] /dev/input/event2: EV_ABS       ABS_MT_POSITION_Y    00000436
    [   81.508000] /dev/input/event2: EV_SYN       SYN_REPORT           00000000             rate 120
    [   81.516000] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
    [   81.516000] /dev/input/event2: EV_SYN       SYN_REPORT           00000000
    """,
    numbers: """
    [   81.500000] 0003 0039 00000a2f
    [   81.500000] 0003 0035 000001f4
    [   81.500000] 0003 0036 0000044c
    [   81.500000] 0000 0000 00000000
    [   81.508000] 0003 0036 00000436
    [   81.508000] 0000 0000 00000000
    [   81.516000] 0003 0039 ffffffff
    [   81.516000] 0000 0000 00000000
    """
  )

  @Test(arguments: [
    getevent.names, getevent.numbers, "\u{FEFF}" + getevent.names,
    getevent.numbers.replacing("[   81.", with: "[1764402381."),
    "could not get driver version for /dev/input/mice, Not a typewriter\n" + getevent.names,
    "Can't enable monotonic clock reporting: Invalid argument\n" + getevent.names,
    getevent.names + "\nremove device 1: /dev/input/event2\n",
  ])
  func `getevent's first finger counts, by names or by numbers`(text: String) throws {
    #expect(
      try csv(text, scale: 2) == [
        "0.000000,down,250.0000,550.0000", "0.008000,move,250.0000,539.0000", "0.016000,up,250.0000,539.0000",
      ])
  }

  @Test func `a finger that getevent lifts while it moves lets go at its speed`() throws {
    // Ten moves by 20 points, 8 ms apart, and the lift as long after the last.
    let moves = (0...10).map { step in
      let time = "[ 1.\(100 + 8 * step)]"
      return "\(time) 0003 0036 \(String(1000 - 20 * step, radix: 16))\n\(time) 0000 0000 0\n"
    }
    let lift = "[ 1.188] 0003 0039 ffffffff\n[ 1.188] 0000 0000 0\n"
    let recording = try read("[ 1.100] 0003 0039 1\n" + moves.joined() + lift)
    let stroke = try #require(recording.strokes.first)
    #expect(abs(ReleaseVelocity.estimate(stroke.points, end: stroke.end) - 2500) < 0.001)
  }

  @Test func `a finger rests until it moves, of which no event tells`() throws {
    let getevent = """
      [ 1.0] 0003 0039 1
      [ 1.0] 0003 0036 64
      [ 1.0] 0000 0000 0
      [ 3.0] 0003 0036 5a
      [ 3.0] 0000 0000 0
      [ 3.1] 0003 0039 ffffffff
      [ 3.1] 0000 0000 0
      """
    let page = """
      [{ "type": "pointerdown", "timeStamp": 0, "clientY": 100 },
       { "type": "pointermove", "timeStamp": 2000, "clientY": 90 },
       { "type": "pointerup", "timeStamp": 2100, "clientY": 90 }]
      """
    for text in [getevent, page] {
      #expect(
        try csv(text) == [
          "0.000000,down,0.0000,100.0000", "1.943333,move,0.0000,100.0000", "2.000000,move,0.0000,90.0000",
          "2.100000,up,0.0000,90.0000",
        ])
    }
  }

  @Test func `of several devices getevent prints one event each in turn, whatever their times`() throws {
    let touch = "[   81.500000] /dev/input/event2: EV_SYN"
    let light = "[   81.500300] /dev/input/event5: EV_SYN       SYN_REPORT           00000000\n"
    let both = Self.getevent.names.replacing(touch, with: light + touch)
    #expect(both.contains(light))
    #expect(try csv(both) == csv(Self.getevent.names))
  }

  @Test func `a finger that taps another screen meanwhile leaves that one its next stroke`() throws {
    let reports = [
      (0, 2, ["0039 1", "0036 64"]), (1, 3, ["0039 1", "0036 c8"]), (2, 3, ["0039 ffffffff"]),
      (3, 2, ["0039 ffffffff"]), (5, 3, ["0039 2", "0036 12c"]), (6, 3, ["0036 c8"]),
      (7, 3, ["0039 ffffffff"]),
    ]
    let lines = reports.flatMap { tenth, device, events -> [String] in
      let rows = events.map { "0003 \($0)" } + ["0000 0000 0"]
      return rows.map { "[ 1.\(tenth)] /dev/input/event\(device): \($0)" }
    }
    #expect(
      try csv(lines.joined(separator: "\n")) == [
        "0.000000,down,0.0000,100.0000", "0.300000,up,0.0000,100.0000", "0.500000,down,0.0000,300.0000",
        "0.600000,move,0.0000,200.0000", "0.700000,up,0.0000,200.0000",
      ])
  }

  static let chrome = """
    { "traceEvents": [
      { "name": "thread_name", "ph": "M", "pid": 1, "args": { "name": "Compositor" } },
      { "name": "InputHandlerProxy::HandleGestureScrollUpdate_Result", "ph": "X", "pid": 7, "ts": 2016000,
        "args": { "scroll_deltas": { "provided_to_compositor_delta_y": -30, "visual_offset_y": "90" } } },
      { "name": "InputHandlerProxy::HandleGestureScrollUpdate", "ph": "X", "pid": 7, "ts": 2015900,
        "args": { "dx": 0, "dy": 30 } },
      { "name": "InputHandlerProxy::HandleGestureScrollUpdate_Result", "ph": "X", "pid": 7, "ts": 2000000,
        "args": { "scroll_deltas": { "provided_to_compositor_delta_y": -60, "visual_offset_y": 60 } } },
      { "name": "InputHandlerProxy::HandleGestureScrollUpdate_Result", "ph": "X", "pid": 9, "ts": 1,
        "args": { "scroll_deltas": { "visual_offset_y": 5 } } }
    ] }
    """

  @Test func `a Chrome trace says where the page that scrolls most was`() throws {
    #expect(try csv(Self.chrome) == ["0.000000,60.0000", "0.016000,90.0000"])
    let older = """
      [{ "name": "InputHandlerProxy::HandleGestureScrollUpdate", "ph": "B", "pid": 7, "ts": 50000, "args": { "dy": 4 } }]
      """
    #expect(try csv(older) == ["0.000000,0.0000", "0.016667,4.0000"])
  }

  @Test func `a recording comes back as it was`() throws {
    #expect(try csv("time_s,offset_pt\n1,5\n2,9\n") == ["0.000000,5.0000", "1.000000,9.0000"])
  }

  /// Texts, and words of their errors.
  static let mistakes = rows(
    #"""
    {} | log:1: expected a list of events, or an object with "events" or "traceEvents", found an object
    { "events": 3 } | log:1: expected a list at events, found 3
    [\n{ "type": 7 }] | log:2: expected a word in quotes at [0].type, found 7
    [\n"x"] | log:2: expected an event, an object at [0], found "x"
    [{ "type": "keydown" }] | expected events of type scroll, wheel or pointerdown, found none
    [] | expected events of type scroll, wheel or pointerdown, found none
    [{ "type": "wheel", "deltaY": 1 }] | expected a number "timeStamp" at [0]
    [{ "deltaY": "far", "timeStamp": 1 }] | expected a number at [0].deltaY, found "far"
    [{ "deltaY": 1e300, "timeStamp": 1 }] | expected a number at [0].deltaY, found 1e300
    [{ "deltaY": "nan", "timeStamp": 1 }] | expected a number at [0].deltaY, found "nan"
    [{ "deltaY": 1, "deltaMode": 2, "timeStamp": 1 }] | "deltaMode" 0 (pixels) or 1 (lines) at [0]
    [{ "deltaY": 1, "timeStamp": 50 }, { "deltaY": 1, "timeStamp": 10 }] | expected an event not before 0.05 s at [1], found 0.01 s
    [{ "deltaY": 1, "timeStamp": 0 }, { "deltaY": 1, "timeStamp": 1e9 }] | expected an event within a day of the first at [1]
    [{ "type": "scroll", "timeStamp": 1 }, { "type": "scroll" }] | a number "scrollTop" at [0]
    [{ "deltaY": 1,  | log:1: this is no valid JSON: expected a key in double quotes, found the end of the file
    { "traceEvents": [] } | expected events "InputHandlerProxy::HandleGestureScrollUpdate_Result"
    add device 1: x\nEV_ABS 0 0 | log:2: expected '[seconds]' and an event
    [ 1.0] EV_SYN SYN_REPORT | log:1: expected a type, a code and a value, found '[ 1.0] EV_SYN SYN_REPORT'
    [ 1.0x] EV_SYN SYN_REPORT 0 | log:1: expected the time in seconds between '[' and ']'
    [ 1.0] EV_ABS ABS_MT_POSITION_Y tall | log:1: expected a hexadecimal value, found 'tall'
    [ 2.0] EV_SYN SYN_REPORT 0\n[ 1.0] EV_SYN SYN_REPORT 0 | log:2: expected a time from 2.0 s on
    [ 1.0] EV_SYN SYN_REPORT 0 | expected a finger on the screen
    what is this | log:1: expected a first line 'time_s,offset_pt'
    """#)

  @Test(arguments: mistakes)
  func `what is no recording is refused with its line and key`(row: [String]) throws {
    let error = try #require(throws: TraceError.self) { try read(row[0]) }
    #expect(error.description.contains(row[1]))
  }

  @Test func `a trace as Chrome saves it must be unpacked first`() throws {
    let error = try #require(throws: TraceError.self) {
      try TraceImport.parse([0x1F, 0x8B, 8, 0], path: "trace.json.gz")
    }
    #expect(error.description.hasSuffix("found a file that gzip compressed; 'gunzip' it first"))
  }

  @Test(.timeLimit(.minutes(1))) func `a long file may be one line`() throws {
    let events = (0..<10_000).map { "{ \"deltaY\": 1, \"timeStamp\": \($0 * 16) }" }
    let rows = try csv("[" + events.joined(separator: ",") + "]")
    #expect(rows.count == 10_001)
    #expect(rows.last == "160.000667,10000.0000")
  }

  @Test func `nesting, however deep, is refused`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: TraceError.self) { try read(deep) }
    #expect(throws: TraceError.self) { try read("{ \"events\": " + deep) }
  }

  @Test(arguments: [
    getevent.names, getevent.numbers, chrome,
    "time_s,phase,x_pt,y_pt\n\(RecordingTests.stroke)\n0.11,up,10,490\n",
    "[{ \"deltaX\": 0, \"deltaY\": 2, \"timeStamp\": 1000 }, { \"deltaY\": 5, \"timeStamp\": 1016 }]",
  ])
  func `a file with any of its bytes garbled is read or refused`(whole: String) throws {
    var random = Shuffler(seed: 11)
    let limits = ScrollLimits(maximumOffset: 50_000, viewportLength: 844)
    for _ in 0..<200 {
      var bytes = [UInt8](whole.utf8)
      for _ in 0...random.next(3) { bytes[random.next(bytes.count)] = UInt8(random.next(256)) }
      guard let recording = try? TraceImport.parse(bytes, path: "log") else { continue }
      #expect(try Recording.parse(recording.csv, path: "log.csv").csv == recording.csv)
      for physics in ScrollPhysicsModels.all {
        let trace = recording.trace(physics: physics, limits: limits)
        #expect(trace.sample(at: trace.duration).phase == .idle, "\(physics.name)")
      }
    }
  }
}
