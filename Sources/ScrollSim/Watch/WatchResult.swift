internal import Foundation
internal import GalleryKit

extension WatchedVideo {
  /// The metrics of a video, all of which pixels tell.
  package static let metrics =
    ["blankAreaRatio", "scrollBlankRatio", "blankCellMs", "maxBlankRunMs"]
    + sharpnessMetrics + ["frameCount", "appearances", "timeToFirstImageMs", "timeToReadyMs"]
    + Metric.pixels.map(\.name)

  /// A single leap may be the error of reading, and so may a smaller share of cells of which nothing is known.
  private static let (fewestLeaps, mostUnknown) = (2, 0.1)

  /// Those that need to know which photos are sharp.
  private static let sharpnessMetrics = [
    "coldStartMs", "settleToFullMs", "blurredAreaRatio", "notSharpAreaRatio", "scrollNotSharpRatio",
    "cellWaitMs", "unsettledRests",
  ]

  /// - Parameter iteration: which of its videos it is, from 0.
  package func record(name: String, iteration: Int) -> RunRecord {
    let log = log
    let rate = refreshRate
    let fold = RunFold(log, refreshRate: rate, explains: false, keepsPlayback: false)
    var tally = RunTally(log, fold, refreshRate: rate, workers: 0)
    tally.frameCount = fold.sight.timeline.timeMs.count
    tally.recording = RunTally.Recording(
      seconds: seconds, changes: changes, longestGap: longestGap, torn: tornFrames)
    var record = RunRecord(
      id: "\(name)/\(iteration)",
      combination: Combination(
        strategy: name,
        choices: Dictionary(uniqueKeysWithValues: Axis.ofEveryScenario.map { ($0, "unknown") })),
      iteration: iteration, status: .completed)
    record.metrics = tally.metrics(of: .pixels).filter { Self.metrics.contains($0.key) }
    record.distributions = tally.distributions(of: .pixels).filter { Self.metrics.contains($0.key) }
    record.timeline = fold.sight.timeline
    record.timeline.imageBytes = record.timeline.timeMs.map { _ in 0 }
    record.timeline.residentBytes = record.timeline.timeMs.map { _ in 0 }
    // A recording that begins before the grid tells how long its maker waited, too.
    if seen[0].fix == nil { record.metrics["coldStartMs"] = .some(nil) }
    if let refusal {
      for name in Self.sharpnessMetrics { record.metrics[name] = .some(nil) }
      record.distributions["timeToReadyMs"] = nil
      record.warnings.append("\(path): sharpness is not measurable in this video: \(refusal).")
    }
    if map.rows.count > 1 {
      record.warnings.append(
        "\(path): expected frames that follow each other, found \(map.rows.count) places at an unknown distance from each other, "
          + "as before and after a pinch, or a scroll that is too fast to follow; cut the video at a pinch, and give a slow pass "
          + "with --map for a fast scroll.")
    }
    if leaps >= Self.fewestLeaps {
      record.warnings.append(
        "\(path): expected each photo once, found photos again in other rows (\(leaps) times), so that nothing tells how far the grid "
          + "is scrolled; show a library that holds each photo once.")
    }
    if let unknown = record.figure("unknownRatio"), unknown > Self.mostUnknown {
      record.warnings.append(
        "\(path): nothing tells what \(Int((unknown * 100).rounded())) % of the cells show, and figures are those of the others; leave "
          + "out what covers photos, such as badges, and cells that crop more than a sixth of a photo's shorter side."
      )
    }
    if !undecided.isEmpty {
      let lines = undecided.map { "\(Int($0.lowerBound)) to \(Int($0.upperBound))" }.joined(
        separator: " and ")
      record.warnings.append(
        "\(path): no photo passes the lines of pixels from \(lines), so nothing tells whether they scroll; if they do, their blank "
          + "cells are left out: give a slow pass with --map.")
    }
    return record
  }
}

extension WatchedVideo {
  /// - Throws: ``VideoError`` if the videos show grids of different sizes or columns, whose figures are no series.
  package func checkLayout(like first: WatchedVideo) throws {
    func words(_ video: WatchedVideo) -> String {
      "frames of \(video.width)×\(video.height) with \(video.columns == 1 ? "1 column" : "\(video.columns) columns")"
    }
    guard words(self) == words(first) else {
      throw VideoError(
        path: path,
        "expected \(words(first)) as in '\(first.path)', found \(words(self)); watch recordings of different layouts one by one"
      )
    }
  }
}

extension ResultFile {
  /// The result of videos of one program, in the mode `watch`.
  package init(watching videos: [WatchedVideo], name: String, provenance: Provenance) {
    let first = videos[0]
    let definitions = Metric.definitions(of: [.pixels, .frameTimes]).filter {
      WatchedVideo.metrics.contains($0.key)
    }
    let numbers = Set(videos.flatMap { $0.map.places.keys }).sorted()
    let photos = SHA256.hex(of: Array(numbers.map(String.init).joined(separator: ",").utf8))
    self.init(
      mode: .watch, verdict: .pass, provenance: provenance,
      scenario: ScenarioRecord(
        name: name,
        about:
          "What \(name) showed, read from the pixels of \(videos.count == 1 ? "a recording" : "\(videos.count) recordings").",
        sha256: photos, seed: 0, durationSeconds: first.seconds, refreshRate: first.refreshRate,
        screen: [Double(first.width), first.viewport.upperBound - first.viewport.lowerBound], scale: 1,
        columns: first.columns, decodeWorkers: 0, memoryBudgetBytes: 0, limits: [:]),
      library: LibraryRecord(photos: numbers.count, distinct: numbers.count, bytes: 0, sha256: photos),
      metricDefinitions: definitions,
      runs: videos.enumerated().map { $1.record(name: name, iteration: $0) })
  }
}
