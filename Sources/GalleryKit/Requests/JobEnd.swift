internal import GalleryEngine
internal import Locking

/// The end of a job: takes the first outcome that an executor tells, and speaks up if it never tells one.
///
/// An executor that drops its completion without calling it would leave requests waiting for ever; they get an error.
final class JobEnd: Sendable {
  private let job: DecodeJob
  private let completion: @Sendable (DecodeOutcome) -> Void
  private let isOver = Locked(false)

  init(of job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    self.job = job
    self.completion = completion
  }

  deinit {
    tell(
      DecodeOutcome(
        result: .failure(
          ImageError(
            asset: job.asset.localIdentifier, reason: "the decoder ended without an image or an error")),
        seconds: 0))
  }

  func tell(_ outcome: DecodeOutcome) {
    let isFirst = isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
    if isFirst { completion(outcome) }
  }
}
