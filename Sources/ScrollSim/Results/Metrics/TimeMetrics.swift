/// The smoothness of frames, and the times of images, frames, downloads and changes.
extension Metric {
  static let frames: [Metric] = [
    .count("frameCount", .neither, "Frames shown.") { $0.frameCount }
  ]

  static let lateness: [Metric] = [
    .number(
      "hitchMsPerSecond", "msPerSecond", .lower,
      "Lateness of the main path's frames for each second; there is no render server.",
      formula: "sum over frames of overrunMs above 0 ÷ seconds of the trace", class: .statistical
    ) { $0.perSecond($0.overrunMs.reduce(0) { $0 + max(0, $1) }) }.gating("hitches"),
    .count("jankFrames", .lower, "Frames whose work took over twice the frame period.", class: .statistical) {
      run in run.frameWorkMs.count { $0 > 2 * run.periodMs }
    },
  ].needing(.frameTimes)

  static let imageTimes: [Metric] = [
    .times("decodeMs", "Time to decode an image, without waiting.", count: "decodes") { $0.work.decodeMs },
    .times("queueMs", "Time an image waited for a decode thread.", count: "decodes") { $0.work.queueMs },
    .times(
      "timeToFirstImageMs",
      "Time from the frame at which a cell became visible to its first image, however blurred.",
      count: "decodes"
    ) { $0.sight.timeToFirstImageMs },
    .times(
      "timeToReadyMs", "Time from the frame at which a cell became visible to its final image.",
      count: "decodes"
    ) { $0.sight.timeToReadyMs },
  ]

  static let frameTimes: [Metric] = [
    .times("overrunMs", "Time a frame ended past its deadline; negative is early.", count: "frameCount") {
      $0.overrunMs
    },
    .times("frameWorkMs", "Time a frame's work took on the main path.", count: "frameCount") {
      $0.frameWorkMs
    },
  ].needing(.frameTimes)

  static let downloadTimes: [Metric] = [
    .times(
      "downloadMs", "Time an original took to come over the network, retries and waits included.",
      count: "downloads"
    ) { $0.downloads.milliseconds }
  ].needing(.network)

  static let changeTimes: [Metric] = [
    .times(
      "changeApplyMs",
      "Time the main path took over a change of the library, from asking for its details to a window that is full again.",
      count: "libraryChanges"
    ) { $0.changeApplyMs }
  ].needing([.changes, .frameTimes])
}
