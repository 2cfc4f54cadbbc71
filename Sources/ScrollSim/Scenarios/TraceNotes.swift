internal import BenchReport
internal import GalleryKit

/// Notes on oddities of a trace before it is run: a grid that stands still hits and misses nothing.
extension TraceSource {
  /// A trace that covers less than this share of its own way is held up by the content's ends.
  private static let leastShare = 0.9
  /// The start of a trace that is to meet no end, in points.
  private static let farFromEnds = 1e9
  /// A number of photos with which no layout brings the trace near an end.
  private static let endlesslyMany = 1 << 40

  /// A sentence for each oddity, with the key to change.
  ///
  /// - Parameters:
  ///   - limits: how far the content scrolls.
  ///   - advice: the remedy where the trace would come to an offset, in points, beyond the content's end.
  /// - Throws: ``TraceError`` if the recording cannot be read, or the physics does not exist.
  package func notes(
    within limits: ScrollLimits, advice: (_ offset: Double) -> String = { _ in "" }
  ) throws(TraceError) -> [String] {
    // A session turns round by itself.
    if case .session = self, limits.maximumOffset > 0 { return [] }
    let endless = ScrollLimits(
      maximumOffset: 2 * Self.farFromEnds, viewportLength: limits.viewportLength,
      grid: limits.grid.map { ScrollLimits.Grid(layout: $0.layout, itemCount: Self.endlesslyMany) })
    let free = TraceSummary(try trace(within: endless, from: Self.farFromEnds), limits)
    let real = TraceSummary(try trace(within: limits), limits)
    var notes = try recordingNotes(moves: free.distance > 0) + pauseNotes
    guard real.distance < Self.leastShare * free.distance else { return notes }
    let beyond = free.offsets.upperBound - Self.farFromEnds + start - limits.maximumOffset
    let before = Self.farFromEnds - free.offsets.lowerBound - start
    let way = "\(Figure.fixed(real.screenfuls, 1)) of \(Figure.fixed(free.screenfuls, 1)) screenfuls"
    if limits.maximumOffset == 0 {
      notes.append(
        "the photos fill no more than the screen: nothing scrolls\(advice(limits.maximumOffset + beyond))")
    } else if free.jumps + free.layouts > 0 {
      notes.append("the trace goes \(way): the content's ends hold it up; see trace.gestures")
    } else if beyond >= before {
      notes.append(
        "the trace goes \(way): the content ends there\(advice(limits.maximumOffset + beyond))")
    } else {
      let howFar = real.distance == 0 ? "the trace never leaves the start" : "the trace goes \(way)"
      notes.append(
        "\(howFar): it moves towards the start, where the grid is already\(try remedy(within: limits, for: real, by: before))"
      )
    }
    return notes
  }

  /// Oddities of a recording, regardless of the content.
  private func recordingNotes(moves: Bool) throws(TraceError) -> [String] {
    guard case .recording(let source) = self else { return [] }
    let isCutOff = try Recording.read(path: source.path).isCutOff
    return [
      isCutOff ? "the recording has no last 'up': it ends with its last move, without momentum" : nil,
      moves ? nil : "the recording never moves",
    ].compactMap(\.self)
  }

  /// Pauses so long that milliseconds may have been meant.
  private var pauseNotes: [String] {
    guard case .gestures(let script, physics: _) = self else { return [] }
    let longest = 60.0
    return (script.before + script.gestures).compactMap { gesture in
      guard case .pause(let seconds) = gesture, seconds > longest else { return nil }
      return "a pause takes \(FieldReader.text(seconds)) seconds; if milliseconds were meant, "
        + "{ \"pause\": \(FieldReader.text(seconds / 1000)) } in trace.gestures"
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
  /// Oddities of the trace over the photos, a sentence each; empty if there are none.
  ///
  /// - Throws: ``TraceError`` if a recording cannot be read, or its physics does not exist.
  package func traceNotes() throws(TraceError) -> [String] {
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
