internal import GalleryKit

/// An oddity of a trace, found before it is run: a grid that stands still hits and misses nothing.
package struct TraceNote: Hashable, Sendable {
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
  /// The start of a trace that is to meet no end, in points.
  private static let farFromEnds = 1e9
  /// A number of photos with which no layout brings the trace near an end.
  private static let endlesslyMany = 1 << 40

  /// - Parameter advice: the remedy if the trace would reach an offset, in points, beyond the content's end; a `nil` offset is
  ///   not known, since a jump in endless content goes elsewhere.
  package func notes(
    within limits: ScrollLimits, advice: (_ offset: Double?) -> String = { _ in "" }
  ) throws(TraceError) -> [TraceNote] {
    if case .session = self, limits.maximumOffset > 0 {
      // A session turns round by itself; one that is too short ends before its first burst, whatever the seed.
      return try summary(within: limits).isStill
        ? [Self.stillness("give the session more seconds in trace.session")] : []
    }
    var recording: Recording?
    if let recordingPath {
      recording = try .read(path: recordingPath, along: limits.grid?.layout.axis ?? .vertical)
    }
    if let slow = recording?.slownessNote { return [slow] }
    let endless = ScrollLimits(
      maximumOffset: 2 * Self.farFromEnds, viewportLength: limits.viewportLength,
      grid: limits.grid.map { ScrollLimits.Grid(layout: $0.layout, itemCount: Self.endlesslyMany) })
    let free = try summary(within: endless, from: Self.farFromEnds)
    let real = try summary(within: limits)
    var notes = (recording?.notes(free) ?? []) + pauseNotes
    if recording == nil, free.isStill, real.isStill {
      notes.append(Self.stillness("add one that does, as { \"fling\": 4000 }, to trace.gestures"))
    }
    guard real.distance < Self.leastShare * free.distance else { return notes }
    let beyond = free.offsets.upperBound - Self.farFromEnds + start - limits.maximumOffset
    let before = Self.farFromEnds - free.offsets.lowerBound - start
    let goes =
      "the trace goes \(Figure.fixed(real.screenfuls, 1)) of \(Figure.fixed(free.screenfuls, 1)) screenfuls"
    let advice = advice(free.jumps == 0 ? limits.maximumOffset + beyond : nil)
    if limits.maximumOffset == 0, free.layouts == 0 {
      return notes + [TraceNote("the photos fill no more than the screen: nothing scrolls\(advice)")]
    }
    if free.jumps + free.layouts > 0 {
      return notes + [TraceNote("\(goes): it is stopped by the content's ends; see trace.gestures")]
    }
    if beyond >= before { return notes + [TraceNote("\(goes): the content ends there\(advice)")] }
    // Content that is pulled beyond its start springs back.
    let reach = limits.clamp(real.offsets.upperBound) - limits.clamp(real.offsets.lowerBound)
    let remedy = try remedy(within: limits, for: real, by: before)
    return notes + [
      TraceNote(
        "\(reach == 0 ? "the trace never leaves the start" : goes): it moves towards the start, where the grid is already\(remedy)",
        leavesNothing: reach == 0
          || recording != nil && reach < Recording.leastScreenfuls * limits.viewportLength)
    ]
  }

  private func summary(
    within limits: ScrollLimits, from offset: Double? = nil
  ) throws(TraceError) -> TraceSummary {
    TraceSummary(try trace(within: limits, from: offset), viewportLength: limits.viewportLength)
  }

  /// The note on gestures or a session that leave the grid where it is, which may be the question.
  private static func stillness(_ remedy: String) -> TraceNote {
    TraceNote("the trace never moves, so that all figures are of the grid at rest; \(remedy)")
  }

  fileprivate var recordingPath: String? {
    if case .recording(let source) = self { source.path } else { nil }
  }

  /// Pauses so long that milliseconds may have been meant.
  private var pauseNotes: [TraceNote] {
    let longest = 60.0
    return gestures.compactMap { gesture in
      guard case .pause(let seconds) = gesture, seconds > longest else { return nil }
      return TraceNote(
        "a pause takes \(Figure.plain(seconds)) seconds; if milliseconds were meant, "
          + "{ \"pause\": \(Figure.plain(seconds / 1000)) } in trace.gestures")
    }
  }

  /// The remedy for a trace that is held up at the start.
  private func remedy(
    within limits: ScrollLimits, for real: TraceSummary, by distance: Double
  ) throws(TraceError) -> String {
    guard case .recording(var source) = self else { return "; see trace.gestures" }
    source.isInverted.toggle()
    let turned = try TraceSource.recording(source).summary(within: limits)
    if turned.distance > real.distance {
      return "; \"invert\": \(source.isInverted) in trace reverses it"
        + (source.isInverted ? ", or '--invert' beside '--trace'" : "")
    }
    return "; \"from\": \(Int((start + distance).rounded(.up))) in trace starts far enough from it"
  }
}

extension Recording {
  /// A recording that covers fewer screenfuls hardly moves: few rows come on screen, or none.
  fileprivate static let leastScreenfuls = 0.25
  /// A recording that is never faster than this, in points a second, is not timed in seconds: fingers are
  /// much faster.
  private static let leastSpeed = 25.0
  /// A slow recording of no more than this many seconds may simply be short.
  private static let leastSeconds = 60.0

  /// A recording so slow that its times are not in seconds.
  fileprivate var slownessNote: TraceNote? {
    guard fastest > 0, fastest < Self.leastSpeed, span > Self.leastSeconds else { return nil }
    return TraceNote(
      "the recording is nowhere faster than \(Figure.exact(fastest.rounded(toPlaces: 1), unit: "")) points a second, and takes "
        + "\(Figure.text(span, unit: "seconds")); if its times are milliseconds, divide them by 1000: time_s is in seconds",
      leavesNothing: true)
  }

  /// Oddities of a recording, regardless of the content.
  fileprivate func notes(_ free: TraceSummary) -> [TraceNote] {
    let cutOff = TraceNote("the recording has no last 'up': it ends with its last move, without momentum")
    let notes = isCutOff ? [cutOff] : []
    guard free.screenfuls < Self.leastScreenfuls else { return notes }
    let words =
      free.distance == 0
      ? "the recording never moves; record one that does"
      : "the recording hardly moves: it goes \(Figure.fixed(free.distance, 0)) points in all, "
        + "\(Figure.fixed(free.screenfuls, 2)) screenfuls; record one that goes farther, in points"
    return notes + [TraceNote(words, leavesNothing: true)]
  }
}

extension LaidOutScenario {
  /// Oddities of a trace over the photos, a sentence each; throws the one that leaves nothing to measure.
  package func traceNotes() throws(TraceError) -> [String] {
    let notes = try allTraceNotes()
    if let refusal = notes.first(where: \.leavesNothing) {
      throw .leavesNothing(path: scenario.trace.recordingPath ?? scenario.path, reason: refusal.text)
    }
    return notes.map(\.text)
  }

  /// All oddities of the trace over the photos, also those that leave nothing to measure.
  package func allTraceNotes() throws(TraceError) -> [TraceNote] {
    let most = LibrarySource.mostPhotos
    return try scenario.trace.notes(within: limits) { offset in
      let words: (photos: String, goes: String) =
        switch offset.map(photos(reaching:)) {
        case nil: ("a larger \"photos\"", "goes on")
        case let count? where count > most: ("\"photos\": \(most), the most there can be,", "goes farther")
        case let count?: ("\"photos\": \(count)", "goes on")
        }
      return switch scenario.library {
      case .synthetic: "; with \(words.photos) in library.synthetic it \(words.goes)"
      // Copies have no files to change.
      case .folder where scenario.changes != nil: ""
      case .folder:
        "; \(words.photos) beside \"path\" in library repeats the \(photoCount) photos up to that number"
      }
    }
  }

  /// A number of photos that fill the content up to a screenful beyond an offset.
  private func photos(reaching offset: Double) -> Int {
    let layout = layout
    let end = offset + layout.screenful
    return Self.rounded(
      scenario.grid.cells == .justified
        ? Int((end / layout.screenful * photosPerScreenful).rounded(.up))
        : Int((end / layout.rowPitch).rounded(.up)) * scenario.grid.columns)
  }

  /// The next number with two digits and zeros.
  private static func rounded(_ count: Int) -> Int {
    var unit = 1
    while count / unit >= 100 { unit *= 10 }
    return (count + unit - 1) / unit * unit
  }
}
