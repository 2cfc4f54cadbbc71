internal import GalleryEngine

extension ImageInfo {
  /// Puts together what the parts of a file say; EXIF goes before XMP, and what is original before what is digitized, as
  /// in the Metadata Working Group's guidelines (2.0).
  init(_ embedded: EmbeddedPreviews, storedSize: PixelSize, format: ImageFormat, byteCount: Int) {
    let (exif, xmp) = (embedded.exif, embedded.xmp)
    self.init(
      storedSize: storedSize, orientation: exif.orientation, format: format,
      captureDate: exif.originalDate ?? xmp.originalDate ?? exif.digitizedDate ?? xmp.digitizedDate
        ?? exif.changeDate,
      location: exif.location ?? xmp.location,
      mediaSubtypes: MediaSubtypes(
        embedded, uprightSize: exif.orientation.swapsAxes ? storedSize.transposed : storedSize),
      burstIdentifier: exif.burstIdentifier ?? xmp.burstIdentifier,
      burstSelectionTypes: xmp.burstIdentifier != nil && xmp.isBurstPrimary ? .autoPick : [],
      previews: embedded.sources, byteCount: byteCount)
  }
}

extension MediaSubtypes {
  /// Of panoramas by their shape, the least width in pixels and the least share of width to height.
  ///
  /// Cameras' widest ordinary frame is 21:9 (2.33:1, on film 2.39:1); the narrowest of panoramic film is 65 mm by 24 (2.7:1).
  /// A tall picture of that shape is a long page more often than a tower, so that only tags make a panorama of it.
  private static let panorama = (width: 3_000, ratio: 2.5)

  fileprivate init(_ embedded: EmbeddedPreviews, uprightSize: PixelSize) {
    self = []
    let (exif, xmp) = (embedded.exif, embedded.xmp)
    if embedded.companions.contains(.gainMap) { insert(.photoHDR) }
    if exif.isScreenshot || xmp.isScreenshot { insert(.photoScreenshot) }
    let isPortrait = exif.rendering == .portrait || exif.rendering == .portraitHDR
    if isPortrait || xmp.hasDepth || embedded.companions.contains(.depthMap) { insert(.photoDepthEffect) }
    let isWide =
      uprightSize.width >= Self.panorama.width
      && Double(uprightSize.width) >= Self.panorama.ratio * Double(uprightSize.height)
    if exif.rendering == .panorama || xmp.isPanorama || isWide && !contains(.photoScreenshot) {
      insert(.photoPanorama)
    }
  }
}
