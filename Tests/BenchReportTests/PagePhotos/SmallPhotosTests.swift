import BenchReport
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite("A page's small photos")
struct SmallPhotosTests {
  @Test func `a generated library says what it was made from`() throws {
    let folder = TemporaryFolder()
    let source = SyntheticSource(photos: 5, distinct: 2, megapixels: 0.02...0.03, png: 0.5)
    _ = try SyntheticLibrary(source, seed: 9).make(in: folder.file("made"))
    let recipe = try #require(SyntheticLibrary.recipe(in: folder.file("made")))
    #expect(recipe.source == source)
    #expect(recipe.seed == 9)
    #expect(SyntheticLibrary.recipe(in: folder.path) == nil)
    // A model of it has its photos, too, though it never opened one.
    let record = try ModelPhotos.prepare(.synthetic(source), seed: 9) { _ in }.record
    let photos = try SmallPhotos(record, folder: folder.file("made"), side: 8)
    let picture = try #require(photos.thumbnail(4))
    #expect(picture.count == 8 * 8)
    #expect(photos.thumbnail(5) == nil)
    var other = record
    other.sha256 = "other"
    #expect(throws: SmallPhotos.Missing.self) { try SmallPhotos(other, folder: folder.file("made"), side: 8) }
  }

  @Test func `a model paints its photos small as they would be shown`() throws {
    let folder = TemporaryFolder()
    let source = SyntheticSource(photos: 12, distinct: 12, megapixels: 0.4...0.5, png: 0.2)
    _ = try SyntheticLibrary(source, seed: 3).make(in: folder.file("made"))
    let library = try ModelPhotos.prepare(.synthetic(source), seed: 3) { _ in }
    let painted = SmallPhotos(library.assets, side: 24)
    let decoded = try SmallPhotos(library.record, folder: folder.file("made"), side: 24)
    func difference(_ one: SmallPhotos.Square, _ other: SmallPhotos.Square) -> Double {
      let sum = zip(one, other).reduce(0) { sum, pair in
        sum + (0..<3).reduce(0) { $0 + abs(Int(pair.0[$1]) - Int(pair.1[$1])) }
      }
      return Double(sum) / Double(one.count * 3)
    }
    func turned(_ photo: SmallPhotos.Square) -> SmallPhotos.Square {
      (0..<24).flatMap { y in (0..<24).map { x in photo[(23 - x) * 24 + y] } }
    }
    // A painted photo has no texture, but it is nearest to its own photo, and upright.
    let originals = try (0..<12).map { try #require(decoded.thumbnail($0)) }
    for item in 0..<12 {
      let picture = try #require(painted.thumbnail(item))
      let nearest = originals.indices.min {
        difference(picture, originals[$0]) < difference(picture, originals[$1])
      }
      #expect(nearest == item)
      #expect(difference(picture, originals[item]) < difference(turned(picture), originals[item]))
    }
    #expect(painted.thumbnail(12) == nil)
  }
}
