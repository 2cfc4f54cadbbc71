package import BenchReport
internal import GalleryKit

/// A run's metrics, by the names of the metric catalogue.
package struct RunMetrics {
  package let log: RunLog
  package let fold: RunFold
  package let refreshRate: Int
  /// Decoders.
  package let workers: Int
  /// Whether the frames' work took time that means something; in a model it takes none.
  package var measuresFrames = true
  /// Whether thumbnail stores are compared.
  package var comparesStores = false
  /// Whether originals may come over a network.
  package var isRemote = false
  /// Whether the library may change.
  package var changesLibrary = false
  /// What no strategy can beat; `nil` if it is not known.
  package var bounds: [String: Double]?

  package init(_ log: RunLog, _ fold: RunFold, refreshRate: Int, workers: Int) {
    self.log = log
    self.fold = fold
    self.refreshRate = refreshRate
    self.workers = workers
  }

  private var work: WorkTally { fold.work }
  private var sight: SightTally { fold.sight }
  private var frameCount: Int { log.frames.count }
  private var periodMs: Double { 1000 / Double(refreshRate) }
  private var seconds: Double { Double(frameCount) / Double(refreshRate) }

  /// All scalar metrics; `nil` where there is nothing to divide by.
  package var scalars: [String: Double?] {
    appearances
      .merging(decoding) { $1 }
      .merging(seen) { $1 }
      .merging(smoothness) { $1 }
      .merging(cost) { $1 }
      .merging(comparesStores ? stored : [:]) { $1 }
      .merging(isRemote ? network : [:]) { $1 }
      .merging(changesLibrary ? changes : [:]) { $1 }
      .merging(bounds.map(avoidable) ?? [:]) { $1 }
  }

  /// All distributions that have a value.
  package var distributions: [String: Distribution] {
    var values: [String: [Double]] = [
      "decodeMs": work.decodeMs,
      "queueMs": work.queueMs,
      "timeToFirstImageMs": sight.timeToFirstImageMs,
      "timeToReadyMs": sight.timeToReadyMs,
      "downloadMs": work.downloads.milliseconds,
    ]
    if measuresFrames {
      values["overrunMs"] = log.frames.map(\.overrunMs)
      values["frameWorkMs"] = log.frames.map(\.workMs)
      values["changeApplyMs"] = log.changeApplyMs
    }
    return values.compactMapValues { Distribution(of: $0.map { $0.rounded(toPlaces: 3) }) }
  }

  private var appearances: [String: Double?] {
    [
      "appearances": Double(sight.appearances),
      "failedAppearances": Double(sight.failed),
      "cacheHitRate": ratio(sight.ready, sight.appearances),
      "delayedRate": ratio(sight.delayed, sight.appearances),
      "degradedRate": ratio(sight.degraded, sight.appearances),
      "missRate": ratio(sight.missed, sight.appearances),
      "revisitHitRate": ratio(sight.revisitsReady, sight.revisits),
      "byteHitRate": ratio(sight.readyBytes, sight.wantedBytes),
      "prefetchCoverage": ratio(sight.readyByPrefetch, sight.appearances),
    ]
  }

  private var decoding: [String: Double?] {
    let moves = sight.windowMoves
    return [
      "load": load,
      "decodes": Double(work.decodes),
      "decodedBytes": Double(work.decodedBytes),
      "redecodes": Double(work.redecodes),
      "duplicateDecodes": Double(work.duplicateDecodes),
      "cancelledQueued": Double(work.cancelledQueued),
      "cancelledRunning": Double(work.cancelledRunning),
      "wasteRatio": ratio(work.decodedBytes - work.shownBytes, work.decodedBytes),
      "prefetchAccuracy": ratio(work.prefetchesShown, work.prefetches),
      "redundantStarts": Double(work.redundantStarts),
      "prematureStops": Double(moves.prematureStops),
      "wrongKeyMisses": Double(work.wrongKeyMisses),
      "windowChurnPerSecond": seconds > 0
        ? (Double(moves.starts + moves.stops) / seconds).rounded(toPlaces: 3) : nil,
    ]
  }

  /// How much of the decoders' time the cells that came on screen while the grid moved would take.
  private var load: Double? {
    let seconds = Double(sight.movingFrames) / Double(refreshRate)
    guard seconds > 0, let decodeMs = work.meanImageMs else { return nil }
    return (Double(sight.movingAppearances) * decodeMs / 1000 / Double(workers) / seconds).rounded(
      toPlaces: 3)
  }

  private var seen: [String: Double?] {
    let rests = sight.framesToFull
    return [
      "blankAreaRatio": sight.whole.blank?.rounded(toPlaces: 5),
      "blurredAreaRatio": sight.whole.blurred?.rounded(toPlaces: 5),
      "notSharpAreaRatio": sight.whole.notSharp?.rounded(toPlaces: 5),
      "scrollBlankRatio": sight.scrolling.blank?.rounded(toPlaces: 5),
      "scrollNotSharpRatio": sight.scrolling.notSharp?.rounded(toPlaces: 5),
      "coldStartMs": sight.firstFullFrame.map { (Double($0) * periodMs).rounded(toPlaces: 3) },
      "blankCellMs": (Double(sight.blankCellFrames) * periodMs).rounded(toPlaces: 3),
      "maxBlankRunMs": (Double(sight.longestBlankRun) * periodMs).rounded(toPlaces: 3),
      "settleToFullMs": mean(rests.map { Double($0) * periodMs }),
      "unsettledRests": Double(sight.unsettledRests),
      "cellWaitMs": sight.appearances > 0
        ? (Double(sight.waitingCellFrames) * periodMs / Double(sight.appearances)).rounded(toPlaces: 3)
        : nil,
    ]
  }

  private var smoothness: [String: Double?] {
    guard measuresFrames, frameCount > 0 else { return ["frameCount": Double(frameCount)] }
    let lateMs = log.frames.reduce(0) { $0 + max(0, $1.overrunMs) }
    return [
      "frameCount": Double(frameCount),
      "hitchMsPerSecond": seconds > 0 ? (lateMs / seconds).rounded(toPlaces: 3) : nil,
      "jankFrames": Double(log.frames.count { $0.workMs > 2 * periodMs }),
    ]
  }

  private var cost: [String: Double?] {
    let memory = log.memory
    return [
      "baseResidentBytes": Double(memory.baseResident),
      "peakResidentBytes": Double(memory.peakResident),
      "settledResidentBytes": Double(memory.settledResident),
      "peakImageBytes": Double(memory.peakImage),
      "peakScratchBytes": Double(memory.peakScratch),
      "settledImageBytes": Double(memory.settledImage),
      "cacheExcessBytes": Double(memory.cacheExcess),
      "leftoverImageBytes": Double(memory.leftoverImage),
      "residentOverheadRatio": ratio(memory.peakResident - memory.baseResident, memory.peakLedger),
      "cpuSeconds": log.cpuSeconds.rounded(toPlaces: 3),
      "bytesRead": Double(work.bytesRead),
      "megapixelsDecoded": (Double(work.decodedPixels) / 1e6).rounded(toPlaces: 3),
    ]
  }

  private var stored: [String: Double?] {
    [
      "storeHitRate": log.storeWrittenBytes != nil
        ? ratio(work.storeHits, work.storeHits + work.decodes) : nil,
      "storeReadBytes": Double(work.storeReadBytes),
      "storeWrittenBytes": Double(log.storeWrittenBytes ?? 0),
    ]
  }

  private func avoidable(over bounds: [String: Double]) -> [String: Double?] {
    let blank = sight.scrolling.blank.flatMap { blank in bounds["scrollBlankRatio"].map { blank - $0 } }
    // Adding 0 makes a negative zero a zero.
    return ["avoidableBlankRatio": blank.map { $0.rounded(toPlaces: 5) + 0 }]
  }

  private var network: [String: Double?] {
    let downloads = work.downloads
    return [
      "downloads": Double(downloads.downloads),
      "downloadedBytes": Double(downloads.bytes),
      "downloadWasteRatio": ratio(downloads.bytes - downloads.usedBytes, downloads.bytes),
      "cancelledDownloads": Double(downloads.cancelled),
      "networkRetries": Double(downloads.retries),
      "networkFailures": Double(downloads.failures),
    ]
  }

  private var changes: [String: Double?] {
    [
      "libraryChanges": Double(sight.libraryChanges),
      "reloadedCells": Double(sight.reloads),
      "reloadHitRate": ratio(sight.reloadsReady, sight.reloads),
    ]
  }

  private func ratio(_ part: Int, _ whole: Int) -> Double? {
    whole > 0 ? (Double(part) / Double(whole)).rounded(toPlaces: 5) : nil
  }

  private func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : (values.reduce(0, +) / Double(values.count)).rounded(toPlaces: 5)
  }
}

extension Double {
  /// The nearest number with so many decimals, which keeps result files short and free of noise.
  package func rounded(toPlaces places: Int) -> Double {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
