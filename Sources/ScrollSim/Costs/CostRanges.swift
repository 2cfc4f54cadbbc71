internal import GalleryKit

/// The values that a cost table may have: those of any device, with a margin, and none too large for a model
/// to add up.
extension CostTable {
  /// Milliseconds, for any picture or for a million of pixels or bytes: up to a quarter of an hour.
  private static let milliseconds = 0...1e6
  /// Factors on a time.
  private static let factors = 0...1e3
  /// Bytes of working memory for each pixel.
  private static let scratch = 0...1e3
  /// Resident bytes of a process: up to a tebibyte.
  private static let resident = 0...1 << 40
  /// Pixels of a side of an embedded thumbnail.
  private static let sides = 1...65_535

  /// The first value that is out of its range, with the range; `nil` if there is none.
  var problem: String? {
    if images.isEmpty { return "images: expected an entry for each format and resize mode, found none" }
    if slowdown.isEmpty { return "slowdown: expected a factor for each number of busy decoders, found none" }
    if let wrong = slowdown.first(where: { !(Self.factors.contains($0) && $0 > 0) }) {
      return "slowdown: expected factors above 0, at most 1000, found \(wrong)"
    }
    guard Self.resident.contains(baseResidentBytes) else {
      return
        "baseResidentBytes: expected bytes from 0 to \(Self.resident.upperBound), found \(baseResidentBytes)"
    }
    guard Self.sides.contains(preview.width), Self.sides.contains(preview.height) else {
      return
        "preview: expected a width and a height of 1 to 65535, found \(preview.width) and \(preview.height)"
    }
    return ranges.lazy.compactMap { name, values, range, unit in
      values.first { !range.contains($0) }.map {
        "\(name): expected \(unit) from 0 to \(Figure.plain(range.upperBound)), found \(Figure.plain($0))"
      }
    }.first
  }

  private var ranges: [(name: String, values: [Double], range: ClosedRange<Double>, unit: String)] {
    let (ms, factor, bytes) = ("milliseconds", "a factor", "bytes a pixel")
    let images = images.flatMap { image in
      let name = "images: \(image.format.rawValue) \(image.resizeMode.rawValue)"
      let times = [
        image.fixedMs, image.msPerStoredMegapixel, image.msPerMegabyte, image.msPerDecodedMegapixel,
        image.msPerOutputMegapixel,
      ]
      return [
        (name, times, Self.milliseconds, ms), ("\(name) spread", image.spread, Self.factors, factor),
        ("\(name) scratchBytesPerPixel", [image.scratchBytesPerPixel], Self.scratch, bytes),
      ]
    }
    let transfers = [thumbnails?.read, thumbnails?.write].compactMap(\.self).flatMap {
      [
        ($0.medium, [$0.fixedMs, $0.msPerMegabyte], Self.milliseconds, ms),
        ("\($0.medium) spread", $0.spread, Self.factors, factor),
      ]
    }
    let others = [
      ("preview", [preview.fixedMs], Self.milliseconds, ms),
      ("preview spread", preview.spread, Self.factors, factor),
      ("firstScans", [firstScans.fixedMs, firstScans.msPerStoredMegapixel], Self.milliseconds, ms),
      ("firstScans spread", firstScans.spread, Self.factors, factor),
    ]
    let own = (ownPhotos ?? []).map { ("ownPhotos \($0.path)", [$0.factor], Self.factors, factor) }
    return images + others + own + transfers
  }
}
