internal import GalleryEngine

extension ImageInfo {
  /// Combines the metadata of a file's parts; EXIF precedes XMP, and original dates precede digitized ones, as in the
  /// Metadata Working Group's guidelines (2.0).
  init(_ embedded: EmbeddedThumbnails, storedSize: PixelSize, format: ImageFormat) {
    let (exif, xmp) = (embedded.exif, embedded.xmp)
    let capture =
      exif.originalDate ?? xmp.originalDate ?? exif.digitizedDate ?? xmp.digitizedDate ?? exif.changeDate
    self.init(
      storedSize: storedSize, orientation: exif.orientation, format: format, captureDate: capture?.date)
    captureZone = capture?.secondsEast
    location = exif.location ?? xmp.location
    mediaSubtypes = Asset.MediaSubtypes(embedded, uprightSize: uprightSize, format: format)
    burstIdentifier = exif.burstIdentifier ?? xmp.burstIdentifier
    burstSelectionTypes = xmp.burstIdentifier != nil && xmp.isBurstPrimary ? .autoPick : []
    hasEmbeddedThumbnail = embedded.hasPicture
  }
}

extension Asset.MediaSubtypes {
  /// The least width in pixels, and the least ratio of width to height, of a panorama that has no tag.
  ///
  /// The widest ordinary frame of cameras is 21:9 (2.33:1, on film 2.39:1); the narrowest of panoramic film is 65 mm by 24
  /// (2.7:1). A tall picture of that shape is a long page more often than a tower, so that only a tag makes it a panorama.
  private static let panorama = (width: 3_000, ratio: 2.5)

  fileprivate init(_ embedded: EmbeddedThumbnails, uprightSize: PixelSize, format: ImageFormat) {
    self = embedded.companions
    let (exif, xmp) = (embedded.exif, embedded.xmp)
    if exif.isScreenshot || xmp.isScreenshot { insert(.photoScreenshot) }
    let isPortrait = exif.rendering == .portrait || exif.rendering == .portraitHDR
    if isPortrait || xmp.hasDepth { insert(.photoDepthEffect) }
    // Cameras write no PNG; a wide one is a screenshot of two screens side by side.
    let isWide =
      ![.png, .pngInterlaced].contains(format) && uprightSize.width >= Self.panorama.width
      && Double(uprightSize.width) >= Self.panorama.ratio * Double(uprightSize.height)
    if exif.rendering == .panorama || xmp.isPanorama || isWide && !contains(.photoScreenshot) {
      insert(.photoPanorama)
    }
  }
}

extension Location {
  /// Reads the GPS directory of EXIF data (EXIF 2.32, 4.6.6).
  ///
  /// Latitude and longitude are degrees, minutes and seconds, and count only with their reference, without which the
  /// hemisphere is unknown.
  init?(gps entries: [TIFFReader.Entry], in reader: TIFFReader) {
    var (latitude, longitude, altitude): (Double?, Double?, Double?)
    var (north, east): (Double?, Double?)
    var isBelow = false
    for entry in entries {
      switch entry.tag {
      case 1: north = Self.sign(reader.text(entry), positive: "N", negative: "S")
      case 2: latitude = reader.fractions(entry, count: 3).map(Self.degrees)
      case 3: east = Self.sign(reader.text(entry), positive: "E", negative: "W")
      case 4: longitude = reader.fractions(entry, count: 3).map(Self.degrees)
      // 1 is below the sea; EXIF 3 adds 3 for below the ellipsoid.
      case 5: isBelow = reader.number(entry).map { $0 & 1 == 1 } ?? false
      case 6: altitude = reader.fractions(entry, count: 1)?.first
      default: break
      }
    }
    guard let latitude, let north, let longitude, let east else { return nil }
    self.init(stated: north * latitude, east * longitude, altitude: altitude.map { isBelow ? -$0 : $0 })
  }

  private static func degrees(_ parts: [Double]) -> Double { parts[0] + parts[1] / 60 + parts[2] / 3_600 }

  private static func sign(
    _ text: ArraySlice<UInt8>?, positive: Unicode.Scalar, negative: Unicode.Scalar
  ) -> Double? {
    switch text?.first {
    case UInt8(ascii: positive): 1
    case UInt8(ascii: negative): -1
    default: nil
    }
  }

  /// Reads `exif:GPSLatitude` and its like: `48,12,29.52N` or `48,12.492N`, and the altitude as `171/1`.
  init?(latitude: String, longitude: String, altitude: String?, altitudeReference: String?) {
    guard let north = Self.degrees(latitude, positive: "N", negative: "S"),
      let east = Self.degrees(longitude, positive: "E", negative: "W")
    else { return nil }
    let height = altitude.flatMap(Self.fraction)
    self.init(stated: north, east, altitude: height.map { altitudeReference == "1" ? -$0 : $0 })
  }

  private static func degrees(_ text: String, positive: Character, negative: Character) -> Double? {
    guard let direction = text.last, direction == positive || direction == negative else { return nil }
    let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false).map(decimal)
    guard (2...3).contains(parts.count) else { return nil }
    var (degrees, unit) = (0.0, 1.0)
    for part in parts {
      guard let part else { return nil }
      (degrees, unit) = (degrees + part / unit, unit * 60)
    }
    return direction == positive ? degrees : -degrees
  }

  private static func fraction(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let numerator = parts.first.flatMap(decimal) else { return nil }
    guard parts.count == 2 else { return numerator }
    return decimal(parts[1]).flatMap { $0 == 0 ? nil : numerator / $0 }
  }

  /// Digits and perhaps a point; no other form of number that `Double` accepts.
  private static func decimal(_ text: Substring) -> Double? {
    text.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") } ? Double(text) : nil
  }
}
