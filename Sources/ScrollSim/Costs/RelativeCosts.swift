internal import GalleryKit

/// The costs of formats that a table does not measure: multiples of baseline JPEG's figures at the same resize mode.
///
/// Factors are ratios of processor time in one process, one thread, on a Xeon at 2.5 GHz with Debian 12's libraries
/// (libwebp 1.2.4, libheif 1.15.1 with libde265 1.0.11 and dav1d 1.0.0): one photo of 12.5 megapixels for a cell of 386
/// pixels, beside the baseline JPEG that it was made from. WebP is lossy. A device with a decoder in hardware, as phones
/// have for HEVC, is much faster: `scrollsim calibrate` on it measures its own. Working memory, in bytes for each stored
/// pixel, is the peak of resident memory.
enum RelativeCosts {
  private static func factors(
    _ format: ImageFormat
  ) -> (time: CostFactors, scratchBytesPerPixel: Double)? {
    switch format {
    case .jpegBaseline, .jpegProgressive, .png, .pngInterlaced, .unknown: nil
    case .webp: (CostFactors(none: 2.5, fast: 1.8, exact: 2.2), 0)
    case .heic: (CostFactors(none: 16, fast: 18, exact: 17), 3)
    case .avif: (CostFactors(none: 6.4, fast: 9, exact: 8), 8)
    }
  }

  /// A format's figures, made from baseline JPEG's; `nil` for formats that are measured.
  fileprivate static func image(_ baseline: CostTable.Image, as format: ImageFormat) -> CostTable.Image? {
    guard let factors = factors(format) else { return nil }
    var image = baseline
    image.format = format
    image.scale(by: factors.time[baseline.resizeMode])
    image.scratchBytesPerPixel = factors.scratchBytesPerPixel
    return image
  }
}

/// The factors by which decoding takes longer, by resize mode.
struct CostFactors: Codable {
  var none: Double
  var fast: Double
  var exact: Double

  subscript(mode: ResizeMode) -> Double {
    switch mode {
    case .none: none
    case .fast: fast
    case .exact: exact
    }
  }
}

extension CostTable.Image {
  /// Multiplies all times by a factor.
  mutating func scale(by factor: Double) {
    fixedMs *= factor
    msPerStoredMegapixel *= factor
    msPerMegabyte *= factor
    msPerDecodedMegapixel *= factor
    msPerOutputMegapixel *= factor
  }
}

extension CostTable {
  /// ``images``, and costs relative to baseline JPEG for each format that they leave out (``RelativeCosts``).
  package var imagesOfAllFormats: [Image] {
    let known = Set(images.map(\.format))
    let baseline = images.filter { $0.format == .jpegBaseline }
    return images
      + ImageFormat.allCases.filter { !known.contains($0) }.flatMap { format in
        baseline.compactMap { RelativeCosts.image($0, as: format) }
      }
  }
}
