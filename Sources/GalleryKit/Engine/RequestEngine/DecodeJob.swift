internal import Support

/// One piece of work for a decoder: a class, because it passes through many hands and its asset is large.
package final class DecodeJob: Sendable {
  /// The job's number, counted from 0; never used twice.
  package let id: Int
  package let asset: Asset
  package let key: ImageKey
  /// Whether it needs the original; false if the thumbnail store is known to have the image.
  package let needsOriginal: Bool
  /// The expected bytes of its image, as far as the library can tell; a degraded image has fewer.
  package let byteCount: Int

  package convenience init(
    id: Int, asset: Asset, specification: ImageSpecification, kind: ImageKey.Kind
  ) {
    let key = ImageKey(asset, specification: specification, kind: kind)
    self.init(id: id, asset: asset, key: key)
  }

  init(id: Int, asset: Asset, key: ImageKey, needsOriginal: Bool = true) {
    self.id = id
    self.asset = asset
    self.key = key
    self.needsOriginal = needsOriginal
    // A larger image is refused, and sums of these never overflow.
    byteCount =
      key.kind.isDecoded
      ? min(asset.predictedByteCount(as: key.specification), DecodeLimits.pixels * 4) : 0
  }

  package var kind: ImageKey.Kind { key.kind }

  package var specification: ImageSpecification { key.specification }
}

package struct DecodeOutcome: Sendable {
  package let result: Result<DecodedImage, ImageError>
  /// Seconds that decoding alone, or reading a stored thumbnail, took.
  package let seconds: Double
  /// The part of ``seconds`` in which the job had a processor; `nil` if unknown.
  package let processorSeconds: Double?
  /// The image's source, actual or intended.
  package let source: ImageSource
  /// The decoder's remaining work for the job; `nil` if the decoder is free.
  package let tail: DecodeTail?

  package init(
    result: Result<DecodedImage, ImageError>, seconds: Double, processorSeconds: Double? = nil,
    source: ImageSource = .original, tail: DecodeTail? = nil
  ) {
    self.result = result
    self.seconds = seconds
    self.processorSeconds = processorSeconds
    self.source = source
    self.tail = tail
  }
}

package enum ImageSource: String, Hashable, Sendable, CaseIterable {
  case original
  /// An embedded thumbnail was decoded, or the first scan of the original.
  case embeddedThumbnail
  case thumbnailStore
}

/// A thumbnail store's match for an image.
package enum StoredThumbnail: Hashable, Sendable {
  case none
  /// The same picture in another size, which can stand in for it.
  case other
  case exact
}

/// Runs decode jobs: on threads in an app and in replay, on a virtual clock in model mode.
///
/// The ``RequestEngine`` never starts more jobs at a time than it has free workers, so an executor hardly needs a queue of its own.
package protocol DecodeExecuting: Sendable {
  /// Runs the job and calls `completion` exactly once, from any thread, never before `start` returns.
  func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void)

  /// Does the work on a thread that may wait for files, or on the calling one if there is no other.
  func perform(_ work: @escaping @Sendable () -> Void)

  /// Brings the asset's encoded bytes, which are on this machine, closer without waiting for them.
  func readAhead(_ asset: Asset)

  /// The thumbnail store's match for the image, as far as it is known without file access; the asset is the key's.
  ///
  /// With an exact match, a degraded image is not worth making; with another size, a job for a degraded image gives that size.
  /// The match may be gone when the job runs, which then does without it.
  ///
  /// - Complexity: O(1).
  func storedThumbnail(for key: ImageKey, of asset: Asset) -> StoredThumbnail

  /// Does some pending work on the calling thread; false if none is pending.
  ///
  /// A thread that waits for an image helps, so that decoders that all wait for each other still finish.
  func help() -> Bool

  /// Whether every job has come back and its maker has released its image, which it holds for a moment after `completion`.
  var isIdle: Bool { get }
}

extension DecodeExecuting {
  package func storedThumbnail(for key: ImageKey, of asset: Asset) -> StoredThumbnail { .none }

  package func perform(_ work: @escaping @Sendable () -> Void) { work() }

  /// Does nothing, for executors that read no files.
  package func readAhead(_ asset: Asset) {}

  /// False, for executors whose work only they can do.
  package func help() -> Bool { false }

  /// True, for executors that hold nothing once they have called `completion`.
  package var isIdle: Bool { true }
}

extension Asset {
  /// The photo's label for people: its file name, if it has a file, with its identifier.
  package var label: String {
    let file = original.fileName
    return file.isEmpty || file == localIdentifier ? localIdentifier : "\(file) (\(localIdentifier))"
  }

  fileprivate var pixelCount: Int { pixelSize.width * pixelSize.height }
}

/// Estimates job durations from finished jobs: images by their pixels, degraded ones all alike.
struct LearnedDecodeTimes: Sendable {
  private var secondsPerPixel: [ImageFormat: Double] = [:]
  private var degradedSeconds = 0.0
  /// An image's mean decode time and bytes; 0 before the first one.
  private(set) var imageSeconds = 0.0
  private(set) var imageBytes = 0.0
  private var decodeCount = 0.0
  private var imageCount = 0.0

  /// The weight of a new measurement in the average.
  private static let share = 0.25
  /// The greatest share of an image's time that a degraded image is assumed to need: a longer measured time decays to it, image
  /// by image.
  private static let mostOfImage = 0.5
  /// The effective number of images in the means: more than a screenful, so that they are steady.
  private static let most = 64.0

  /// An estimate in seconds; 0 before the first measurement of its kind, but half of an image's time for a degraded image.
  ///
  /// An order makes no degraded image that seems as costly as the image itself, so with a higher estimate none would ever be
  /// measured.
  func seconds(of job: DecodeJob) -> Double {
    job.kind == .degraded
      ? degradedSeconds > 0 ? degradedSeconds : imageSeconds * Self.mostOfImage
      : (secondsPerPixel[job.asset.original.format] ?? 0) * Double(job.asset.pixelCount)
  }

  /// Learns what a job took; an image from the thumbnail store gives only its byte count, since it was not decoded.
  mutating func learn(_ job: DecodeJob, took seconds: Double, byteCount: Int, from source: ImageSource) {
    if job.kind == .degraded {
      degradedSeconds = Self.mean(degradedSeconds, seconds)
    } else if job.kind == .image, job.asset.pixelCount > 0 {
      imageCount = min(imageCount + 1, Self.most)
      imageBytes += (Double(byteCount) - imageBytes) / imageCount
      guard source != .thumbnailStore else { return }
      let format = job.asset.original.format
      secondsPerPixel[format] = Self.mean(
        secondsPerPixel[format] ?? 0, seconds / Double(job.asset.pixelCount))
      decodeCount = min(decodeCount + 1, Self.most)
      imageSeconds += (seconds - imageSeconds) / decodeCount
      // A first degraded image that was slow because of a cold start would otherwise stop all others.
      let doubted = imageSeconds * Self.mostOfImage
      if degradedSeconds > doubted { degradedSeconds = Self.mean(degradedSeconds, doubted) }
    }
  }

  private static func mean(_ old: Double, _ new: Double) -> Double {
    old == 0 ? new : old + (new - old) * share
  }
}

/// A decoder's work for a job that has come back, such as writing its thumbnail; the decoder takes no other job before it ends.
package final class DecodeTail: Sendable {
  private let state = Locked<(isOver: Bool, handler: (@Sendable () -> Void)?)>((false, nil))

  package init() {}

  /// An executor that drops a tail has ended it.
  deinit { end() }

  /// Ends it; nothing happens the second time.
  package func end() {
    let handler = state.withLock { state in
      defer { state = (true, nil) }
      return state.handler
    }
    handler?()
  }

  /// Calls the handler once: at the end or, if the tail is over, at once.
  ///
  /// There is only one handler, and it must not retain the tail.
  package func whenOver(_ handler: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.handler = handler }
      return state.isOver
    }
    if isOver { handler() }
  }
}
