/// Metrics of work: decoding, caching ahead, downloads, thumbnail stores.
extension Metric {
  static let work: [Metric] = [
    .number(
      "load", "ratio", .neither,
      "Decode time of the cells that came on screen while the grid moved, for each second of a decoder; above 1 the decoders cannot keep up.",
      formula:
        "appearances while the grid moves × mean seconds of a final image ÷ decoders ÷ seconds of motion",
      class: .statistical
    ) { run in
      let seconds = Double(run.sight.movingFrames) / Double(run.refreshRate)
      guard seconds > 0, let imageMs = run.work.meanImageMs else { return nil }
      return Double(run.sight.movingAppearances) * imageMs / 1000 / Double(run.workers) / seconds
    },
    .count("decodes", .lower, "Images decoded.") { $0.work.decodes }.gating("decodes"),
    .bytes("decodedBytes", .lower, "Bytes of the images decoded.") { $0.work.decodedBytes },
    .count("redecodes", .lower, "Images decoded again because they had been let go.") { $0.work.redecodes },
    .count("duplicateDecodes", .lower, "Images decoded twice at once; must be 0.", class: .invariant) {
      $0.work.duplicateDecodes
    },
    .count("cancelledQueued", .neither, "Decodes called off before they began.") { $0.work.cancelledQueued },
    .count("cancelledRunning", .lower, "Decodes called off after they had begun.") {
      $0.work.cancelledRunning
    },
    .share("wasteRatio", .lower, "Share of the decoded bytes that were never on screen.") {
      ($0.work.decodedBytes - $0.work.shownBytes, $0.work.decodedBytes)
    },
    .share("prefetchAccuracy", .higher, "Share of the prefetched images that were seen.") {
      ($0.work.prefetchesShown, $0.work.prefetches)
    },
    .count("redundantStarts", .lower, "Images asked to be cached that already were.") {
      $0.work.redundantStarts
    },
    .count(
      "prematureStops", .lower,
      "Images that came on screen less than a second after caching had been stopped for them."
    ) { $0.sight.prematureStops },
    .count("wrongKeyMisses", .lower, "Requests whose image was cached under other options.") {
      $0.work.wrongKeyMisses
    },
    .number(
      "windowChurnPerSecond", "perSecond", .lower, "Images entering or leaving the window per second.",
      formula: "(images that enter + images that leave) ÷ seconds of the trace"
    ) { $0.perSecond(Double($0.sight.windowStarts + $0.sight.windowStops)) },
  ]

  static let network: [Metric] = [
    .count("downloads", .lower, "Originals that were downloaded completely.") { $0.downloads.whole },
    .bytes("downloadedBytes", .lower, "Bytes of originals that came over the network.") {
      $0.downloads.bytes
    },
    .share(
      "downloadWasteRatio", .lower,
      "Share of the downloaded bytes whose picture was not on screen afterwards."
    ) { ($0.downloads.bytes - $0.downloads.usedBytes, $0.downloads.bytes) },
    .count("cancelledDownloads", .neither, "Downloads called off after they had begun.") {
      $0.downloads.cancelled
    },
    .count("networkRetries", .lower, "Requests that failed and were made again.") { $0.downloads.retries },
    .count("networkFailures", .lower, "Downloads that were given up.") { $0.downloads.failures },
  ].needing(.network)

  static let stores: [Metric] = [
    .share(
      "storeHitRate", .higher,
      "Share of the images made that came from the thumbnail store; empty without one."
    ) { $0.storeWrittenBytes == nil ? (0, 0) : ($0.work.storeHits, $0.work.storeHits + $0.work.decodes) },
    .bytes("storeReadBytes", .neither, "Bytes of the thumbnails that the store gave.") {
      $0.work.storeReadBytes
    },
    .bytes("storeWrittenBytes", .lower, "Bytes of the thumbnails that the store was given.") {
      $0.storeWrittenBytes ?? 0
    },
  ].needing(.stores)
}
