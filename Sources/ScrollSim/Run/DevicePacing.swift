internal import GalleryKit
internal import Support

/// Threads that take longer for each image: decoders that are slowed on purpose, for a device's decode times,
/// for more load, or to test whether it is noticed.
struct SlowedThreads: DecodeExecuting {
  let honest: DecodeThreads
  /// The factor of each image's decode time, by work.
  let work: Double
  /// A further factor, by waiting: the work of a device that has enough processors.
  let wait: Double

  func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    honest.start(job) { [work, wait] outcome in
      // As in a model, whose costs slow only decoding, not reads of stored thumbnails.
      let (work, wait) = outcome.source == .thumbnailStore ? (1, 1) : (work, wait)
      // Still on the thread that decoded: others may take its processor meanwhile, as they may while it
      // decodes.
      let seconds = outcome.processorSeconds ?? 0
      let (begin, processorBegin) = (SystemClock.monotonicSeconds, SystemClock.threadSeconds)
      while SystemClock.threadSeconds < processorBegin + seconds * (work - 1) {}
      if wait > 1 {
        SystemClock.sleep(until: SystemClock.monotonicSeconds + seconds * work * (wait - 1))
      }
      completion(
        DecodeOutcome(
          result: outcome.result, seconds: outcome.seconds + SystemClock.monotonicSeconds - begin,
          processorSeconds: outcome.processorSeconds.map { $0 * work * wait }, source: outcome.source,
          tail: outcome.tail))
    }
  }

  var isIdle: Bool { honest.isIdle }

  func perform(_ work: @escaping @Sendable () -> Void) { honest.perform(work) }

  func readAhead(_ asset: Asset) { honest.readAhead(asset) }

  func storedThumbnail(for key: ImageKey, of asset: Asset) -> StoredThumbnail {
    honest.storedThumbnail(for: key, of: asset)
  }

  func help() -> Bool { honest.help() }
}

extension DecodeThreads {
  /// These threads, slowed by a factor and to a device's pace; unchanged if both are at most 1, since they
  /// cannot be sped up.
  func slowed(by factor: Double, to pace: DevicePace? = nil) -> any DecodeExecuting {
    let (work, wait) = (max(1, factor), pace?.factor ?? 1)
    return work > 1 || wait > 1 ? SlowedThreads(honest: self, work: work, wait: wait) : self
  }
}

extension Scenario {
  /// Whether replays keep to the decode times of a device that the scenario names, and not to this machine's.
  package var asksAboutDevice: Bool { device.costs != CostTables.thisMachine }
}

extension LaidOutScenario {
  /// Compares this machine's decoders with those of the device that the scenario names; `nil` without one, or
  /// without a photo.
  ///
  /// Takes a second for each resize mode where photos have 12 megapixels. Other work has little effect, since processor time counts.
  package func devicePace(over assets: StageAssets) throws -> DevicePace? {
    guard scenario.asksAboutDevice else { return nil }
    let table = try CostChoice(for: scenario).table
    var ratios: [String: Double] = [:]
    for mode in scenario.runs.map(\.combination.resizeMode).uniqued {
      let gauge = DecodeGauge(
        of: assets, as: specification(of: layout.largestCell, mode), seed: scenario.seed)
      ratios[mode.rawValue] = gauge.processorRatio(to: table, workers: scenario.device.decodeWorkers)
    }
    return ratios.isEmpty ? nil : DevicePace(device: table.name, ratios: ratios)
  }
}
