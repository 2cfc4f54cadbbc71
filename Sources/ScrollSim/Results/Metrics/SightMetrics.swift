/// Visible metrics: the readiness of images when their cells appear, and the wait of cells for them.
extension Metric {
  static let appearances: [Metric] = [
    .count("appearances", .neither, "Cells that entered the viewport.") { $0.sight.appearances },
    .count(
      "failedAppearances", .lower,
      "Cells that entered the viewport and whose photo cannot be read; rates do not count them."
    ) { $0.sight.failed },
    .share("cacheHitRate", .higher, "Share of appearances whose final image was there at once.") {
      ($0.sight.ready, $0.sight.appearances)
    }.gating("hit rate"),
    .share("delayedRate", .lower, "Share of appearances whose image was still being decoded.") {
      ($0.sight.delayed, $0.sight.appearances)
    },
    .share("degradedRate", .lower, "Share of appearances that began with a smaller image.") {
      ($0.sight.degraded, $0.sight.appearances)
    },
    .share("missRate", .lower, "Share of appearances that began with nothing under way.") {
      ($0.sight.missed, $0.sight.appearances)
    },
    .share("revisitHitRate", .higher, "Share of re-appearances whose final image was there.") {
      ($0.sight.revisitsReady, $0.sight.revisits)
    },
    .share("byteHitRate", .higher, "Share of the bytes that appearances needed and found.") {
      ($0.sight.readyBytes, $0.sight.wantedBytes)
    },
    .share(
      "prefetchCoverage", .higher,
      "Share of appearances that were ready because their image had been prefetched."
    ) { ($0.sight.readyByPrefetch, $0.sight.appearances) },
  ]

  static let sight: [Metric] = [
    .number(
      "blankAreaRatio", "rate", .lower,
      "Share of the visible area, averaged over time, that had nothing to show.",
      formula: "mean over frames of (blank area ÷ visible area)"
    ) { $0.sight.whole.blank }.gating("blank"),
    .number(
      "blurredAreaRatio", "rate", .lower,
      "Share of the visible area, averaged over time, that had only a smaller image to show.",
      formula: "mean over frames of (area with a smaller image ÷ visible area)"
    ) { $0.sight.whole.blurred },
    .number(
      "notSharpAreaRatio", "rate", .lower,
      "Share of the visible area, averaged over time, that had no final image to show.",
      formula: "blankAreaRatio + blurredAreaRatio"
    ) { $0.sight.whole.notSharp }.gating("not sharp"),
    .number(
      "scrollBlankRatio", "rate", .lower,
      "Share of the visible area with nothing to show, averaged over the frames in which the grid moves or came to rest less than a second ago.",
      formula: "as blankAreaRatio, over these frames"
    ) { $0.sight.scrolling.blank }.gating("blank"),
    .number(
      "scrollNotSharpRatio", "rate", .lower,
      "Share of the visible area without its final image, averaged over the frames in which the grid moves or came to rest less than a second ago.",
      formula: "as notSharpAreaRatio, over these frames"
    ) { $0.sight.scrolling.notSharp }.gating("not sharp"),
    .number(
      "coldStartMs", "ms", .lower,
      "Time until everything on screen is final for the first time; empty if it never is.",
      formula: "number of the frame × frame period"
    ) { run in run.sight.firstFullFrame.map { Double($0) * run.periodMs } }.gating("cold start"),
    .number(
      "blankCellMs", "ms", .lower, "Time that cells were visible with nothing to show, summed.",
      formula: "blank cells, summed over frames × frame period"
    ) { Double($0.sight.blankCellFrames) * $0.periodMs },
    .number(
      "maxBlankRunMs", "ms", .lower, "Longest time that one cell was visible and blank.",
      formula: "the most frames in a row × frame period"
    ) { Double($0.sight.longestBlankRun) * $0.periodMs },
    .number(
      "settleToFullMs", "ms", .lower,
      "Time from the last motion until every visible image is final, averaged over the rests in which that happened.",
      formula: "mean over rests of (frames × frame period)", places: 5
    ) { run in run.sight.framesToFull.map { Double($0) * run.periodMs }.mean }.gating("time to sharp"),
    .count("unsettledRests", .lower, "Rests that the next motion ended before every visible image was final.")
    { $0.sight.unsettledRests },
    .number(
      "cellWaitMs", "ms", .lower, "Time a cell was visible without its final image, on average.",
      formula: "cells without a final image, summed over frames × frame period ÷ appearances"
    ) { run in
      let cells = run.sight.appearances
      return cells > 0 ? Double(run.sight.waitingCellFrames) * run.periodMs / Double(cells) : nil
    },
  ]

  static let pixels: [Metric] = [
    .number(
      "wrongPhotoRatio", "rate", .lower,
      "Share of the visible cells, weighted by their part in view and averaged over time, that showed the wrong photo.",
      formula: "mean over frames of (cells with another photo ÷ visible cells)", class: .statistical
    ) { $0.sight.wrong.mean },
    .number(
      "unknownRatio", "rate", .neither,
      "Share of the cells, weighted by their part in view and averaged over time, whose pixels do not tell what they show.",
      formula: "mean over frames of (unknown cells ÷ cells)", class: .statistical
    ) { $0.sight.unknown.mean },
    .number(
      "shownFramesPerSecond", "perSecond", .higher,
      "Frames a second that differ visibly from the one before: somewhere by more than a codec's noise.",
      formula: "frames that differ ÷ seconds from the first to the last", class: .statistical
    ) { $0.recording.flatMap { $0.seconds > 0 ? Double($0.changes) / $0.seconds : nil } },
    .number(
      "longestGapMs", "ms", .lower, "Longest time without a new frame while the grid moves.",
      formula: "the greatest difference of time stamps", class: .statistical
    ) { $0.recording.map { $0.longestGap.inMilliseconds } },
    .number(
      "tornFrames", "count", .lower,
      "Frames that show two moments, one above the other; nothing else is read from them.",
      formula: "frames in which two or more photos above or below all others are at another offset",
      class: .statistical
    ) { $0.recording.map { Double($0.torn) } },
  ].needing(.pixels)

  static let changes: [Metric] = [
    .count("libraryChanges", .neither, "Changes of the library that the grid applied.") {
      $0.sight.libraryChanges
    },
    .count(
      "reloadedCells", .lower,
      "Cells on screen that were thrown away because of a change and asked for their image again."
    ) { $0.sight.reloads },
    .share("reloadHitRate", .higher, "Share of the reloaded cells whose image was there at once.") {
      ($0.sight.reloadsReady, $0.sight.reloads)
    },
  ].needing(.changes)

  static let bounds: [Metric] = [
    .number(
      "avoidableBlankRatio", "rate", .lower,
      "Blank area while the grid scrolls above the least that any strategy can reach (`scrollBlankRatio` above its bound).",
      formula: "scrollBlankRatio − its bound"
    ) { run in
      run.sight.scrolling.blank.flatMap { blank in run.bounds["scrollBlankRatio"].map { blank - $0 } }
    },
    .added(
      "shareOfPossible", "rate", .higher,
      "Share of the possible gain over no caching at all that is reached, in area without a final image while scrolling.",
      formula: "(scrollNotSharpRatio of no caching − of this run) ÷ (of no caching − the bound)"
    ),
  ].needing(.bounds)
}
