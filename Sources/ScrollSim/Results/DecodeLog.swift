/// A run's decode jobs in the order in which they ended, in equally long columns.
///
/// `wasteRatio` is the share of bytes with a ``seenFrame`` of −1, among rows that are neither previews nor from the thumbnail store.
/// Times are milliseconds from the start of the first frame on the run's clock.
package struct DecodeLog: Codable, Hashable, Sendable {
  package enum Kind: Int, Codable, Hashable, Sendable, CaseIterable {
    /// An image that a cell waited for.
    case visible
    /// An image for the caching window.
    case prefetch
    /// A degraded image.
    case preview
  }

  package enum Source: Int, Codable, Hashable, Sendable, CaseIterable {
    /// The original, which was available locally.
    case original
    /// A thumbnail in the original, or its first scan.
    case embeddedThumbnail
    case thumbnailStore
    /// The original, decoded for the first time since it came over the network.
    case network
  }

  /// The value in a column that stands for a missing one.
  package static let unknown = -1.0

  /// When the job went to its worker.
  package var beginMs: [Double] = []
  /// When it came back.
  package var endMs: [Double] = []
  /// ``Kind`` by raw value.
  package var kind: [Double] = []
  /// The worker, from 0: the first that was free.
  package var worker: [Double] = []
  /// The identifiers of the photos that were decoded, each once.
  package var assets: [String] = []
  /// The names of their files, one for each of ``assets``; `nil` if there are no files, as in models of synthetic photos.
  package var files: [String]?
  /// The photo, as its index in ``assets``.
  package var asset: [Double] = []
  /// ``Source`` by raw value; for a failed job, the intended source.
  package var source: [Double] = []
  /// Bytes of the image; 0 if the job failed.
  package var byteCount: [Double] = []
  /// The first frame that showed the image, perhaps after the trace's last; −1 if none did before it was decoded again.
  package var seenFrame: [Double] = []
  /// The decoder's processor time, or ``unknown`` for a failed job; `nil` in a model.
  package var processorMs: [Double]?
  /// Frames before which the run waited: for decoding to end, as it does between laps, or for its set-up.
  package var waitFrame: [Double] = []
  /// The delay of the frames from there on against their places in the trace.
  package var waitMs: [Double] = []

  /// Makes an empty log.
  package init() {}

  /// The photo of a row; `nil` if it was not recorded.
  package func asset(ofRow row: Int) -> String? {
    Int(exactly: asset[row]).flatMap { assets.indices.contains($0) ? assets[$0] : nil }
  }

  /// The name of a photo's file, if it is known.
  package func file(of asset: String) -> String? {
    let files = files ?? []
    return assets.firstIndex(of: asset).flatMap { files.indices.contains($0) ? files[$0] : nil }
  }

  /// The source of a row's image; `nil` if it was not recorded.
  package func source(ofRow row: Int) -> Source? { Int(exactly: source[row]).flatMap(Source.init) }

  /// The purpose of a row's job; `nil` if this version does not know the kind.
  package func kind(ofRow row: Int) -> Kind? { Int(exactly: kind[row]).flatMap(Kind.init) }

  /// The worker of a row, from 0; `nil` outside 0..<1000, which no run exceeds.
  package func worker(ofRow row: Int) -> Int? {
    Int(exactly: worker[row]).flatMap { (0..<1000).contains($0) ? $0 : nil }
  }
}
