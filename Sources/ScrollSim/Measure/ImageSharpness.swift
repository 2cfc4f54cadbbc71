internal import Foundation
internal import GalleryKit

extension LaidOutScenario {
  /// The most photos that are looked at; each is resampled in double precision, which takes a fifth of a second.
  private static let sharpnessPhotos = 6

  /// How sharp images of each resize mode are (``ImageSharpness``), as the mean of a few photos; empty if the scenario compares no
  /// resize modes, or if there are no files to look at.
  package func sharpness(over assets: StageAssets) -> [String: Double] {
    let modes = (scenario.compare.axes[.resizeMode] ?? []).compactMap(ResizeMode.init)
    if case .synthetic = assets { return [:] }
    guard modes.count > 1 else { return [:] }
    let cell = layout.largestCell
    var sums: [String: Double] = [:]
    let photos = assets.drawn(Self.sharpnessPhotos, seed: scenario.seed) { asset in
      guard let photo = ImageSharpness(of: asset.original.path, in: targetSize) else { return false }
      let found = modes.compactMap { photo.decibels(as: specification(of: cell, $0)) }
      guard found.count == modes.count else { return false }
      for (mode, decibels) in zip(modes, found) { sums[mode.rawValue, default: 0] += decibels }
      return true
    }
    return sums.mapValues { ($0 / Double(photos.count)).rounded(toPlaces: 2) }
  }
}

/// How much images of a photo look like a resampling of all of it in double precision, as a screen draws them in a cell.
///
/// The ideal is Lanczos with three lobes over the full-size picture; a screen draws an image that is larger than its cell with linear
/// interpolation. The likeness is the peak signal-to-noise ratio, in decibels: at 40, errors are a hundredth of the range.
struct ImageSharpness {
  private let path: String
  private let ideal: Plane
  private let ledger = MemoryLedger()

  /// Resamples a photo; `nil` if it cannot be decoded, or has too few pixels to be made smaller.
  init?(of path: String, in cell: PixelSize) {
    let whole = ImageSpecification(targetSize: cell, resizeMode: .none)
    guard let image = try? ImageDecoder.decode(path: path, as: whole, ledger: ledger).pixels,
      image.size.width >= 2 * cell.width, image.size.height >= 2 * cell.height
    else { return nil }
    self.path = path
    ideal = Plane(image, in: cell) { Self.lanczos($0, from: $1, length: $2, onto: $3) }
  }

  func decibels(as specification: ImageSpecification) -> Double? {
    guard let image = try? ImageDecoder.decode(path: path, as: specification, ledger: ledger).pixels else {
      return nil
    }
    let cell = PixelSize(width: ideal.width, height: ideal.height)
    let shown =
      image.size == cell
      ? Plane(image) : Plane(image, in: cell) { Self.linear($0, from: $1, length: $2, onto: $3) }
    let error = zip(shown.pixels, ideal.pixels).reduce(0) { sum, pair in
      let difference = pair.0 - pair.1.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
      return sum + (difference * difference).sum()
    }
    let mean = error / Double(3 * ideal.pixels.count)
    return 10 * log10(255 * 255 / max(mean, 1e-4))
  }

  /// The samples that make one sample of a resampled line, with weights that sum to one.
  fileprivate typealias Taps = [(sample: Int, weight: Double)]

  /// Lanczos with three lobes, stretched where the line becomes shorter.
  private static func lanczos(_ count: Int, from start: Double, length: Double, onto outputs: Int) -> [Taps] {
    let scale = length / Double(outputs)
    let stretch = max(1, scale)
    return (0..<outputs).map { output in
      let centre = start + (Double(output) + 0.5) * scale
      let first = max(0, Int((centre - 3 * stretch).rounded(.down)))
      let end = min(count, Int((centre + 3 * stretch).rounded(.up)))
      let taps = (first..<end).map { sample -> (sample: Int, weight: Double) in
        let x = (Double(sample) + 0.5 - centre) / stretch
        return (sample, abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0)
      }
      let sum = taps.reduce(0) { $0 + $1.weight }
      return taps.map { ($0.sample, $0.weight / sum) }
    }
  }

  private static func sinc(_ x: Double) -> Double { abs(x) < 1e-12 ? 1 : sin(.pi * x) / (.pi * x) }

  /// Linear interpolation between the two nearest samples.
  private static func linear(_ count: Int, from start: Double, length: Double, onto outputs: Int) -> [Taps] {
    (0..<outputs).map { output in
      let place = start + (Double(output) + 0.5) * length / Double(outputs) - 0.5
      let first = place.rounded(.down)
      func inside(_ sample: Double) -> Int { min(max(0, Int(sample)), count - 1) }
      return [(inside(first), 1 - (place - first)), (inside(first + 1), place - first)]
    }
  }

  /// Pixels as red, green and blue in double precision; the fourth is 0.
  fileprivate struct Plane {
    let width: Int
    let height: Int
    let pixels: [SIMD4<Double>]

    init(_ buffer: PixelBuffer) {
      (width, height) = (buffer.size.width, buffer.size.height)
      pixels = buffer.pixels.map(Self.colour)
    }

    /// The centred part of a picture in the shape of `size`, in that size.
    ///
    /// Only one row at a time is in double precision, which takes eight times as much memory.
    init(
      _ buffer: PixelBuffer, in size: PixelSize,
      by filter: (_ count: Int, _ start: Double, _ length: Double, _ outputs: Int) -> [Taps]
    ) {
      let (whole, bytes) = (buffer.size, buffer.pixels)
      let shape = Double(size.width) / Double(size.height)
      let across = min(Double(whole.width), Double(whole.height) * shape)
      let down = min(Double(whole.height), Double(whole.width) / shape)
      let columns = filter(whole.width, (Double(whole.width) - across) / 2, across, size.width)
      let rows = filter(whole.height, (Double(whole.height) - down) / 2, down, size.height)
      var narrow: [SIMD4<Double>] = []
      narrow.reserveCapacity(size.width * whole.height)
      for row in 0..<whole.height {
        let line = bytes[row * whole.width..<(row + 1) * whole.width].map(Self.colour)
        for taps in columns {
          narrow.append(taps.reduce(.zero) { $0 + line[$1.sample] * $1.weight })
        }
      }
      var small: [SIMD4<Double>] = []
      small.reserveCapacity(size.width * size.height)
      for taps in rows {
        for column in 0..<size.width {
          small.append(taps.reduce(.zero) { $0 + narrow[$1.sample * size.width + column] * $1.weight })
        }
      }
      (width, height, pixels) = (size.width, size.height, small)
    }

    private static func colour(_ pixel: SIMD4<UInt8>) -> SIMD4<Double> {
      SIMD4(Double(pixel.x), Double(pixel.y), Double(pixel.z), 0)
    }
  }
}
