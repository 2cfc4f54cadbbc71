/// Estimates job durations from finished jobs: images by their pixels, degraded ones all alike.
struct DecodeEstimate: Sendable {
  private var secondsPerPixel: [ImageFormat: Double] = [:]
  private var degradedSeconds = 0.0
  /// An image's mean decode time and bytes; 0 before the first one.
  private(set) var imageSeconds = 0.0
  private(set) var imageBytes = 0.0
  private var imageCount = 0.0

  /// The weight of a new measurement in the average.
  private static let share = 0.25
  /// The effective number of images in the means: more than a screenful, so that they hardly waver.
  private static let most = 64.0

  /// An estimate in seconds; 0 before the first measurement of its kind.
  func seconds(of job: DecodeJob) -> Double {
    job.kind == .degraded
      ? degradedSeconds : (secondsPerPixel[job.asset.original.format] ?? 0) * Double(job.asset.pixelCount)
  }

  /// Records a job's time and bytes.
  mutating func learn(_ job: DecodeJob, took seconds: Double, byteCount: Int) {
    if job.kind == .degraded {
      degradedSeconds = Self.mean(degradedSeconds, seconds)
    } else if job.kind == .image, job.asset.pixelCount > 0 {
      let format = job.asset.original.format
      secondsPerPixel[format] = Self.mean(
        secondsPerPixel[format] ?? 0, seconds / Double(job.asset.pixelCount))
      imageCount = min(imageCount + 1, Self.most)
      imageSeconds += (seconds - imageSeconds) / imageCount
      imageBytes += (Double(byteCount) - imageBytes) / imageCount
    }
  }

  private static func mean(_ old: Double, _ new: Double) -> Double {
    old == 0 ? new : old + (new - old) * share
  }
}

extension Asset {
  /// Pixels of the original.
  fileprivate var pixelCount: Int { pixelSize.width * pixelSize.height }
}
