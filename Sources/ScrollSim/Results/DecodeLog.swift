/// A run's decode jobs in the order in which they ended, in equally long columns.
///
/// `wasteRatio` is the share of bytes with a ``seenFrame`` of −1, among rows that are neither previews nor from the thumbnail store.
/// Times are milliseconds from the start of the first frame on the run's clock.
public struct DecodeLog: Codable, Hashable, Sendable {
  /// The purpose of a job.
  public enum Kind: Int, Codable, Hashable, Sendable, CaseIterable {
    /// An image that a cell waited for.
    case visible
    /// An image for the caching window.
    case prefetch
    /// A degraded image.
    case preview
  }

  /// The source of an image.
  public enum Source: Int, Codable, Hashable, Sendable, CaseIterable {
    /// The original, which was available locally.
    case original
    /// A thumbnail in the original, or its first scan.
    case embeddedThumbnail
    /// The thumbnail store.
    case thumbnailStore
    /// The original, decoded for the first time since it came over the network.
    case network
  }

  /// A column's value where there is none.
  public static let unknown = -1.0

  /// When the job went to its worker.
  public var beginMs: [Double] = []
  /// When it came back.
  public var endMs: [Double] = []
  /// ``Kind`` by raw value.
  public var kind: [Double] = []
  /// The worker, from 0: the first that was free.
  public var worker: [Double] = []
  /// The identifiers of the photos that were decoded, each once.
  public var assets: [String] = []
  /// The names of their files, one for each of ``assets``; `nil` if there are no files, as in models of synthetic photos.
  public var files: [String]?
  /// The photo, as its index in ``assets``.
  public var asset: [Double] = []
  /// ``Source`` by raw value; for a failed job, the intended source.
  public var source: [Double] = []
  /// Bytes of the image; 0 if the job failed.
  public var byteCount: [Double] = []
  /// The first frame that showed the image, perhaps after the trace's last; −1 if none did before it was decoded again.
  public var seenFrame: [Double] = []
  /// The decoder's processor time, or ``unknown`` for a failed job; `nil` in a model.
  public var processorMs: [Double]?
  /// Frames before which the run waited: for decoding to end, as it does between laps, or for its set-up.
  public var waitFrame: [Double] = []
  /// The delay of the frames from there on against their places in the trace.
  public var waitMs: [Double] = []

  /// Makes an empty log.
  public init() {}

  /// The photo of a row; `nil` if it was not recorded.
  public func asset(ofRow row: Int) -> String? {
    Int(exactly: asset[row]).flatMap { assets.indices.contains($0) ? assets[$0] : nil }
  }

  /// The name of a photo's file, if it is known.
  public func file(of asset: String) -> String? {
    let files = files ?? []
    return assets.firstIndex(of: asset).flatMap { files.indices.contains($0) ? files[$0] : nil }
  }

  /// The source of a row's image; `nil` if it was not recorded.
  public func source(ofRow row: Int) -> Source? { Int(exactly: source[row]).flatMap(Source.init) }

  /// The purpose of a row's job; `nil` if this version does not know the kind.
  public func kind(ofRow row: Int) -> Kind? { Int(exactly: kind[row]).flatMap(Kind.init) }

  /// The worker of a row, from 0; `nil` outside 0..<1000, which no run exceeds.
  public func worker(ofRow row: Int) -> Int? {
    Int(exactly: worker[row]).flatMap { (0..<1000).contains($0) ? $0 : nil }
  }
}
