extension PaintedFigures {
  /// Counts the content of a display with this refresh rate: a frame stays until the next one is painted.
  ///
  /// - Complexity: O(frames + refreshes).
  public init(_ log: PaintedFrames, refreshRate: Int) {
    let shown = log.shown(refreshRate: refreshRate)
    let offsets = shown.map { log.offsets[$0] }
    var tally = RunTally(refreshRate: refreshRate, workers: 0)
    for (frame, isScrolling) in zip(shown, ScrollClock.scrolls(offsets, refreshRate: refreshRate))
    where isScrolling {
      tally.sight.scrolling.add(blank: log.blankShares[frame], blurred: log.degradedShares[frame])
    }
    tally.frameWorkMs = log.workMs
    tally.memory.peakImage = log.peakImageBytes ?? 0
    tally.memory.peakResident = log.peakResidentBytes ?? 0
    let seconds = log.times.last ?? 0
    self.init(
      frames: log.times.count, framesPerSecond: seconds > 0 ? Double(log.times.count - 1) / seconds : nil,
      travel: ScrollSpan(offsets: offsets, refreshRate: refreshRate), values: tally.values(toldBy: log))
  }
}

extension RunTally {
  /// The figures that follow from a log.
  fileprivate func values(toldBy log: PaintedFrames) -> [String: Double] {
    let metrics = metrics(of: .replay)
    var told = ["scrollBlankRatio", "scrollNotSharpRatio"]
    if log.peakImageBytes != nil { told.append("peakImageBytes") }
    if log.peakResidentBytes != nil { told.append("peakResidentBytes") }
    var values: [String: Double] = [:]
    for name in told { values[name] = metrics[name] ?? nil }
    values["frameWorkMs.p95"] = distributions(of: .replay)["frameWorkMs"]?.p95
    return values
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
