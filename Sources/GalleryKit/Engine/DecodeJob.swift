/// One piece of work for a decoder.
package struct DecodeJob: Sendable {
  /// Counts jobs from 0; never used twice.
  package let id: Int
  /// The photo to decode.
  package let asset: Asset
  /// The asset, what of it is wanted, and whether a degraded image will do.
  package let key: ImageKey
  /// Whether it needs the original: not where the thumbnail store is known to have what is wanted.
  package let needsOriginal: Bool
  /// What its image will weigh, as far as the library knows the picture; a degraded one weighs less.
  package let byteCount: Int

  package init(id: Int, asset: Asset, specification: ImageSpecification, kind: ImageKey.Kind) {
    let key = ImageKey(asset, specification: specification, kind: kind)
    self.init(id: id, asset: asset, key: key)
  }

  /// - Parameter key: of this asset.
  init(id: Int, asset: Asset, key: ImageKey, needsOriginal: Bool = true) {
    self.id = id
    self.asset = asset
    self.key = key
    self.needsOriginal = needsOriginal
    byteCount = key.kind.isDecoded ? asset.predictedByteCount(as: key.specification) : 0
  }

  /// What the job makes.
  package var kind: ImageKey.Kind { key.kind }

  /// What of the asset is wanted.
  package var specification: ImageSpecification { key.specification }
}

/// What a finished job gives.
package struct DecodeOutcome: Sendable {
  /// The image, or why there is none.
  package let result: Result<DecodedImage, ImageError>
  /// Seconds that decoding, or reading a stored thumbnail, alone took.
  package let seconds: Double
  /// Of these, seconds that the job had a processor; `nil` where it is not known.
  package let processorSeconds: Double?
  /// Where the image comes from, or was to come from.
  package let source: ImageSource

  /// Makes an outcome.
  package init(
    result: Result<DecodedImage, ImageError>, seconds: Double, processorSeconds: Double? = nil,
    source: ImageSource = .original
  ) {
    self.result = result
    self.seconds = seconds
    self.processorSeconds = processorSeconds
    self.source = source
  }
}

/// Where an image comes from.
package enum ImageSource: String, Hashable, Sendable, CaseIterable {
  /// The original was decoded.
  case original
  /// An embedded thumbnail was decoded, or the first scan of the original.
  case embeddedThumbnail
  /// It was in the thumbnail store.
  case thumbnailStore
}

/// What a thumbnail store has of an image.
package enum StoredThumbnail: Hashable, Sendable {
  /// Nothing.
  case none
  /// The same picture in another size, which can stand in for it.
  case other
  /// The very image.
  case exact
}

/// Runs decode jobs: on threads in an app and in replay, on a virtual clock in model mode.
///
/// The ``RequestEngine`` never starts more jobs at a time than it was told there are workers, so an executor needs
/// no queue of its own to speak of.
package protocol DecodeExecuting: Sendable {
  /// Runs the job and calls `completion` exactly once, from any thread, never before `start` returns.
  func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void)

  /// Does the work on a thread where it may wait for files, or on the calling one if there is no other.
  func perform(_ work: @escaping @Sendable () -> Void)

  /// Brings the asset's encoded bytes, which are on this machine, closer, without waiting for them.
  func readAhead(_ asset: Asset)

  /// What a thumbnail store holds of the image, as far as is known without looking at a file; the asset is the key's.
  ///
  /// Where it holds the very image, a degraded one is not worth its while; where it holds another size, a job for a degraded image gives
  /// that. What is said here may no longer be so when the job runs, which then does without.
  ///
  /// - Complexity: O(1).
  func storedThumbnail(for key: ImageKey, of asset: Asset) -> StoredThumbnail

  /// Does some of the work that was started and not yet begun, on the calling thread; false if there is none.
  ///
  /// A thread that waits for an image helps, so that decoders which all wait for each other still come to an end.
  func help() -> Bool

  /// Whether every job has come back and its image was let go by whatever made it.
  ///
  /// A thread holds what it made for a moment after `completion` has been told; wait for that before counting memory.
  var isIdle: Bool { get }
}

extension DecodeExecuting {
  /// None, for executors without a store.
  package func storedThumbnail(for key: ImageKey, of asset: Asset) -> StoredThumbnail { .none }

  /// Does the work at once.
  package func perform(_ work: @escaping @Sendable () -> Void) { work() }

  /// False, for executors whose work only they can do.
  package func help() -> Bool { false }

  /// True, for executors that hold nothing once they have called `completion`.
  package var isIdle: Bool { true }
}

extension Asset {
  /// What people know the photo by: its file's name, where there is a file, with its identifier.
  package var label: String {
    let file = original.fileName
    return file.isEmpty || file == localIdentifier ? localIdentifier : "\(file) (\(localIdentifier))"
  }
}
