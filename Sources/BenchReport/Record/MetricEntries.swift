/// The catalogue's entries, in reading order.
extension MetricCatalogue {
  typealias Entry = (String, MetricDefinition)

  static let scalarEntries = appearances + sight + changes + work + network + smoothness + memory + cost

  /// Of runs that have a thumbnail store to choose, or to do without.
  static let storeEntries: [Entry] = [
    entry(
      "storeHitRate", "rate", .exact, .higher,
      "Share of the images made that came from the thumbnail store; empty without one."),
    entry("storeReadBytes", "bytes", .exact, .neither, "Bytes of the thumbnails that the store gave."),
    entry("storeWrittenBytes", "bytes", .exact, .lower, "Bytes of the thumbnails that the store was given."),
  ]

  /// Of runs whose bounds are known.
  static let boundEntries: [Entry] = [
    entry(
      "avoidableBlankRatio", "rate", .exact, .lower,
      "Blank area while the grid scrolls above the least that any strategy can reach (`scrollBlankRatio` above its bound)."
    ),
    entry(
      "shareOfPossible", "rate", .exact, .higher,
      "How much of what can be gained over no caching at all is gained, of the area without a final image while scrolling."
    ),
  ]

  /// Of replays, which other work on the machine may disturb (``Disturbance``).
  static let disturbanceEntries: [Entry] = [
    entry(
      "disturbance", "ratio", .statistical, .neither,
      "How long decoding took for each second that it had a processor; 1 where nothing was in its way."),
    entry(
      "othersShare", "rate", .statistical, .neither,
      "Share of all processors' time that other programs had; empty where the system does not say."),
    entry(
      "stealShare", "rate", .statistical, .neither,
      "Share of all processors' time that a hypervisor gave to other guests; empty where the system does not say."
    ),
    entry(
      "queueDelayShare", "ratio", .statistical, .neither,
      "How long the run's threads waited for a processor, for each second that they had one; empty where the system does not say."
    ),
    entry(
      "canaryMs", "ms", .statistical, .neither,
      "Time that a fixed piece of work took just before the run or just after, whichever was longer."),
    entry(
      "canarySlowdown", "ratio", .statistical, .neither,
      "How many times as long that work took as at its fastest in this result."),
    entry(
      "decodeSlowdown", "ratio", .statistical, .neither,
      "How many times as long the middle image took to decode as in the fastest run of the same modes; empty where there are fewer than three."
    ),
  ]

  static let distributionEntries: [Entry] = [
    entry("decodeMs", "ms", .statistical, .lower, "Time to decode an image, without waiting."),
    entry("queueMs", "ms", .statistical, .lower, "Time an image waited for a decode thread."),
    entry(
      "timeToFirstImageMs", "ms", .statistical, .lower,
      "Time from the frame at which a cell became visible to its first image, however blurred."),
    entry(
      "timeToReadyMs", "ms", .statistical, .lower,
      "Time from the frame at which a cell became visible to its final image."),
    entry(
      "overrunMs", "ms", .statistical, .lower, "Time a frame ended past its deadline; negative is early."),
    entry("frameWorkMs", "ms", .statistical, .lower, "Time a frame's work took on the main path."),
    entry(
      "downloadMs", "ms", .statistical, .lower,
      "Time an original took to come over the network, retries and waits included."),
    entry(
      "changeApplyMs", "ms", .statistical, .lower,
      "Time the main path took over a change of the library, from asking for its details to a window that is full again."
    ),
  ]

  private static let appearances: [Entry] = [
    entry("appearances", "count", .exact, .neither, "Cells that entered the viewport."),
    entry(
      "failedAppearances", "count", .exact, .lower,
      "Cells that entered the viewport and whose photo cannot be read; no other rate counts them."),
    entry(
      "cacheHitRate", "rate", .exact, .higher, "Share of appearances whose final image was there at once."),
    entry("delayedRate", "rate", .exact, .lower, "Share of appearances whose image was still being decoded."),
    entry("degradedRate", "rate", .exact, .lower, "Share of appearances that began with a smaller image."),
    entry("missRate", "rate", .exact, .lower, "Share of appearances that began with nothing under way."),
    entry("revisitHitRate", "rate", .exact, .higher, "Share of re-appearances whose final image was there."),
    entry("byteHitRate", "rate", .exact, .higher, "Share of the bytes that appearances needed and found."),
    entry(
      "prefetchCoverage", "rate", .exact, .higher,
      "Share of appearances that were ready because their image had been prefetched."),
  ]

  private static let sight: [Entry] = [
    entry(
      "blankAreaRatio", "rate", .exact, .lower,
      "Share of the visible area, averaged over time, that had nothing to show."),
    entry(
      "blurredAreaRatio", "rate", .exact, .lower,
      "Share of the visible area, averaged over time, that had only a smaller image to show."),
    entry(
      "notSharpAreaRatio", "rate", .exact, .lower,
      "Share of the visible area, averaged over time, that had no final image to show."),
    entry(
      "scrollBlankRatio", "rate", .exact, .lower,
      "Share of the visible area with nothing to show, averaged over the frames in which the grid moves or came to rest less than a second ago."
    ),
    entry(
      "scrollNotSharpRatio", "rate", .exact, .lower,
      "Share of the visible area without its final image, averaged over the frames in which the grid moves or came to rest less than a second ago."
    ),
    entry(
      "coldStartMs", "ms", .exact, .lower,
      "Time until everything on screen is final for the first time; empty if it never is."),
    entry("blankCellMs", "ms", .exact, .lower, "Time that cells were visible with nothing to show, summed."),
    entry("maxBlankRunMs", "ms", .exact, .lower, "Longest time that one cell was visible and blank."),
    entry(
      "settleToFullMs", "ms", .exact, .lower,
      "Time from the last motion until every visible image is final, averaged over the rests that became so."),
    entry(
      "unsettledRests", "count", .exact, .lower,
      "Rests that the next motion ended before every visible image was final."),
    entry("cellWaitMs", "ms", .exact, .lower, "Time a cell was visible without its final image, on average."),
  ]

  private static let work: [Entry] = [
    entry(
      "load", "ratio", .statistical, .neither,
      "Decode time of the cells that came on screen while the grid moved, for each second of a decoder; above 1 the decoders cannot keep up."
    ),
    entry("decodes", "count", .exact, .lower, "Images decoded."),
    entry("decodedBytes", "bytes", .exact, .lower, "Bytes of the images decoded."),
    entry("redecodes", "count", .exact, .lower, "Images decoded again because they had been let go."),
    entry("duplicateDecodes", "count", .invariant, .lower, "Images decoded twice at once; must be 0."),
    entry("cancelledQueued", "count", .exact, .neither, "Decodes called off before they began."),
    entry("cancelledRunning", "count", .exact, .lower, "Decodes called off after they had begun."),
    entry("wasteRatio", "rate", .exact, .lower, "Share of the decoded bytes that never were on screen."),
    entry("prefetchAccuracy", "rate", .exact, .higher, "Share of the prefetched images that were seen."),
    entry("redundantStarts", "count", .exact, .lower, "Images asked to be cached that already were."),
    entry(
      "prematureStops", "count", .exact, .lower, "Images no longer cached though they appeared soon after."),
    entry("wrongKeyMisses", "count", .exact, .lower, "Requests whose image was cached under other options."),
    entry(
      "windowChurnPerSecond", "perSecond", .exact, .lower, "Images entering or leaving the window a second."),
  ]

  static let changes: [Entry] = [
    entry("libraryChanges", "count", .exact, .neither, "Changes of the library that the grid applied."),
    entry(
      "reloadedCells", "count", .exact, .lower,
      "Cells on screen that were thrown away because of a change and asked for their image again."),
    entry(
      "reloadHitRate", "rate", .exact, .higher, "Share of the reloaded cells whose image was there at once."),
  ]

  static let network: [Entry] = [
    entry("downloads", "count", .exact, .lower, "Originals that came whole over the network."),
    entry("downloadedBytes", "bytes", .exact, .lower, "Bytes of originals that came over the network."),
    entry(
      "downloadWasteRatio", "rate", .exact, .lower,
      "Share of the downloaded bytes whose picture was not on screen afterwards."),
    entry("cancelledDownloads", "count", .exact, .neither, "Downloads called off after they had begun."),
    entry("networkRetries", "count", .exact, .lower, "Requests that failed and were made again."),
    entry("networkFailures", "count", .exact, .lower, "Downloads that were given up."),
  ]

  private static let smoothness: [Entry] = [
    entry("frameCount", "count", .exact, .neither, "Frames shown."),
    entry(
      "hitchMsPerSecond", "msPerSecond", .statistical, .lower,
      "Lateness of the main path's frames for each second; there is no render server."),
    entry("jankFrames", "count", .statistical, .lower, "Frames whose work took over twice the frame period."),
  ]

  private static let memory: [Entry] = [
    entry("baseResidentBytes", "bytes", .statistical, .lower, "Resident memory before the first frame."),
    entry(
      "peakResidentBytes", "bytes", .bounded, .lower, "The most resident memory, by the kernel's own mark."),
    entry("settledResidentBytes", "bytes", .bounded, .lower, "Resident memory when all is over and at rest."),
    entry("peakImageBytes", "bytes", .bounded, .lower, "The most memory that images held at once."),
    entry(
      "peakScratchBytes", "bytes", .bounded, .lower,
      "The most working memory that decoders held at once, which no image of a cell or a cache is part of."),
    entry("settledImageBytes", "bytes", .bounded, .lower, "Memory that images hold when all is at rest."),
    entry(
      "cacheExcessBytes", "bytes", .invariant, .lower,
      "The most by which cached images were over the memory budget; must be 0."),
    entry(
      "leftoverImageBytes", "bytes", .invariant, .lower,
      "Memory that images still hold when the grid is gone and nothing is cached; must be 0."),
    entry(
      "residentOverheadRatio", "ratio", .bounded, .lower,
      "Growth of resident memory over the base, for each byte of images and of working memory at the peak."),
  ]

  private static let cost: [Entry] = [
    entry("cpuSeconds", "seconds", .statistical, .lower, "Processor time of all threads."),
    entry("bytesRead", "bytes", .exact, .lower, "Bytes of originals read."),
    entry("megapixelsDecoded", "megapixels", .exact, .lower, "Pixels that decoders put out, in millions."),
  ]

  private static func entry(
    _ name: String, _ unit: String, _ class: MetricDefinition.Class, _ better: MetricDefinition.Direction,
    _ about: String
  ) -> Entry {
    (name, MetricDefinition(unit: unit, class: `class`, better: better, about: about))
  }
}
