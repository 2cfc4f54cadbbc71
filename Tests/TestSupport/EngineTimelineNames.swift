package import GalleryKit

extension ImageResponse.Content {
  /// The word for it in event diagrams.
  package var word: String {
    switch self {
    case .degraded: "degraded"
    case .image: "image"
    case .data: "data"
    case .failure(let error): error.kind == .inCloud ? "cloud" : "failed"
    case .cancelled: "cancelled"
    }
  }
}

/// What the names in an event diagram stand for.
extension EngineTimeline {
  func asset(_ name: String) -> Asset {
    .sample(
      name.filter { $0 != "'" }, hasThumbnail: name.contains("+"), isProgressive: name.contains("~"),
      isRemote: name.contains("@"), failure: name.contains("!") ? "broken" : nil)
  }

  func specification(_ name: String) -> ImageSpecification {
    let side = name.hasSuffix("'") ? 200 : 100
    return ImageSpecification(targetSize: PixelSize(width: side, height: side))
  }

  func priority(_ word: String) -> ImageRequestOptions.Priority? {
    ["low": .low, "normal": .normal, "high": .high][word]
  }

  func key(_ name: String) -> ImageKey {
    ImageKey(asset: asset(name).localIdentifier, specification: specification(name))
  }

  func label(_ job: DecodeJob) -> String { label(job.key) }

  func label(_ key: ImageKey) -> String {
    (key.kind == .degraded ? "preview " : key.kind == .original ? "original " : "") + key.asset
      + (key.specification.targetSize.width == 200 ? "'" : "")
  }
}
