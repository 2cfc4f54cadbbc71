internal import GalleryKit

/// An oddity of a trace, found before it is run: a grid that stands still hits and misses nothing.
package struct TraceNote: Hashable, Sendable {
  /// The oddity in a sentence, with the key to change.
  package let text: String
  /// Whether a run would have nothing to measure.
  package let leavesNothing: Bool

  fileprivate init(_ text: String, leavesNothing: Bool = false) {
    (self.text, self.leavesNothing) = (text, leavesNothing)
  }
}

extension TraceSource {
  /// A trace that covers less than this share of its own way is held up by the content's ends.
  private static let leastShare = 0.9
  /// A recording that covers fewer screenfuls hardly moves: few rows come on screen, or none.
  private static let leastScreenfuls = 0.25
  /// A recording that is nowhere faster, in points a second, is timed in other units than seconds: fingers are, by far.
  private static let leastSpeed = 25.0
  /// The start of a trace that is to meet no end, in points.
  private static let farFromEnds = 1e9
  /// A number of photos with which no layout brings the trace near an end.
  private static let endlesslyMany = 1 << 40

  /// The oddities of the trace.
  ///
  /// - Parameters:
  ///   - limits: how far the content scrolls.
  ///   - advice: the remedy where the trace would come to an offset, in points, beyond the content's end.
  /// - Throws: ``TraceError`` if the recording cannot be read, or the physics does not exist.
  package func notes(
    within limits: ScrollLimits, advice: (_ offset: Double) -> String = { _ in "" }
  ) throws(TraceError) -> [TraceNote] {
    // A session turns round by itself.
    if case .session = self, limits.maximumOffset > 0 { return [] }
    if let slow = try slownessNote(along: limits.grid?.layout.axis ?? .vertical) { return [slow] }
    let endless = ScrollLimits(
      maximumOffset: 2 * Self.farFromEnds, viewportLength: limits.viewportLength,
      grid: limits.grid.map { ScrollLimits.Grid(layout: $0.layout, itemCount: Self.endlesslyMany) })
    let free = TraceSummary(try trace(within: endless, from: Self.farFromEnds), limits)
    let real = TraceSummary(try trace(within: limits), limits)
    var notes = try recordingNotes(free) + pauseNotes
    guard real.distance < Self.leastShare * free.distance else { return notes }
    let beyond = free.offsets.upperBound - Self.farFromEnds + start - limits.maximumOffset
    let before = Self.farFromEnds - free.offsets.lowerBound - start
    let way = "\(Figure.fixed(real.screenfuls, 1)) of \(Figure.fixed(free.screenfuls, 1)) screenfuls"
    if limits.maximumOffset == 0 {
      notes.append(
        TraceNote(
          "the photos fill no more than the screen: nothing scrolls\(advice(limits.maximumOffset + beyond))")
      )
    } else if free.jumps + free.layouts > 0 {
      notes.append(
        TraceNote("the trace goes \(way): the content's ends hold it up; see trace.gestures"))
    } else if beyond >= before {
      notes.append(
        TraceNote("the trace goes \(way): the content ends there\(advice(limits.maximumOffset + beyond))"))
    } else {
      // Content that is pulled beyond its start springs back.
      let reach = limits.clamp(real.offsets.upperBound) - limits.clamp(real.offsets.lowerBound)
      let howFar = reach == 0 ? "the trace never leaves the start" : "the trace goes \(way)"
      notes.append(
        TraceNote(
          "\(howFar): it moves towards the start, where the grid is already\(try remedy(within: limits, for: real, by: before))",
          leavesNothing: reach == 0
            || recordingPath != nil && reach < Self.leastScreenfuls * limits.viewportLength))
    }
    return notes
  }

  /// The file of a recording; `nil` for other traces.
  fileprivate var recordingPath: String? {
    if case .recording(let source) = self { source.path } else { nil }
  }

  /// A recording so slow that its times are not in seconds.
  private func slownessNote(along axis: GridLayout.Axis) throws(TraceError) -> TraceNote? {
    guard case .recording(let source) = self else { return nil }
    let recording = try Recording.read(path: source.path, along: axis)
    let fastest = recording.fastest
    guard fastest > 0, fastest < Self.leastSpeed, recording.span > Self.leastSeconds else { return nil }
    return TraceNote(
      "the recording is nowhere faster than \(Figure.exact(fastest.rounded(toPlaces: 1), unit: "")) points a second, and takes "
        + "\(Figure.text(recording.span, unit: "seconds")); if its times are milliseconds, divide them by 1000: time_s is in seconds",
      leavesNothing: true)
  }

  /// A slow recording of so many seconds may only be short.
  private static let leastSeconds = 60.0

  /// Oddities of a recording, regardless of the content.
  private func recordingNotes(_ free: TraceSummary) throws(TraceError) -> [TraceNote] {
    guard case .recording(let source) = self else { return [] }
    let isCutOff = try Recording.read(path: source.path).isCutOff
    let hardlyMoves = free.screenfuls < Self.leastScreenfuls
    return [
      isCutOff
        ? TraceNote("the recording has no last 'up': it ends with its last move, without momentum") : nil,
      free.distance == 0
        ? TraceNote("the recording never moves; record one that does", leavesNothing: true)
        : hardlyMoves
          ? TraceNote(
            "the recording hardly moves: it goes \(Figure.fixed(free.distance, 0)) points in all, "
              + "\(Figure.fixed(free.screenfuls, 2)) screenfuls; record one that goes farther, in points",
            leavesNothing: true) : nil,
    ].compactMap(\.self)
  }

  /// Pauses so long that milliseconds may have been meant.
  private var pauseNotes: [TraceNote] {
    let longest = 60.0
    return gestures.compactMap { gesture in
      guard case .pause(let seconds) = gesture, seconds > longest else { return nil }
      return TraceNote(
        "a pause takes \(FieldReader.text(seconds)) seconds; if milliseconds were meant, "
          + "{ \"pause\": \(FieldReader.text(seconds / 1000)) } in trace.gestures")
    }
  }

  /// The remedy for a trace that is held up at the start.
  private func remedy(
    within limits: ScrollLimits, for real: TraceSummary, by distance: Double
  ) throws(TraceError) -> String {
    guard case .recording(var source) = self else { return "; see trace.gestures" }
    source.isInverted.toggle()
    let turned = TraceSummary(try TraceSource.recording(source).trace(within: limits), limits)
    if turned.distance > real.distance {
      return "; \"invert\": \(source.isInverted) in trace turns it round"
        + (source.isInverted ? ", or '--invert' beside '--trace'" : "")
    }
    return "; \"from\": \(Int((start + distance).rounded(.up))) in trace starts far enough from it"
  }
}

extension TraceSummary {
  fileprivate init(_ trace: ScrollTrace, _ limits: ScrollLimits) {
    self.init(trace, viewportLength: limits.viewportLength)
  }
}

extension LaidOutScenario {
  /// Oddities of a trace that is to be run over the photos, a sentence each; empty if there are none.
  ///
  /// - Throws: ``TraceError/leavesNothing(path:reason:)`` if a run would have nothing to measure, or another one if a recording
  ///   cannot be read, or its physics does not exist.
  package func traceNotes() throws(TraceError) -> [String] {
    let notes = try allTraceNotes()
    if let refusal = notes.first(where: \.leavesNothing) {
      throw .leavesNothing(path: scenario.trace.recordingPath ?? scenario.path, reason: refusal.text)
    }
    return notes.map(\.text)
  }

  /// All oddities of the trace over the photos, also those that leave nothing to measure.
  ///
  /// - Throws: ``TraceError`` if a recording cannot be read, or its physics does not exist.
  package func allTraceNotes() throws(TraceError) -> [TraceNote] {
    let layout = layout
    return try scenario.trace.notes(within: limits) { offset in
      let rows = ((offset + layout.screenful) / layout.rowPitch).rounded(.up)
      let screenfuls = (offset + layout.screenful) / layout.screenful
      let photos = Self.rounded(
        scenario.grid.cells == .justified
          ? Int((screenfuls * photosPerScreenful).rounded(.up)) : Int(rows) * scenario.grid.columns)
      return switch scenario.library {
      case .synthetic: "; with \"photos\": \(photos) in library.synthetic it goes on"
      case .folder:
        "; \"photos\": \(photos) beside \"path\" in library repeats the \(photoCount) photos up to so many"
      }
    }
  }

  /// The next number with two digits and zeros.
  private static func rounded(_ count: Int) -> Int {
    var unit = 1
    while count / unit >= 100 { unit *= 10 }
    return (count + unit - 1) / unit * unit
  }
}
