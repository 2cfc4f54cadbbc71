package import BenchReport
internal import GalleryKit

/// Puts what was recorded and counted into the metrics of a result, by the names of the metric catalogue.
package struct RunMetrics {
  /// What only the runner knows of a run.
  package struct Frame: Sendable {
    /// Milliseconds past the deadline; negative if the frame was early.
    package var overrunMs: Double
    /// Milliseconds of work on the main path.
    package var workMs: Double

    package init(overrunMs: Double, workMs: Double) {
      self.overrunMs = overrunMs
      self.workMs = workMs
    }
  }

  /// Memory in bytes before, during and after the trace.
  package struct Memory: Sendable {
    package var baseResident: Int
    package var peakResident: Int
    package var settledResident: Int
    package var peakImage: Int
    package var settledImage: Int

    package init(
      baseResident: Int, peakResident: Int, settledResident: Int, peakImage: Int, settledImage: Int
    ) {
      self.baseResident = baseResident
      self.peakResident = peakResident
      self.settledResident = settledResident
      self.peakImage = peakImage
      self.settledImage = settledImage
    }
  }

  package let recorder: StageRecorder
  package let counts: RequestCounter.Counts
  package let frameCount: Int
  /// How long frames took; empty where time is a model's, in which frames take none.
  package let frames: [Frame]
  package let memory: Memory
  package let cpuSeconds: Double
  package let refreshRate: Int
  /// Whether originals may come over a network, so that there is something to say of it.
  package let isOverNetwork: Bool
  /// How long the main path took over each change of the library; empty in a model, `nil` where the library does not change.
  package let changeApplyMs: [Double]?

  package init(
    recorder: StageRecorder, counts: RequestCounter.Counts, frameCount: Int, frames: [Frame], memory: Memory,
    cpuSeconds: Double,
    refreshRate: Int, isOverNetwork: Bool = false, changeApplyMs: [Double]? = nil
  ) {
    self.recorder = recorder
    self.counts = counts
    self.frameCount = frameCount
    self.frames = frames
    self.memory = memory
    self.cpuSeconds = cpuSeconds
    self.refreshRate = refreshRate
    self.isOverNetwork = isOverNetwork
    self.changeApplyMs = changeApplyMs
  }

  private var periodMs: Double { 1000 / Double(refreshRate) }
  private var seconds: Double { Double(frameCount) / Double(refreshRate) }

  /// All scalar metrics; `nil` where there is nothing to divide by.
  package var scalars: [String: Double?] {
    appearances
      .merging(work) { $1 }
      .merging(sight) { $1 }
      .merging(smoothness) { $1 }
      .merging(cost) { $1 }
      .merging(stored) { $1 }
      .merging(isOverNetwork ? network : [:]) { $1 }
      .merging(changeApplyMs == nil ? [:] : changes) { $1 }
  }

  /// All distributions that have a value.
  package var distributions: [String: Distribution] {
    let values: [String: [Double]] = [
      "decodeMs": counts.decodeMs,
      "queueMs": counts.queueMs,
      "timeToFirstImageMs": recorder.timeToFirstImageMs,
      "timeToReadyMs": recorder.timeToReadyMs,
      "overrunMs": frames.map(\.overrunMs),
      "frameWorkMs": frames.map(\.workMs),
      "downloadMs": counts.downloads.milliseconds,
      "changeApplyMs": changeApplyMs ?? [],
    ]
    return values.compactMapValues { Distribution(of: $0.map { $0.rounded(toPlaces: 3) }) }
  }

  private var appearances: [String: Double?] {
    let tally = recorder.tally
    return [
      "appearances": Double(tally.appearances),
      "failedAppearances": Double(tally.failed),
      "cacheHitRate": ratio(tally.ready, tally.appearances),
      "delayedRate": ratio(tally.delayed, tally.appearances),
      "degradedRate": ratio(tally.degraded, tally.appearances),
      "missRate": ratio(tally.missed, tally.appearances),
      "revisitHitRate": ratio(tally.revisitsReady, tally.revisits),
      "byteHitRate": ratio(tally.readyBytes, tally.wantedBytes),
      "prefetchCoverage": ratio(tally.readyByPrefetch, tally.appearances),
    ]
  }

  private var work: [String: Double?] {
    let moves = recorder.windowMoves
    return [
      "decodes": Double(counts.decodes),
      "decodedBytes": Double(counts.decodedBytes),
      "redecodes": Double(counts.redecodes),
      "duplicateDecodes": Double(counts.duplicateDecodes),
      "cancelledQueued": Double(counts.cancelledQueued),
      "cancelledRunning": Double(counts.cancelledRunning),
      "wasteRatio": ratio(counts.decodedBytes - counts.shownBytes, counts.decodedBytes),
      "prefetchAccuracy": ratio(counts.prefetchesShown, counts.prefetches),
      "redundantStarts": Double(counts.redundantStarts),
      "prematureStops": Double(moves.prematureStops),
      "wrongKeyMisses": Double(counts.wrongKeyMisses),
      "windowChurnPerSecond": seconds > 0
        ? (Double(moves.starts + moves.stops) / seconds).rounded(toPlaces: 3) : nil,
    ]
  }

  private var sight: [String: Double?] {
    let tally = recorder.tally
    let rests = recorder.framesToFull
    return [
      "blankAreaRatio": mean(recorder.timeline.blankShare),
      "blurredAreaRatio": mean(recorder.timeline.blurredShare),
      "blankCellMs": (Double(recorder.blankCellFrames) * periodMs).rounded(toPlaces: 3),
      "maxBlankRunMs": (Double(recorder.longestBlankRun) * periodMs).rounded(toPlaces: 3),
      "settleToFullMs": mean(rests.map { Double($0) * periodMs }),
      "cellWaitMs": tally.appearances > 0
        ? (Double(recorder.waitingCellFrames) * periodMs / Double(tally.appearances)).rounded(toPlaces: 3)
        : nil,
    ]
  }

  private var smoothness: [String: Double?] {
    guard !frames.isEmpty else { return ["frameCount": Double(frameCount)] }
    let lateMs = frames.reduce(0) { $0 + max(0, $1.overrunMs) }
    return [
      "frameCount": Double(frameCount),
      "hitchMsPerSecond": seconds > 0 ? (lateMs / seconds).rounded(toPlaces: 3) : nil,
      "jankFrames": Double(frames.count { $0.workMs > 2 * periodMs }),
    ]
  }

  private var cost: [String: Double?] {
    [
      "baseResidentBytes": Double(memory.baseResident),
      "peakResidentBytes": Double(memory.peakResident),
      "settledResidentBytes": Double(memory.settledResident),
      "peakImageBytes": Double(memory.peakImage),
      "settledImageBytes": Double(memory.settledImage),
      "residentOverheadRatio": ratio(memory.peakResident - memory.baseResident, memory.peakImage),
      "cpuSeconds": cpuSeconds.rounded(toPlaces: 3),
      "bytesRead": Double(counts.bytesRead),
      "megapixelsDecoded": (Double(counts.decodedPixels) / 1e6).rounded(toPlaces: 3),
    ]
  }

  private var stored: [String: Double?] {
    guard counts.comparesStores else { return [:] }
    let hasStore = counts.storeWrittenBytes != nil
    return [
      "storeHitRate": hasStore ? ratio(counts.storeHits, counts.storeHits + counts.decodes) : nil,
      "storeReadBytes": Double(counts.storeReadBytes),
      "storeWrittenBytes": Double(counts.storeWrittenBytes ?? 0),
    ]
  }

  private var network: [String: Double?] {
    let downloads = counts.downloads
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
    let tally = recorder.tally
    return [
      "libraryChanges": Double(tally.libraryChanges),
      "reloadedCells": Double(tally.reloads),
      "reloadHitRate": ratio(tally.reloadsReady, tally.reloads),
    ]
  }

  private func ratio(_ part: Int, _ whole: Int) -> Double? {
    whole > 0 ? (Double(part) / Double(whole)).rounded(toPlaces: 5) : nil
  }

  private func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : (values.reduce(0, +) / Double(values.count)).rounded(toPlaces: 5)
  }
}
