internal import GalleryKit

/// A device with a few published decode times: a measured table, scaled to them.
///
/// Only the speed is the device's; spread and memory are those of the table that was measured. The table's source says so.
struct PublishedDevice: Codable {
  /// The device's name in scenarios.
  var name: String
  var cpu: String
  var cores: Int
  /// The published result, in words and figures.
  var published: String
  var url: String
  /// The date, as year-month-day.
  var date: String
  /// The measured table's result for the same work.
  var reference: String
  /// Published times over the measured table's.
  var factors: CostFactors
  /// The factors by which decoding slows down while 1, 2, … decoders are busy, if they were published.
  var slowdown: [Double]?

  func table(scaling measured: CostTable) -> CostTable {
    var table = measured
    table.name = name
    table.about = "What decoding costs on \(cpu), by published times; everything else as \(measured.name)."
    table.source = CostTable.Source(
      method: "scaled from \(measured.name); published: \(published) (\(url)); \(reference)", command: "",
      cpu: cpu, cores: cores, os: "", libraries: [:], date: date, measurements: 0)
    table.images = measured.images.map { image in
      var image = image
      image.scale(by: factors[image.resizeMode])
      return image
    }
    table.preview.fixedMs *= factors.fast
    table.firstScans.fixedMs *= factors.fast
    table.firstScans.msPerStoredMegapixel *= factors.fast
    table.slowdown = slowdown ?? measured.slowdown
    return table
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
  mutating func scale(by factor: Double) {
    fixedMs *= factor
    msPerStoredMegapixel *= factor
    msPerMegabyte *= factor
    msPerDecodedMegapixel *= factor
    msPerOutputMegapixel *= factor
  }

  /// The costs of a format that a table does not measure: multiples of those of baseline JPEG; `nil` for
  /// formats that are measured.
  ///
  /// Factors are ratios of processor time in one process, one thread, on a Xeon at 2.5 GHz with Debian 12's
  /// libraries (libwebp 1.2.4, libheif 1.15.1 with libde265 1.0.11 and dav1d 1.0.0): one photo of 12.5
  /// megapixels for a cell of 386 pixels, compared with the baseline JPEG that it was made from. WebP is
  /// lossy. A device with a decoder in hardware, as phones have for HEVC, is much faster: `scrollsim
  /// calibrate` on it measures its own. Working memory, in bytes for each stored pixel, is the peak of
  /// resident memory.
  fileprivate func relative(_ format: ImageFormat) -> Self? {
    var image = self
    image.format = format
    let factors: CostFactors
    switch format {
    case .jpegBaseline, .jpegProgressive, .png, .pngInterlaced, .unknown: return nil
    case .webp: (factors, image.scratchBytesPerPixel) = (CostFactors(none: 2.5, fast: 1.8, exact: 2.2), 0)
    case .heic: (factors, image.scratchBytesPerPixel) = (CostFactors(none: 16, fast: 18, exact: 17), 3)
    case .avif: (factors, image.scratchBytesPerPixel) = (CostFactors(none: 6.4, fast: 9, exact: 8), 8)
    }
    image.scale(by: factors[resizeMode])
    return image
  }
}

extension CostTable {
  /// ``images``, and costs relative to baseline JPEG for each format that they leave out.
  package var imagesOfAllFormats: [Image] {
    let known = Set(images.map(\.format))
    let baseline = images.filter { $0.format == .jpegBaseline }
    return images
      + ImageFormat.allCases.filter { !known.contains($0) }.flatMap { format in
        baseline.compactMap { $0.relative(format) }
      }
  }
}
