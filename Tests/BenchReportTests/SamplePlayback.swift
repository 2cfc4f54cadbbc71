import BenchReport

@testable import ScrollSim

extension Sample {
  /// Twenty laps, over which one of two lets memory grow.
  static let lapped: ResultFile = {
    func run(_ cells: String, _ verdict: GrowthRecord.Verdict, gain: Int) -> RunRecord {
      let bytes = (0..<20).map { 11_000_000 + gain * $0 }
      return Sample.run(
        "screens", cells: cells,
        growth: GrowthRecord(
          verdict: verdict, bytesPerLap: Double(gain), warmUpLaps: 5, ledgerBytes: bytes,
          liveBuffers: bytes.map { $0 / 1_000_000 }, residentBytes: bytes.map { 2 * $0 }))
    }
    return Sample.result(
      name: "laps", runs: [run("released", .flat, gain: 0), run("retained", .growing, gain: 1_000_000)])
  }()

  /// Thirty windows that differ in a parameter, most of them about as good.
  static let thirty: ResultFile = {
    var result = Sample.played
    result.runs = (0..<30).map { place in
      var run = Sample.run(
        "screens", parameters: ["leading": Double(place), "trailing": 1], blank: place < 4 ? 0.3 : 0.001,
        images: place < 4 ? 20e6 : 30e6 + Double(place) * 1e6)
      run.id = "fling/screens-\(place)/0"
      run.playback = Sample.played.runs[1].playback
      run.timeline = Sample.timeline(images: 30e6 + Double(place) * 2e6, resident: 90e6, frames: 12)
      return run
    }
    return result
  }()

  /// Three strategies on a short trace, each with a record of its frames; one knows no colours.
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
