internal import GalleryEngine

extension ImageError {
  /// Says why an asset's original could not be decoded.
  init(_ error: CodecError, of asset: Asset) {
    let kind: Kind =
      switch error.code {
      case .missing: .missing
      case .outOfMemory: .outOfMemory
      default: .unreadable
      }
    self.init(asset: asset.localIdentifier, reason: error.description, kind: kind)
  }

  /// Says that images of the asset may not be had.
  init(accessDeniedTo asset: Asset) {
    self.init(
      asset: asset.localIdentifier, reason: "access to this photo was not granted, or was taken back",
      kind: .accessDenied)
  }
}
