package import GalleryKit
internal import Locking

/// What one job costs in a model.
package struct JobCost: Hashable, Sendable {
  /// The image.
  package var outputSize: PixelSize
  /// Seconds that decoding takes.
  package var seconds: Double
  /// Bytes of working memory that the decoder holds meanwhile.
  package var scratchBytes: Int
  /// Pixels that the decoder produces, before cropping and resizing.
  package var decodedPixels: Int
  /// Bytes read from the original.
  package var bytesRead: Int

  package init(
    outputSize: PixelSize, seconds: Double, scratchBytes: Int, decodedPixels: Int, bytesRead: Int
  ) {
    self.outputSize = outputSize
    self.seconds = seconds
    self.scratchBytes = scratchBytes
    self.decodedPixels = decodedPixels
    self.bytesRead = bytesRead
  }
}

/// Knows what decoding costs.
package protocol JobCosting: Sendable {
  /// What the job costs if so many decoders are busy, this one included.
  func cost(of job: DecodeJob, busyWorkers: Int) -> Result<JobCost, ImageError>
}

/// Decodes nothing: books the memory that a decoder would take, and gives it back with an image without pixels once
/// its time is over on a model's clock.
package final class ModelDecoder: DecodeExecuting {
  private struct State {
    var busyWorkers = 0
    var seconds = 0.0
  }

  private let clock: ModelClock
  private let costs: any JobCosting
  private let ledger: MemoryLedger
  private let state = Locked(State())

  package init(clock: ModelClock, costs: any JobCosting, ledger: MemoryLedger) {
    self.clock = clock
    self.costs = costs
    self.ledger = ledger
  }

  /// Seconds of decoding so far, over all decoders.
  package var decodeSeconds: Double { state.withLock { $0.seconds } }

  package func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    let busyWorkers = state.withLock { state in
      state.busyWorkers += 1
      return state.busyWorkers
    }
    switch costs.cost(of: job, busyWorkers: busyWorkers) {
    case .failure(let error):
      clock.schedule(after: 0) { [self] in
        state.withLock { $0.busyWorkers -= 1 }
        completion(DecodeOutcome(result: .failure(error), seconds: 0))
      }
    case .success(let cost):
      // Memory is taken when whoever started the job is done with what it does at this moment, as a thread that must
      // wake up and open a file first would.
      clock.schedule(after: 0) { [self] in begin(cost, completion: completion) }
    }
  }

  private func begin(_ cost: JobCost, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    let image = DecodedImage(
      pixels: PixelBuffer(accounting: cost.outputSize, ledger: ledger), bytesRead: cost.bytesRead,
      decodedPixels: cost.decodedPixels)
    ledger.add(cost.scratchBytes, to: .scratch)
    clock.schedule(after: cost.seconds) { [self] in
      ledger.remove(cost.scratchBytes, from: .scratch)
      state.withLock { state in
        state.busyWorkers -= 1
        state.seconds += cost.seconds
      }
      completion(DecodeOutcome(result: .success(image), seconds: cost.seconds))
    }
  }

  /// Originals are at hand in a model.
  package func readAhead(_ asset: Asset) {}
}
