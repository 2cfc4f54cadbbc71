extension PaintedFigures {
  /// Counts the content of a display with this refresh rate: a frame stays until the next one is painted.
  public init(_ log: PaintedFrames, refreshRate: Int) {
    let shown = log.shown(refreshRate: refreshRate)
    let offsets = shown.map { log.offsets[$0] }
    var tally = RunTally(refreshRate: refreshRate, workers: 0)
    for (frame, isScrolling) in zip(shown, ScrollClock.scrolls(offsets, refreshRate: refreshRate))
    where isScrolling && log.unknownShares[frame] < 1 {
      let known = 1 - log.unknownShares[frame]
      tally.sight.scrolling.add(
        blank: log.blankShares[frame] / known, blurred: log.degradedShares[frame] / known)
    }
    tally.frameWorkMs = log.workMs
    let metrics = tally.metrics(of: .replay)
    var values: [String: Double] = [:]
    for name in ["scrollBlankRatio", "scrollNotSharpRatio"] { values[name] = metrics[name] ?? nil }
    values["peakImageBytes"] = log.peakImageBytes.map(Double.init)
    values["peakResidentBytes"] = log.peakResidentBytes.map(Double.init)
    values["frameWorkMs.p95"] = tally.distributions(of: .replay)["frameWorkMs"]?.p95
    let seconds = log.times.last ?? 0
    self.init(
      frames: log.times.count, framesPerSecond: seconds > 0 ? Double(log.times.count - 1) / seconds : nil,
      travel: ScrollSpan(offsets: offsets, refreshRate: refreshRate), values: values)
  }
}

extension ScrollSpan {
  /// Follows the offsets of a display's frames at `refreshRate` frames a second.
  package init(offsets: [Double], refreshRate: Int) {
    let frames = ScrollClock.scrolls(offsets, refreshRate: refreshRate).count(where: \.self)
    self.init(
      distance: zip(offsets, offsets.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) },
      seconds: Double(frames) / Double(refreshRate))
  }
}
