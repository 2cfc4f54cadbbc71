/// How long jobs take, learnt from those that were done: images by their pixels, degraded ones all alike.
struct DecodeEstimate: Sendable {
  private var secondsPerPixel: [ImageFormat: Double] = [:]
  private var degradedSeconds = 0.0
  /// What an image takes in the mean, and weighs; 0 before the first one.
  private(set) var imageSeconds = 0.0
  private(set) var imageBytes = 0.0
  private var imageCount = 0.0

  /// How much of a new measurement goes into the average.
  private static let share = 0.25
  /// How many images the means are over, or as if they were: more than a screenful, so that they hardly waver.
  private static let most = 64.0

  /// An estimate in seconds; 0 before anything of the kind was measured.
  func seconds(of job: DecodeJob) -> Double {
    job.kind == .degraded
      ? degradedSeconds : (secondsPerPixel[job.asset.original.format] ?? 0) * Double(job.asset.pixelCount)
  }

  /// Takes note of what a job took and made.
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
