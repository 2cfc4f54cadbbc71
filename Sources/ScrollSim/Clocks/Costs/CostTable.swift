package import GalleryKit

/// What decoding costs on some machine: the data behind model mode.
///
/// An image of format f in resize mode m takes
///
///     fixed + a · stored megapixels + b · megabytes + c · decoded megapixels + d · output megapixels
///
/// milliseconds, times ``slowdown`` for the decoders that are busy with it, times a factor drawn from ``Image/spread``.
/// Only additions and multiplications, so that every machine computes the same.
package struct CostTable: Codable, Hashable, Sendable {
  /// `scrollsim.costs/2`.
  package var schema = Self.schema
  /// What scenarios call it.
  package var name: String
  /// What the figures are of, in a sentence.
  package var about: String
  /// Where the figures come from.
  package var source: Source
  /// Resident bytes of a process that has opened a library and decoded nothing.
  package var baseResidentBytes: Int
  /// One entry for each format in each resize mode; what is left out is derived (``imagesOfAllFormats``).
  package var images: [Image]
  /// What an embedded thumbnail takes.
  package var preview: Preview
  /// What the first scans of a progressive JPEG take.
  package var firstScans: FirstScans
  /// By how much decoding slows down while 1, 2, … decoders are busy; the last value holds for all more.
  package var slowdown: [Double]
  /// What a stored thumbnail takes, on which runs with a thumbnail store depend; `nil` if it was not measured.
  package var thumbnails: Thumbnails?
  /// What it takes to read a file that is not in memory, on which no run depends so far; `nil` if it was not measured.
  package var store: Transfer?
  /// What a request over the network takes, on which no run depends so far; `nil` if it was not measured.
  package var network: Transfer?

  package static let schema = "scrollsim.costs/2"

  /// Where figures come from.
  package struct Source: Codable, Hashable, Sendable {
    /// `measured`, or what they were derived from and how.
    package var method: String
    /// The command that made the table.
    package var command: String
    /// The processor.
    package var cpu: String
    /// Its cores.
    package var cores: Int
    /// The system.
    package var os: String
    /// Codec libraries by name.
    package var libraries: [String: String]
    /// When, in ISO 8601.
    package var date: String
    /// Measurements behind the figures.
    package var measurements: Int
  }

  /// What images of one format take in one resize mode.
  package struct Image: Codable, Hashable, Sendable {
    package var format: ImageFormat
    package var resizeMode: ResizeMode
    /// Milliseconds for any image.
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
    /// Measured time over the formula's: quantiles at equal steps from 0 to 1.
    package var spread: [Double]
  }

  /// What it takes to get bytes from elsewhere.
  package struct Transfer: Codable, Hashable, Sendable {
    /// From where and how.
    package var medium: String
    /// Milliseconds for any number of bytes.
    package var fixedMs: Double
    /// Milliseconds for a million bytes.
    package var msPerMegabyte: Double
    /// Measured time over the formula's: quantiles at equal steps from 0 to 1.
    package var spread: [Double]
  }

  /// What a stored thumbnail takes, by the bytes of its file, which is in memory.
  package struct Thumbnails: Codable, Hashable, Sendable {
    /// To map, to check, and to give it out.
    package var read: Transfer
    /// To check, to write, and to give up others for it.
    package var write: Transfer
  }

  /// What an embedded thumbnail takes.
  package struct Preview: Codable, Hashable, Sendable {
    /// The size that it is assumed to have.
    package var width: Int
    package var height: Int
    /// Milliseconds; the mean of ``spread``'s factors is 1.
    package var fixedMs: Double
    package var spread: [Double]
  }

  /// What the first scans of a progressive JPEG take.
  package struct FirstScans: Codable, Hashable, Sendable {
    /// Milliseconds for any picture.
    package var fixedMs: Double
    /// Milliseconds for a million pixels of the stored picture.
    package var msPerStoredMegapixel: Double
    /// Measured time over the formula's: quantiles at equal steps from 0 to 1.
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
  /// The factor at a place from 0 to 1 between quantiles; 1 if there are none.
  package static func factor(at place: Double, of quantiles: [Double]) -> Double {
    guard let last = quantiles.last else { return 1 }
    let position = place * Double(quantiles.count - 1)
    let below = min(max(Int(position), 0), quantiles.count - 1)
    guard below + 1 < quantiles.count else { return last }
    return quantiles[below] + (quantiles[below + 1] - quantiles[below]) * (position - Double(below))
  }
}
