internal import BenchReport
package import GalleryKit
internal import Locking

/// Notes when images are decoded, and by which of the workers.
package final class DecodeLogger: ImageManagerObserving {
  private struct Running {
    var begin: Double
    var kind: DecodeLog.Kind
    var worker: Int
  }

  private struct State {
    var log = DecodeLog()
    var running: [Int: Running] = [:]
    /// Whether each worker has a job.
    var isBusy: [Bool] = []
  }

  private let state = Locked(State())
  private let time: any TimeSource

  package init(time: any TimeSource) { self.time = time }

  /// See `ImageManagerObserving`.
  package func observe(_ event: RequestEvent) {
    switch event {
    case .started(let job, let isPrefetch):
      let now = time.now
      state.withLock { state in
        let worker = state.isBusy.firstIndex(of: false) ?? state.isBusy.count
        if worker == state.isBusy.count { state.isBusy.append(true) } else { state.isBusy[worker] = true }
        let kind: DecodeLog.Kind = job.kind == .preview ? .preview : isPrefetch ? .prefetch : .visible
        state.running[job.id] = Running(begin: now, kind: kind, worker: worker)
      }
    case .finished(let job, _):
      let now = time.now
      state.withLock { state in
        guard let job = state.running.removeValue(forKey: job.id) else { return }
        state.isBusy[job.worker] = false
        state.log.beginMs.append((job.begin * 1000).rounded(toPlaces: 3))
        state.log.endMs.append((now * 1000).rounded(toPlaces: 3))
        state.log.kind.append(Double(job.kind.rawValue))
        state.log.worker.append(Double(job.worker))
      }
    default: break
    }
  }

  /// The log, with the frames before which the run waited, and how late it was then, in seconds.
  func log(waits: [(frame: Int, shift: Double)]) -> DecodeLog {
    var log = state.withLock { $0.log }
    log.waitFrame = waits.map { Double($0.frame) }
    log.waitMs = waits.map { ($0.shift * 1000).rounded(toPlaces: 3) }
    return log
  }
}
