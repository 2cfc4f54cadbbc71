internal import GalleryKit
internal import OrderedCollections

/// Records the source, time and worker of each decode, and when its image was first seen.
package struct DecodeLogFold: Sendable {
  private var log = DecodeLog()
  private var running: [Int: (begin: Double, kind: DecodeLog.Kind, worker: Int)] = [:]
  private var processorMs: [Double] = []
  private var isBusy: [Bool] = []
  private var assets: OrderedSet<String> = []
  /// The images that the cells on screen are to show.
  private var keys: [Int: ImageKey] = [:]
  /// The rows of images that were not seen yet.
  private var unseen: [ImageKey: Int] = [:]
  /// Originals that came over the network and were not decoded since, by path.
  private var arrived: Set<String> = []

  mutating func note(_ event: RunLog.Event, at now: Double) {
    switch event {
    case .started(let job, let isPrefetch): start(job, isPrefetch: isPrefetch, at: now)
    case .finished(let job, let result): finish(job, result, at: now)
    case .downloading(let job, .ended(let outcome)) where outcome.ending == .done && job.goal == .whole:
      arrived.insert(job.path)
    case .appeared(let item, let key, _), .resized(let item, let key, _, due: _): keys[item] = key
    case .disappeared(let item): keys[item] = nil
    case .shown(let view):
      for cell in view.cells {
        guard let key = keys[cell.item] else { continue }
        switch cell.state {
        case .degraded: see(key.of(.degraded), in: view.frame)
        case .final: see(key, in: view.frame)
        case .blank, .failed: break
        }
      }
    default: break
    }
  }

  private mutating func start(_ job: RunLog.Job, isPrefetch: Bool, at now: Double) {
    let worker = isBusy.firstIndex(of: false) ?? isBusy.count
    if worker == isBusy.count { isBusy.append(true) } else { isBusy[worker] = true }
    let kind: DecodeLog.Kind = job.key.kind == .degraded ? .preview : isPrefetch ? .prefetch : .visible
    running[job.id] = (now, kind, worker)
  }

  private mutating func finish(_ job: RunLog.Job, _ result: Result<RunLog.Made, ImageError>, at now: Double) {
    guard let end = running.removeValue(forKey: job.id) else { return }
    isBusy[end.worker] = false
    let made = try? result.get()
    if made != nil { unseen[job.key] = log.beginMs.count }
    log.beginMs.append(end.begin.inMilliseconds)
    log.endMs.append(now.inMilliseconds)
    log.kind.append(Double(end.kind.rawValue))
    log.worker.append(Double(end.worker))
    log.asset.append(Double(assets.append(job.key.asset).index))
    log.source.append(Double(source(of: job, made).rawValue))
    log.byteCount.append(Double(made?.byteCount ?? 0))
    log.seenFrame.append(DecodeLog.unknown)
    processorMs.append(made?.processorSeconds?.inMilliseconds ?? DecodeLog.unknown)
  }

  private mutating func source(of job: RunLog.Job, _ made: RunLog.Made?) -> DecodeLog.Source {
    switch made?.source ?? (job.key.kind == .degraded ? .embeddedThumbnail : .original) {
    case .embeddedThumbnail: .embeddedThumbnail
    case .thumbnailStore: .thumbnailStore
    case .original: job.remotePath.flatMap { arrived.remove($0) } == nil ? .original : .network
    }
  }

  private mutating func see(_ key: ImageKey, in frame: Stage.Frame) {
    if let row = unseen.removeValue(forKey: key) { log.seenFrame[row] = Double(frame.index) }
  }

  /// The log, with the frames before which the run waited, and its delay at each, in seconds.
  ///
  /// - Parameter pace: how many times as long images took for a device's sake (``DevicePace/factor``); 1 by default.
  package func record(waits: [(frame: Int, shift: Double)], pace: Double = 1) -> DecodeLog {
    var log = log
    log.assets = assets.elements
    // A model has no processor.
    if processorMs.contains(where: { $0 != DecodeLog.unknown }) {
      log.processorMs = processorMs.indices.map { ownMs(ofRow: $0, pace: pace) }
    }
    log.waitFrame = waits.map { Double($0.frame) }
    log.waitMs = waits.map(\.shift.inMilliseconds)
    return log
  }

  /// The decoder's processor time without the pace.
  ///
  /// A build with slower decoders needs less of a pace to be as slow as the device: times with the pace would
  /// be the same for every build.
  private func ownMs(ofRow row: Int, pace: Double) -> Double {
    let (time, source) = (processorMs[row], log.source(ofRow: row))
    // Stored thumbnails are read at this machine's pace.
    return time == DecodeLog.unknown || source == .thumbnailStore ? time : (time / pace).rounded(toPlaces: 3)
  }
}
