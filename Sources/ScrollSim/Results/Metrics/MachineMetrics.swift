/// A run's cost in memory and work, and the share of other work on the machine.
extension Metric {
  static let memory: [Metric] = [
    .bytes("baseResidentBytes", .lower, "Resident memory before the first frame.", class: .statistical) {
      $0.memory.baseResident
    },
    .bytes(
      "peakResidentBytes", .lower,
      "The peak of resident memory, by the kernel's high-water mark, less what the log of the run took at that moment.",
      class: .bounded
    ) { $0.memory.peakResident }.gating("resident memory"),
    .bytes(
      "settledResidentBytes", .lower, "Resident memory at the end, when all is at rest.", class: .bounded
    ) {
      $0.memory.settledResident
    },
    .bytes("peakImageBytes", .lower, "The most memory that images held at once.", class: .bounded) {
      $0.memory.peakImage
    }.gating("image memory"),
    .bytes(
      "peakScratchBytes", .lower,
      "The most working memory that decoders held at once; images of cells and caches do not count.",
      class: .bounded
    ) { $0.memory.peakScratch },
    .bytes("settledImageBytes", .lower, "Memory that images hold when all is at rest.", class: .bounded) {
      $0.memory.settledImage
    },
    .bytes(
      "budgetExcessBytes", .lower,
      "The most by which cached images and those being decoded ahead exceeded what cells leave of the memory budget; must be 0.",
      class: .invariant
    ) { $0.memory.budgetExcess }.gating("over budget"),
    .bytes(
      "leftoverImageBytes", .lower,
      "Memory that images still hold when the grid is gone and nothing is cached; must be 0.",
      class: .invariant
    ) { $0.memory.leftoverImage },
    .share(
      "residentOverheadRatio", .lower,
      "Growth of resident memory over the base, for each byte of images and of working memory at the peak.",
      class: .bounded, unit: "ratio"
    ) { ($0.memory.peakResident - $0.memory.baseResident, $0.memory.peakLedger) },
  ]

  /// Metrics of replays alone: a model's memory is that of its ledger, whatever its log takes.
  static let ownMemory: [Metric] = [
    .bytes(
      "logBytes", .neither,
      "Memory that the log of the run took at the end; an app has no such log, so resident figures exclude it.",
      class: .statistical
    ) { $0.memory.log }
  ].needing(.frameTimes)

  static let cost: [Metric] = [
    .number(
      "cpuSeconds", "seconds", .lower, "Processor time of all threads.",
      formula: "as the system counts it", class: .statistical
    ) { $0.cpuSeconds },
    .bytes("bytesRead", .lower, "Bytes of originals read.") { $0.work.bytesRead },
    .number(
      "megapixelsDecoded", "megapixels", .lower, "Pixels that decoders produced, in millions.",
      formula: "width × height, summed ÷ 1,000,000"
    ) { Double($0.work.decodedPixels) / 1e6 },
  ]

  static let decodeGauge: [Metric] = [
    .added(
      "costRatio", "ratio", .neither,
      "How many times as long the median photo took to decode just after the run as the cost table says; empty if none could be decoded.",
      formula: "median over some of the photos of (decode time ÷ cost)", class: .statistical)
  ].needing(.decodeGauge)

  static let disturbance: [Metric] = [
    .number(
      "disturbance", "ratio", .neither,
      "How long decoding took for each second that it had a processor; 1 if nothing was in its way.",
      formula: "seconds of decoding ÷ seconds that decoders had a processor", class: .statistical
    ) { run in run.work.processorSeconds > 0 ? run.work.measuredSeconds / run.work.processorSeconds : nil },
    .number(
      "othersShare", "rate", .neither,
      "Share of all processors' time that other programs had; empty if the system does not say.",
      formula: "other programs' processor seconds ÷ processors ÷ seconds", class: .statistical, places: 4
    ) { $0.othersShare },
    .number(
      "stealShare", "rate", .neither,
      "Share of all processors' time that a hypervisor gave to other guests; empty if the system does not say.",
      formula: "stolen processor seconds ÷ processors ÷ seconds", class: .statistical, places: 4
    ) { $0.stealShare },
    .number(
      "queueDelayShare", "ratio", .neither,
      "How long the run's threads waited for a processor, for each second that they had one; empty if the system does not say.",
      formula: "seconds of waiting ÷ seconds with a processor", class: .statistical
    ) { $0.queueDelayShare },
    .added(
      "canaryMs", "ms", .neither,
      "Time that a fixed piece of work took just before or just after the run, whichever was longer.",
      formula: "the longer of two times", class: .statistical),
    .added(
      "canarySlowdown", "ratio", .neither,
      "How many times as long that work took as at its fastest in this result.",
      formula: "canaryMs ÷ the least of this result", class: .statistical),
    .added(
      "decodeSlowdown", "ratio", .neither,
      "How many times as long the middle image took to decode as in the fastest run of the same combination, or in the slowest of the fastest tenth; empty where there are fewer than three runs.",
      formula: "median decode time ÷ that of the run it is compared with", class: .statistical),
  ].needing(.disturbance)
}
