package import GalleryKit
internal import Support

/// Decoders that work when they are told to: images appear at the moments that a test chooses.
package final class ManualDecoder: DecodeExecuting {
  private struct Pending: Sendable {
    let job: DecodeJob
    let completion: @Sendable (DecodeOutcome) -> Void
  }

  private let pending = Locked<[Pending]>([])
  private let ledger: MemoryLedger

  /// Makes decoders whose images are booked in `ledger`; they have no pixels.
  package init(ledger: MemoryLedger) { self.ledger = ledger }

  /// The assets that are being decoded, in the order in which they were begun; previews have a leading `preview `.
  package var running: [String] {
    pending.withLock {
      $0.map { ($0.job.kind == .degraded ? "preview " : "") + $0.job.asset.localIdentifier }
    }
  }

  package func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    pending.withLock { $0.append(Pending(job: job, completion: completion)) }
  }

  /// Ends the oldest jobs, each with an image of the size that was asked for.
  ///
  /// - Parameters:
  ///   - count: the number of jobs; all that are running, and those that these make begin, if `nil`.
  ///   - failure: the reason for no image, or `nil` to give one.
  package func finish(_ count: Int? = nil, failure: String? = nil) {
    var left = count ?? .max
    while left > 0, let next = pending.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      left -= 1
      let result: Result<DecodedImage, ImageError>
      if let failure {
        result = .failure(ImageError(asset: next.job.asset.localIdentifier, reason: failure))
      } else {
        let pixels = PixelBuffer(accounting: next.job.specification.targetSize, ledger: ledger)
        result = .success(DecodedImage(pixels: pixels, bytesRead: next.job.asset.original.byteCount))
      }
      next.completion(DecodeOutcome(result: result, seconds: 0.02))
    }
  }
}
