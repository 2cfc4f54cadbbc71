#if canImport(ImageIO)
  internal import CoreGraphics
  internal import Foundation
  internal import GalleryEngine
  internal import ImageIO

  /// A picture's file, open in ImageIO, with its properties.
  struct SystemFile {
    let path: String
    /// The size as stored, in pixels.
    let size: PixelSize
    /// The turn that makes the stored picture upright.
    let orientation: ImageOrientation
    let format: ImageFormat
    /// The time of capture from EXIF; without a time zone, the clock counts as UTC.
    let captureDate: Date?
    let location: Location?
    private let source: CGImageSource
    /// The index of the shown picture among several.
    private let index: Int

    /// Reads a file's header.
    init(_ path: String) throws(CodecError) {
      guard FileManager.default.fileExists(atPath: path) else {
        throw CodecError(file: path, code: .missing, message: "there is no such file")
      }
      let options: [CFString: Any] = [kCGImageSourceShouldCache: false]
      let url = URL(fileURLWithPath: path)
      guard let source = CGImageSourceCreateWithURL(url as CFURL, options as CFDictionary),
        CGImageSourceGetCount(source) > 0
      else {
        throw CodecError(
          file: path, code: .unsupported, message: "expected a picture that ImageIO reads, found none")
      }
      index = CGImageSourceGetPrimaryImageIndex(source)
      let properties = Properties(CGImageSourceCopyPropertiesAtIndex(source, index, options as CFDictionary))
      size = PixelSize(
        width: properties.number(kCGImagePropertyPixelWidth) ?? 0,
        height: properties.number(kCGImagePropertyPixelHeight) ?? 0)
      try DecodeLimits.check(size, file: path)
      orientation =
        properties.number(kCGImagePropertyOrientation).flatMap { UInt8(exactly: $0) }
        .flatMap { ImageOrientation(rawValue: $0) } ?? .up
      let type = CGImageSourceGetType(source).map { $0 as String }
      // ImageIO shows no first scans, so that a progressive JPEG is like any other.
      format = ImageFormat.allCases.first { $0.typeIdentifier == type } ?? .unknown
      captureDate = properties.dictionary(kCGImagePropertyExifDictionary).captureDate
      location = properties.dictionary(kCGImagePropertyGPSDictionary).location
      self.path = path
      self.source = source
    }

    /// The upright picture's size.
    var uprightSize: PixelSize { size.turned(orientation) }

    /// The thumbnail embedded in the file; none is made from the picture itself.
    var thumbnail: CGImage? {
      let options: [CFString: Any] = [
        kCGImageSourceCreateThumbnailFromImageAlways: false,
        kCGImageSourceCreateThumbnailFromImageIfAbsent: false,
        kCGImageSourceCreateThumbnailWithTransform: false,
      ]
      return CGImageSourceCreateThumbnailAtIndex(source, index, options as CFDictionary)
    }

    /// The picture as it is stored, decoded at about `scaled`, or unscaled if that is its own size.
    func image(ofSize scaled: PixelSize) throws(CodecError) -> CGImage {
      var options: [CFString: Any] = [kCGImageSourceShouldCacheImmediately: true]
      let image: CGImage?
      if scaled == size {
        image = CGImageSourceCreateImageAtIndex(source, index, options as CFDictionary)
      } else {
        options[kCGImageSourceCreateThumbnailFromImageAlways] = true
        options[kCGImageSourceCreateThumbnailWithTransform] = false
        options[kCGImageSourceThumbnailMaxPixelSize] = max(scaled.width, scaled.height)
        image = CGImageSourceCreateThumbnailAtIndex(source, index, options as CFDictionary)
      }
      guard let image else {
        throw CodecError(
          file: path, code: .malformed, message: "ImageIO reads its header, and decodes no picture")
      }
      return image
    }
  }

  /// ImageIO's properties of a picture, by its own keys.
  private struct Properties {
    private let values: [CFString: Any]

    init(_ dictionary: CFDictionary?) { values = dictionary as? [CFString: Any] ?? [:] }

    private init(values: [CFString: Any]) { self.values = values }

    func dictionary(_ key: CFString) -> Properties {
      Properties(values: values[key] as? [CFString: Any] ?? [:])
    }

    func number(_ key: CFString) -> Int? { values[key] as? Int }
    func decimal(_ key: CFString) -> Double? { values[key] as? Double }
    func text(_ key: CFString) -> String? { values[key] as? String }

    /// The time of capture in an EXIF dictionary.
    var captureDate: Date? {
      func bytes(_ key: CFString) -> ArraySlice<UInt8>? { text(key).map { Array($0.utf8)[...] } }
      guard var written = bytes(kCGImagePropertyExifDateTimeOriginal).flatMap({ WrittenDate($0) }) else {
        return nil
      }
      if let fraction = bytes(kCGImagePropertyExifSubsecTimeOriginal) { written.add(subseconds: fraction) }
      written.add(zone: bytes(kCGImagePropertyExifOffsetTimeOriginal).flatMap { WrittenDate.zone($0) })
      return written.date
    }

    /// The location in a GPS dictionary.
    var location: Location? {
      guard let latitude = decimal(kCGImagePropertyGPSLatitude),
        let longitude = decimal(kCGImagePropertyGPSLongitude)
      else { return nil }
      let isSouth = text(kCGImagePropertyGPSLatitudeRef) == "S"
      let isWest = text(kCGImagePropertyGPSLongitudeRef) == "W"
      let isBelow = number(kCGImagePropertyGPSAltitudeRef) == 1
      return Location(
        stated: isSouth ? -latitude : latitude, isWest ? -longitude : longitude,
        altitude: decimal(kCGImagePropertyGPSAltitude).map { isBelow ? -$0 : $0 })
    }
  }
#endif
