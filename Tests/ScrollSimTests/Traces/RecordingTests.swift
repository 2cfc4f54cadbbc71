import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

struct RecordingTests {
  let limits = ScrollLimits(maximumOffset: 50_000, viewportLength: 844)

  func play(
    _ text: String, from: Double = 0, inverted: Bool = false, repetitions: Int = 1
  ) throws -> ScrollTrace {
    try Recording.parse(text, path: "swipe.csv")
      .trace(
        physics: UIScrollViewPhysics.normal, limits: limits, from: from, inverted: inverted,
        repetitions: repetitions, settle: 0.5)
  }

  @Test func `an offset is followed in straight lines from where the content is`() throws {
    let trace = try play("time_s,offset_pt\n5.0,100\n5.1,150\n5.3,50\n", from: 1000)
    for (time, offset) in [(0.05, 1025.0), (0.1, 1050), (0.2, 1000), (0.3, 950)] {
      #expect(abs(trace.sample(at: time).offset - offset) < 1e-9)
    }
    #expect(abs(trace.duration - 0.8) < 1e-9)
    #expect(trace.sample(at: 0.8).phase == .idle)
  }

  @Test func `of a finger its y counts down a grid, and its x along one that scrolls sideways`() throws {
    let text = "time_s,phase,x_pt,y_pt\n0,down,300,500\n0.01,move,280,501\n0.02,up,280,501\n"
    func places(_ axis: GridLayout.Axis) throws -> [[Double]] {
      let stroke = try #require(Recording.parse(text, path: "swipe.csv", along: axis).strokes.first)
      return stroke.points.map { [$0.offset, $0.across] }
    }
    #expect(try places(.vertical) == [[-500, 300], [-501, 280]])
    #expect(try places(.horizontal) == [[-300, 500], [-280, 501]])
  }

  @Test func `times may count from 1970`() throws {
    let trace = try play("time_s,offset_pt\n1764402300.5,0\n1764402301,200\n")
    #expect(trace.sample(at: 0.25).offset == 100)
  }

  @Test func `a recorded velocity is the slope over fifty milliseconds`() throws {
    let trace = try play("time_s,offset_pt\n0,0\n0.1,100\n0.2,300\n")
    for (time, velocity) in [(0.05, 1000.0), (0.1, 1500), (0.15, 2000)] {
      #expect(abs(trace.sample(at: time).velocity - velocity) < 1e-6)
    }
  }

  @Test func `an offset that stays is rest, and one that moves is dragging`() throws {
    let trace = try play("time_s,offset_pt\n0,0\n0.1,100\n0.5,100\n0.6,200\n")
    #expect([0.05, 0.3, 0.55].map { trace.sample(at: $0).phase } == [.dragging, .idle, .dragging])
    #expect(trace.sample(at: 0.3).velocity == 0)
  }

  @Test func `a recording goes the other way if inverted, and waits at an end until it turns back`() throws {
    let inverted = try play("time_s,offset_pt\n0,0\n0.1,-80\n", from: 100, inverted: true)
    #expect(inverted.sample(at: 0.1).offset == 180)
    let held = try play("time_s,offset_pt\n0,0\n0.1,-500\n0.2,-400\n", from: 100)
    #expect([0.1, 0.2].map { held.sample(at: $0).offset } == [0, 100])
  }

  @Test func `a repeated recording starts where it ended`() throws {
    let trace = try play("time_s,offset_pt\n0,0\n0.2,50\n", repetitions: 3)
    #expect(abs(trace.sample(at: 0.6).offset - 150) < 1e-9)
    #expect(abs(trace.duration - 1.1) < 1e-9)
  }

  @Test func `played twice as fast, a recorded offset rests as long and moves in half the time`() throws {
    let slow = try play("time_s,offset_pt\n0,0\n1,0\n1.5,500\n3.5,500\n4,1000\n")
    let fast = slow.played(at: 2)
    #expect(fast.duration == slow.duration - 0.5)
    #expect(fast.sample(at: 0.99) == slow.sample(at: 0.99))
    #expect(abs(fast.sample(at: 1.125).offset - 250) < 1e-9)
    #expect(abs(fast.sample(at: 1.125).velocity - 2000) < 1e-6)
    for time in [1.25, 2.25, 3.24] {
      #expect(fast.sample(at: time) == ScrollSample(offset: 500, velocity: 0, phase: .idle), "at \(time) s")
    }
    #expect(abs(fast.sample(at: 3.375).offset - 750) < 1e-9)
    #expect(fast.sample(at: 3.5).offset == 1000)
  }

  /// A finger that moves up by 1000 t² points: 200 pt/s at 0.1 s.
  static let stroke = (0...10)
    .map { index in
      let time = Double(index) / 100
      return "\(time),\(index == 0 ? "down" : "move"),10,\(500 - 1000 * time * time)"
    }
    .joined(separator: "\n")

  @Test func `a finger that moves up scrolls towards the end`() throws {
    let trace = try play("time_s,phase,x_pt,y_pt\n\(Self.stroke)\n0.11,up,10,490\n", from: 50)
    #expect(abs(trace.sample(at: 0.1).offset - 60) < 1e-9)
    #expect(trace.sample(at: 0.05).phase == .dragging)
  }

  @Test func `the release velocity is the slope of the parabola that fits best`() throws {
    let trace = try play("time_s,phase,x_pt,y_pt\n\(Self.stroke)\n0.11,up,10,490\n")
    #expect(abs(trace.sample(at: 0.11).velocity - 200) < 1e-6)
    let rest = try #require(trace.sample(at: 0.12).phase.restingOffset, "momentum goes on after the release")
    #expect(abs(rest - 10 - 200 * 0.4995) < 0.1)
  }

  @Test(arguments: [
    ("\(stroke)\n0.15,up,10,490", 0.151), ("\(stroke)\n0.11,cancel,10,490", 0.111),
    ("0,down,0,100\n0.01,move,0,80\n0.02,up,0,80", 0.021),
  ])
  func `a finger that had stopped, that the system took away, or with two positions gives no momentum`(
    finger: String, time: Double
  ) throws {
    #expect(try play("time_s,phase,x_pt,y_pt\n\(finger)\n").sample(at: time).phase == .idle)
  }

  @Test func `a recording that ends under a finger ends with its last move, without momentum`() throws {
    let text = "time_s,phase,x_pt,y_pt\n\(Self.stroke)\n"
    let recording = try Recording.parse(text, path: "swipe.csv")
    #expect(recording.isCutOff)
    let trace = try play(text, from: 50)
    #expect(abs(trace.sample(at: trace.duration).offset - 60) < 1e-9)
    #expect(try !Recording.parse(text + "0.11,up,10,490\n", path: "swipe.csv").isCutOff)
  }

  @Test func `a finger that is logged at its two ends alone goes from one to the other`() throws {
    for (phase, offset) in [("up", 450.0), ("cancel", 50)] {
      let trace = try play("time_s,phase,x_pt,y_pt\n0,down,9,700\n0.2,\(phase),9,300\n", from: 50)
      #expect(trace.sample(at: 0.2) == ScrollSample(offset: offset, velocity: 0, phase: .idle), "\(phase)")
    }
  }

  @Test func `a second finger stops the momentum of the first`() throws {
    let trace = try play(
      "time_s,phase,x_pt,y_pt\n\(Self.stroke)\n0.11,up,10,490\n0.50,down,10,300\n0.55,up,10,300")
    #expect(trace.sample(at: 0.49).velocity > 50)
    #expect(trace.sample(at: 0.5).velocity == 0)
    #expect(trace.sample(at: 0.56).phase == .idle)
  }

  @Test(arguments: [
    ("", 1, "time_s,offset_pt", "an empty file"),
    ("a,b\n", 1, "time_s,offset_pt", "'a,b'"),
    ("[\n]", 1, "time_s,offset_pt", "'['; 'scrollsim trace import' makes one of it"),
    ("time_s,offset_pt\n0,0\n0.1\n", 3, "2 values", "1: '0.1'"),
    ("time_s,offset_pt\n0,0\n0.1,fast\n", 3, "the offset", "'fast'"),
    ("time_s,offset_pt\n0,0\n0.1,\n", 3, "the offset", "nothing"),
    ("time_s,offset_pt\n0,0\n0.1,nan\n", 3, "the offset", "'nan'"),
    ("time_s,offset_pt\n0,0\n\n0.1,1\n0.1,2\n", 5, "a time after 0.1 s", "0.1 s"),
    ("time_s,offset_pt\n0,0\n", 2, "at least two offsets", "1"),
    ("time_s,offset_pt\n0,0\n86401,1\n", 3, "a time within a day of the first", "86401.0 s after it"),
    ("time_s,phase,x_pt,y_pt\n0,move,1,1\n", 2, "'down'", "'move'"),
    ("time_s,phase,x_pt,y_pt\n0,down,1,1\n0.1,down,1,1\n", 3, "'move', 'up' or 'cancel'", "'down'"),
    ("time_s,phase,x_pt,y_pt\n", 1, "at least one finger's stroke", "none"),
  ])
  func `a broken recording is refused with its line`(
    text: String, line: Int, expected: String, found: String
  ) throws {
    let error = try #require(throws: TraceError.self) { try Recording.parse(text, path: "swipe.csv") }
    let words = error.description
    #expect(words.hasPrefix("swipe.csv:\(line): expected "), "\(words)")
    #expect(words.contains(expected) && words.hasSuffix(", found \(found)"), "\(words)")
  }

  @Test(arguments: [
    "time_s,offset_pt\n0.000000,-4.0000\n0.100000,12.5000\n",
    """
    time_s,phase,x_pt,y_pt
    0.000000,down,12.5000,700.0000
    0.050000,move,12.5000,600.2500
    0.060000,up,12.5000,600.2500
    0.200000,down,12.5000,500.0000
    0.300000,cancel,12.5000,500.0000
    1.000000,down,12.5000,9.0000
    1.100000,move,12.5000,8.0000

    """,
    // Less than a microsecond apart, the first of two is still where the scroll begins.
    "time_s,offset_pt\n0.0,0.0000\n3e-07,100.0000\n",
    """
    time_s,phase,x_pt,y_pt
    0.0,down,9.0000,700.0000
    3e-07,move,9.0000,600.0000
    1.0,up,9.0000,600.0000

    """,
  ])
  func `a recording is written as it is read`(text: String) throws {
    #expect(try Recording.parse(text, path: "swipe.csv").csv == text)
  }

  @Test func `a file with carriage returns, a byte order mark and blanks is still read`() throws {
    let trace = try play("\u{FEFF}time_s, offset_pt\r\n0, 0\r\n0.1 ,7\r\n\r\n")
    #expect(trace.sample(at: 0.1).offset == 7)
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.skipReason)),
    arguments: [
      ("wheel/swipe-up-trackpad", false, 3835.0), ("wheel/swipe-down-fast-trackpad", true, 7289),
      ("wheel/slow-drag-right", true, 1406), ("wheel/win-chrome-right-ptp", true, 1786.5),
    ])
  func `a real wheel recording goes as far as it was recorded`(
    name: String, inverted: Bool, distance: Double
  ) throws {
    let path = try #require(SharedData.root) + "/traces/\(name).csv"
    let trace = try Recording.read(path: path)
      .trace(physics: UIScrollViewPhysics.normal, limits: limits, inverted: inverted)
    #expect(abs(trace.sample(at: trace.duration).offset - distance) < 1e-6)
    #expect(trace.samples(refreshRate: 120).allSatisfy { abs($0.velocity) < 20_000 })
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.skipReason)),
    arguments: [
      ("01", -1304.70), ("03", 36.90), ("05", 2910.11), ("07", -2106.23), ("09", 3288.13),
      ("11", -2711.22), ("13", -3716.74),
    ])
  func `a real flick is let go at the velocity that Flutter and Android find in it`(
    name: String, velocity: Double
  ) throws {
    let path = try #require(SharedData.root) + "/traces/touch/gesture-\(name).csv"
    let trace = try Recording.read(path: path)
      .trace(physics: UIScrollViewPhysics.normal, limits: limits, from: 20_000)
    let release = try #require(trace.samples(refreshRate: 1000).first { $0.phase != .dragging })
    // By then it is at most a millisecond, 0.2 %, slower.
    #expect(abs(release.velocity / velocity - 1) < 0.003)
    #expect(release.phase.restingOffset != nil, "momentum goes on after the release")
  }
}

extension Recording {
  /// What the finger did; nothing in a recording of offsets.
  var strokes: [Stroke] { if case .strokes(let strokes) = content { strokes } else { [] } }
}

extension ScrollState.Phase {
  /// Where momentum leads; `nil` without any.
  var restingOffset: Double? { if case .decelerating(let offset) = self { offset } else { nil } }
}
