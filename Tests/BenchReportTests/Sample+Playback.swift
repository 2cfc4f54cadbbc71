import BenchReport

extension Sample {
  /// Three strategies on a short trace, each of which says what its frames showed; one knows no colours.
  static let played: ResultFile = {
    func take(_ strategy: String, images: Double, blank: [Double], colours: [Int: CellColour]?) -> RunRecord {
      var run = Sample.run(strategy, blank: blank.reduce(0, +) / 12, images: images)
      run.timeline = Sample.timeline(images: images, resident: 2 * images, frames: 12)
      run.timeline.blankShare = blank + Array(repeating: 0, count: 12 - blank.count)
      let changes =
        (0..<24).map { CellChange(frame: 0, item: $0, state: $0 < 12 ? .final : .blank) }
        + (12..<24).map { CellChange(frame: 6, item: $0, state: .degraded) }
      run.playback = PlaybackRecord(changes, colours: colours)
      return run
    }
    let red = Dictionary(
      uniqueKeysWithValues: (0..<24).map { ($0, CellColour(red: 200, green: 60, blue: 40)) })
    var played = Sample.result(
      runs: [
        take("none", images: 20e6, blank: [0.2, 0.2, 0.5, 0.2], colours: nil),
        take("screens", images: 90e6, blank: [0.1, 0.1], colours: red),
        take("keep-all", images: 900e6, blank: [], colours: red),
      ])
    played.scenario.spacing = 2
    return played
  }()
}
