internal import Foundation
internal import GalleryKit

/// One marked photo of a library: its number, form and date.
struct MarkedPhoto: Hashable, Sendable {
  /// Shapes and orientations, as often as in a phone's library: a photo taken upright is stored on its side.
  private static let mix: [(isPortrait: Bool, orientation: ImageOrientation)] =
    Array(repeating: (false, .up), count: 10) + Array(repeating: (true, .right), count: 7)
    + [(false, .down), (true, .left), (true, .up)]

  /// The number of its tag; the newest photo has 0.
  let number: Int
  let form: MarkedForm
  let date: Date

  var thumbnailNumber: Int { number + MarkedPattern.thumbnailStep }

  /// All photos of a source, the newest first.
  static func all(of source: MarkedSource) -> [MarkedPhoto] {
    var generator = SeededGenerator(seed: source.seed, stream: .max)
    let side = MarkedForm.moduleSide(megapixels: source.megapixels)
    var date = SyntheticLibrary.newest
    return (0..<source.photos).map { number in
      let (isPortrait, orientation) = mix[Int(generator.next() % UInt64(mix.count))]
      date -= (1 + Double(generator.unit()) * 2 * SyntheticLibrary.secondsBetweenPhotos).rounded()
      let form = MarkedForm(
        moduleSide: side, isPortrait: isPortrait && !source.isLandscape,
        orientation: source.storesTurned ? orientation : .up)
      return MarkedPhoto(number: number, form: form, date: date)
    }
  }
}

extension MarkedPattern {
  /// The picture of a number up to twice ``thumbnailStep``; throws ``NoTags``.
  static func tagged(_ number: Int) throws -> Self {
    guard let modules = TagReader.modules(of: number) else { throw NoTags() }
    return MarkedPattern(number: number, modules: modules)
  }
}

package struct NoTags: Error, CustomStringConvertible {
  package let description =
    "marked photos need libapriltag, which this build does not have: build it with the package trait Watch"

  package init() {}
}
