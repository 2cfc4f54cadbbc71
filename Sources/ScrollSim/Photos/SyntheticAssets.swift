internal import Foundation
package import GalleryKit

/// The properties of a synthetic library: what the keys of `library.synthetic` say.
package struct SyntheticSource: Codable, Hashable, Sendable {
  package var photos: Int
  package var distinct: Int
  package var megapixels: ClosedRange<Double>
  package var png: Double
  package var embeddedThumbnails: Double

  package init(
    photos: Int, distinct: Int = 48, megapixels: ClosedRange<Double> = 2...12, png: Double = 0,
    embeddedThumbnails: Double = 0.5
  ) {
    (self.photos, self.distinct, self.megapixels) = (photos, distinct, megapixels)
    (self.png, self.embeddedThumbnails) = (png, embeddedThumbnails)
  }
}

/// The assets of a synthetic library without the library: the same identifiers, sizes, formats and
/// orientations, computed from the seed.
///
/// Model mode scrolls over these, so that its results depend on no file, no encoder's version and no disk,
/// and ten million photos take no more memory than their distinct files. A file's byte count is the target of
/// its encoding, which encoders meet only roughly. Its path names no file, but distinguishes it from those of
/// other libraries (``CostTable/ownPhotos``).
package struct SyntheticAssets: RandomAccessCollection, Sendable {
  private struct File: Sendable {
    let size: PixelSize
    let orientation: ImageOrientation
    let original: Original
  }

  /// Bits a pixel of PNGs of synthetic pictures: the mean of those of `fling`.
  private static let pngBitsPerPixel = 10.6

  private let source: SyntheticSource
  private let seed: UInt64
  private let files: [File]
  package let endIndex: Int
  package var startIndex: Int { 0 }
  /// The number of files behind the assets; the first `distinct` assets have one each.
  package var distinct: Int { files.count }

  package init(_ source: SyntheticSource, seed: UInt64) {
    (self.source, self.seed) = (source, seed)
    let library = SyntheticLibrary(source, seed: seed).shortName
    files = (0..<source.distinct).map { number in
      let photo = SyntheticPhoto(number: number, of: source, seed: seed)
      let bits = photo.isPNG ? Self.pngBitsPerPixel : Double(photo.bitsPerPixel)
      return File(
        size: photo.size.turned(photo.orientation), orientation: photo.orientation,
        original: Original(
          path: "\(library)/\(number)",
          format: photo.isPNG ? .png : photo.isProgressive ? .jpegProgressive : .jpegBaseline,
          byteCount: Int(Double(photo.size.width * photo.size.height) * bits / 8),
          hasEmbeddedThumbnail: photo.hasThumbnail))
    }
    endIndex = source.photos
  }

  /// - Complexity: O(1).
  package subscript(position: Int) -> Asset {
    precondition(indices.contains(position), "position \(position) is outside 0..<\(count)")
    let file = files[position % files.count]
    let date = SyntheticLibrary.newest - Double(position) * SyntheticLibrary.secondsBetweenPhotos
    return Asset(
      localIdentifier: LocalIdentifier.ofSynthetic(position), pixelSize: file.size,
      orientation: file.orientation, creationDate: date, modificationDate: date, original: file.original)
  }

  /// The mean colours of some photos, as they would be painted.
  func meanColours(of positions: [Int]) -> [Int: CellColour] {
    Dictionary(grouping: positions) { $0 % files.count }.reduce(into: [:]) { colours, file in
      let colour = composition(ofFile: file.key).meanColour
      for position in file.value { colours[position] = colour }
    }
  }

  /// The photo at a position as a grid's cell shows it, without texture: `side` pixels a side, row by row.
  package func sketch(at position: Int, side: Int) -> [CellColour] {
    let number = position % files.count
    let samples = composition(ofFile: number).square(side: side)
    // A photo stored on its side is shown rotated to the right.
    let isTurned = files[number].orientation == .right
    return (0..<side * side).map { place in
      let (x, y) = (place % side, place / side)
      let sample = samples[isTurned ? (side - 1 - x) * side + y : place]
      return CellColour(red: UInt8(sample.x), green: UInt8(sample.y), blue: UInt8(sample.z))
    }
  }

  private func composition(ofFile number: Int) -> PhotoComposition {
    SyntheticPhoto(number: number, of: source, seed: seed).composition
  }
}
