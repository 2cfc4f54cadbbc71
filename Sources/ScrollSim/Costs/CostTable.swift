package import GalleryKit

/// The costs of decoding on one machine: the data behind model mode.
///
/// An image of format f in resize mode m takes
///
///     fixed + a · stored megapixels + b · megabytes + c · decoded megapixels + d · output megapixels
///
/// milliseconds, times ``slowdown`` for the decoders that are busy with it, times a factor drawn from ``Image/spread``.
/// The formula has only additions and multiplications, so that every machine computes the same.
package struct CostTable: Codable, Hashable, Sendable {
  /// `scrollsim.costs/2`.
  package var schema = Self.schema
  /// The table's name in results, and in scenarios if it comes with the program.
  package var name: String
  /// The subject of the figures, in a sentence.
  package var about: String
  package var source: Source
  /// Resident bytes of a process that has opened a library and decoded nothing.
  package var baseResidentBytes: Int
  /// One entry for each format in each resize mode, or two by ``Image/atAnEighth``; missing formats are derived
  /// (``imagesOfAllFormats``).
  package var images: [Image]
  /// Photos whose time relative to the formula is known; `nil` if none was measured.
  package var ownPhotos: [OwnPhoto]?
  package var preview: Preview
  package var firstScans: FirstScans
  /// The factors by which decoding slows down while 1, 2, … decoders are busy; the last one holds for any more.
  package var slowdown: [Double]
  /// The cost of a stored thumbnail, for runs with a thumbnail store; `nil` if it was not measured.
  package var thumbnails: Thumbnails?

  package static let schema = "scrollsim.costs/2"

  package struct Source: Codable, Hashable, Sendable {
    /// `measured`, or the basis and the method of deriving the figures.
    package var method: String
    package var command: String
    package var cpu: String
    package var cores: Int
    package var os: String
    /// Codec libraries by name.
    package var libraries: [String: String]
    /// The date, in ISO 8601.
    package var date: String
    package var measurements: Int
    /// The signs that other work disturbed the measurement, in words, the worst first; `nil` if none did.
    package var disturbance: [String]?
  }

  /// The cost of images of one format in one resize mode.
  package struct Image: Codable, Hashable, Sendable {
    package var format: ImageFormat
    package var resizeMode: ResizeMode
    /// Whether the costs are those of images at an eighth of their size, for which a progressive JPEG needs
    /// fewer scans, or of all others; `nil` for both.
    package var atAnEighth: Bool?
    package var fixedMs: Double
    /// Milliseconds for a million pixels of the stored picture.
    package var msPerStoredMegapixel: Double
    /// Milliseconds for a million bytes of the file.
    package var msPerMegabyte: Double
    /// Milliseconds for a million pixels that the decoder produces.
    package var msPerDecodedMegapixel: Double
    /// Milliseconds for a million pixels of the image.
    package var msPerOutputMegapixel: Double
    /// Bytes of working memory for each stored pixel, beyond a row.
    package var scratchBytesPerPixel: Double
    /// Measured time over the formula's, at equal steps from the fastest to the slowest.
    package var spread: [Double]
  }

  /// The cost of one file relative to the formula, instead of a factor drawn from ``Image/spread``.
  package struct OwnPhoto: Codable, Hashable, Sendable {
    /// The file, or a synthetic photo's name in models, which have no files (``SyntheticAssets``).
    package var path: String
    /// The file's size when it was measured; a file of another size is another photo.
    package var byteCount: Int
    package var resizeMode: ResizeMode
    /// Measured time over the formula's.
    package var factor: Double
  }

  /// The cost of getting bytes from elsewhere.
  package struct Transfer: Codable, Hashable, Sendable {
    /// The medium and the kind of transfer, in words.
    package var medium: String
    package var fixedMs: Double
    /// Milliseconds for a million bytes.
    package var msPerMegabyte: Double
    package var spread: [Double]
  }

  /// The cost of a stored thumbnail, by the bytes of its file, which is in memory.
  package struct Thumbnails: Codable, Hashable, Sendable {
    /// The cost to map, check and return it.
    package var read: Transfer
    /// The cost to check and write it, and to evict others for it.
    package var write: Transfer
  }

  /// The cost of an embedded thumbnail.
  package struct Preview: Codable, Hashable, Sendable {
    /// The assumed size.
    package var width: Int
    package var height: Int
    /// Milliseconds; the mean of ``spread``'s factors is 1.
    package var fixedMs: Double
    package var spread: [Double]
  }

  /// The cost of the first scans of a progressive JPEG.
  package struct FirstScans: Codable, Hashable, Sendable {
    package var fixedMs: Double
    package var msPerStoredMegapixel: Double
    package var spread: [Double]

    /// Milliseconds by the formula, without slowdown and spread.
    package func milliseconds(storedPixels: Int) -> Double {
      fixedMs + msPerStoredMegapixel * Double(storedPixels) / 1e6
    }
  }
}

extension CostTable.Image {
  /// Milliseconds by the formula, without slowdown and spread.
  package func milliseconds(_ estimate: DecodeEstimate, byteCount: Int) -> Double {
    let output = Double(estimate.outputSize.width * estimate.outputSize.height)
    return fixedMs + msPerStoredMegapixel * Double(estimate.storedPixels) / 1e6
      + msPerMegabyte * Double(byteCount) / 1e6 + msPerDecodedMegapixel * Double(estimate.decodedPixels) / 1e6
      + msPerOutputMegapixel * output / 1e6
  }
}

extension CostTable {
  /// The factor at a place from 0 to 1 in a spread; 1 if it is empty.
  package static func factor(at place: Double, of spread: [Double]) -> Double {
    guard let last = spread.last else { return 1 }
    let position = place * Double(spread.count - 1)
    let below = min(max(Int(position), 0), spread.count - 1)
    guard below + 1 < spread.count else { return last }
    return spread[below] + (spread[below + 1] - spread[below]) * (position - Double(below))
  }
}

/// Costs in other circumstances than those of their measurement.
extension CostTable {
  func slowdown(_ workers: Int) -> Double {
    slowdown.isEmpty ? 1 : slowdown[min(workers, slowdown.count) - 1]
  }

  package func slowed(by factor: Double) -> CostTable {
    guard factor != 1 else { return self }
    var table = self
    table.slowdown = slowdown.isEmpty ? [factor] : slowdown.map { $0 * factor }
    return table
  }

  /// The costs while the main thread is busy, too.
  ///
  /// `n` decoders on `c` cores have `c` − `s` of them where the main thread takes `s`: its share, at most
  /// what a fair system gives one of `n` + 1 threads, `c` ÷ (`n` + 1). They take `n` ÷ (`c` − `s`) times as
  /// long, or `c` ÷ (`c` − `s`) if there are more of them than cores, since ``slowdown`` already includes
  /// their competition with each other.
  ///
  /// - Parameter mainShare: seconds of work for each second, 0…1; more count as 1.
  func beside(mainShare: Double, workers: Int) -> CostTable {
    guard mainShare > 0 else { return self }
    let cores = Double(max(1, source.cores))
    var table = self
    table.slowdown = (1...max(workers, slowdown.count)).map { count in
      let busy = Double(count)
      let left = cores - min(mainShare, 1, cores / (busy + 1))
      return (slowdown(count) * max(1, min(busy, cores) / left)).rounded(toPlaces: 5)
    }
    return table
  }
}
