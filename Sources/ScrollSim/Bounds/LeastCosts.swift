package import GalleryKit

/// The least decoder time that a photo's images take, from any source.
package struct LeastCosts: Sendable {
  /// Seconds of the final image, by index in the given images; `nil` for photos that fail.
  package private(set) var image: [Double?] = []
  /// Seconds of the first image that may be shown, a degraded one or the final one.
  package private(set) var first: [Double?] = []

  /// - Parameter busy: the possible numbers of busy decoders, this one among them; others at work may make it slower, or faster.
  package init(
    of images: [(place: Int, specification: ImageSpecification)], in assets: StageAssets,
    _ combination: Combination, costs: some JobCosting, busy: ClosedRange<Int>
  ) {
    for (place, specification) in images {
      let asset = assets[place]
      func least(_ kind: ImageKey.Kind) -> Double? {
        let job = DecodeJob(id: 0, asset: asset, specification: specification, kind: kind)
        return busy.compactMap { workers -> Double? in
          guard case .success(let cost) = costs.cost(of: job, busyWorkers: workers) else { return nil }
          // A model's clock counts whole nanoseconds.
          let stored = combination.findsThumbnails ? stored(cost.outputSize) : .infinity
          return (min(cost.seconds, stored) * 1e9).rounded(.down) / 1e9
        }.min()
      }
      /// Seconds to read a thumbnail that an earlier visit has stored.
      func stored(_ size: PixelSize) -> Double {
        guard let key = ThumbnailKey(asset: asset, specification: specification) else { return .infinity }
        return costs.storeSeconds(of: asset, byteCount: ThumbnailIndex.Entry(key, size: size).length).read
      }
      let image = asset.failure == nil ? least(.image) : nil
      let degraded = combination.deliveryMode == .highQualityFormat ? nil : least(.degraded)
      self.image.append(image)
      first.append(image.map { min($0, degraded ?? $0) })
    }
  }
}

extension Combination {
  /// Whether an earlier visit has stored thumbnails; the first visit begins with none.
  fileprivate var findsThumbnails: Bool { thumbnailStore == .persistent && (visit ?? 1) > 1 }
}
