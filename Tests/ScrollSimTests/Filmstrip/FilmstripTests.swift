import BenchReport
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite("The filmstrip")
struct FilmstripTests {
  private static let red = Picture.Colour(200, 0, 0, 255)
  /// Two columns of 36 pt on a screen of 72 × 72 pt, drawn a pixel a point; ten frames a second.
  private static let film = Filmstrip(
    layout: GridLayout(viewport: .init(width: 72, height: 72), columns: 2, spacing: 0), photos: 4,
    refreshRate: 10)

  private static func change(_ frame: Int, _ item: Int, _ state: CellState) -> CellChange {
    CellChange(frame: frame, item: item, state: state)
  }

  @Test func `cells show what they showed at each tenth of a second`() throws {
    let strip = Filmstrip.Strip(
      name: "none",
      changes: [
        Self.change(0, 0, .blank), Self.change(0, 1, .final), Self.change(0, 3, .failed),
        Self.change(1, 0, .final),
      ], offsets: [0, 0])
    let photo = Picture(width: 4, height: 4, colour: Self.red)
    let picture = try Self.film.draw([strip]) { _ in photo }
    // Below the name; the second frame stands four pixels beside the first.
    let (left, top) = (56, 40)
    #expect(picture[left + 36 + 5, top + 5] == Self.red, "item 1 is there from the start")
    #expect(picture[left + 5, top + 5] != Self.red, "item 0 is blank")
    #expect(picture[left + 35, top] != picture[left + 5, top + 5], "with a diagonal")
    #expect(picture[left + 76 + 5, top + 5] == Self.red, "and is there a tenth later")
    #expect(picture[left + 36 + 10, top + 36 + 10] == Picture.Colour(163, 33, 26, 255), "a cross for item 3")
    #expect(picture[left + 5, top + 36 + 5] == picture[left + 5, top + 5], "nothing is known of item 2")
  }

  @Test func `what scrolls is cut off at the screen's edges`() throws {
    let strip = Filmstrip.Strip(name: "", changes: (0..<4).map { Self.change(0, $0, .final) }, offsets: [18])
    let photo = Picture(width: 4, height: 4, colour: Self.red)
    let picture = try Self.film.draw([strip]) { $0 < 2 ? nil : photo }
    let (left, top) = (56, 40)
    #expect(picture[left + 5, top - 1] == Picture.Colour(255, 255, 255, 255))
    #expect(picture[left + 5, top] == Picture.Colour(125, 136, 148, 255), "a photo that is missing is grey")
    #expect(picture[left + 5, top + 18] == Self.red)
    #expect(picture[left + 5, top + 53] == Self.red)
    #expect(picture[left + 5, top + 54] != Self.red)
  }

  @Test func `a grid that scrolls sideways is drawn so`() throws {
    let film = Filmstrip(
      layout: GridLayout(viewport: .init(width: 72, height: 72), columns: 2, spacing: 0, axis: .horizontal),
      photos: 6, refreshRate: 10)
    let strip = Filmstrip.Strip(name: "", changes: [Self.change(0, 1, .final)], offsets: [18])
    let photo = Picture(width: 4, height: 4, colour: Self.red)
    let picture = try film.draw([strip]) { _ in photo }
    // Item 1 stands below item 0, half of it scrolled off to the left.
    let (left, top) = (56, 40)
    #expect(picture[left, top + 36 + 5] == Self.red && picture[left + 17, top + 71] == Self.red)
    #expect(picture[left + 5, top + 10] != Self.red && picture[left + 18, top + 50] != Self.red)
    #expect(picture[left - 1, top + 50] == Picture.Colour(255, 255, 255, 255))
  }

  @Test func `cells have their photos' shapes in a justified grid, which cut the pictures`() throws {
    // A row of 24 and 48 pt by 24 pt, then one photo of 72 pt by 36 pt.
    let film = Filmstrip(
      layout: GridLayout(
        viewport: .init(width: 72, height: 72), columns: 2, spacing: 0, aspectRatios: .init([1, 2, 2])),
      photos: 3, refreshRate: 10)
    let strip = Filmstrip.Strip(name: "", changes: (0..<3).map { Self.change(0, $0, .final) }, offsets: [0])
    // Of a square, the upper and the lower quarter are cut off by a cell of 2 : 1.
    var photo = Picture(width: 8, height: 8, colour: Self.red)
    for x in 0..<8 { for y in [0, 1, 6, 7] { photo[x, y] = Picture.Colour(0, 0, 200, 255) } }
    let picture = try film.draw([strip]) { _ in photo }
    let (left, top) = (56, 40)
    #expect([0, 12, 23].allSatisfy { picture[left + 24, top + $0] == Self.red })
    #expect(picture[left + 5, top] == Picture.Colour(0, 0, 200, 255), "a square one is whole")
    #expect(picture[left + 5, top + 12] == Self.red)
    #expect([24, 59].allSatisfy { picture[left + 71, top + $0] == Self.red })
    #expect(picture[left + 5, top + 60] == Picture.Colour(255, 255, 255, 255), "the content ends")
  }

  @Test func `every tenth of a second has its frame, at any refresh rate`() {
    func frames(_ count: Int, at refreshRate: Int) -> [Int] {
      Filmstrip(layout: Self.layout, photos: 1, refreshRate: refreshRate)
        .frames(of: .init(name: "", changes: [], offsets: Array(repeating: 0, count: count)))
    }
    #expect(frames(13, at: 60) == [0, 6, 12])
    #expect(frames(12, at: 60) == [0, 6])
    #expect(frames(30, at: 144) == [0, 14, 28])
    #expect(frames(3, at: 5) == [0, 0, 1, 1, 2])
    #expect(frames(0, at: 60) == [])
  }

  private static let layout = GridLayout(viewport: .init(width: 72, height: 72), columns: 1, spacing: 0)

  @Test func `a picture too large to look at is refused`() {
    let endless = Filmstrip.Strip(name: "", changes: [], offsets: Array(repeating: 0, count: 300_000))
    #expect(throws: Picture.TooLarge.self) { try Self.film.draw([endless]) { _ in nil } }
  }

  @Test func `a made library says of what it was made`() throws {
    let folder = try TemporaryFolder()
    let source = SyntheticSource(photos: 5, distinct: 2, megapixels: 0.02...0.03, png: 0.5)
    _ = try SyntheticLibrary(source, seed: 9).make(in: folder.file("made"))
    let recipe = try #require(SyntheticLibrary.recipe(in: folder.file("made")))
    #expect(recipe.source == source)
    #expect(recipe.seed == 9)
    #expect(SyntheticLibrary.recipe(in: folder.path) == nil)
    // A model of it has its photos, too, though it never opened one.
    let record = try ModelLibrary.prepare(.synthetic(source), seed: 9) { _ in }.record
    let photos = try FilmLibrary(record, folder: folder.file("made"), side: 8)
    let picture = try #require(photos.thumbnail(4))
    #expect(picture.width == 8 && picture.height == 8)
    #expect(photos.thumbnail(5) == nil)
    var other = record
    other.sha256 = "other"
    #expect(throws: FilmLibrary.Missing.self) { try FilmLibrary(other, folder: folder.file("made"), side: 8) }
  }

  @Test func `a model paints its photos small as they would be shown`() throws {
    let folder = try TemporaryFolder()
    let source = SyntheticSource(photos: 12, distinct: 12, megapixels: 0.4...0.5, png: 0.2)
    _ = try SyntheticLibrary(source, seed: 3).make(in: folder.file("made"))
    let library = try ModelLibrary.prepare(.synthetic(source), seed: 3) { _ in }
    let painted = FilmLibrary(library.assets, side: 24)
    let decoded = try FilmLibrary(library.record, folder: folder.file("made"), side: 24)
    func difference(_ one: Picture, _ other: Picture) -> Double {
      let sum = zip(one.pixels, other.pixels).reduce(0) { sum, pair in
        sum + (0..<3).reduce(0) { $0 + abs(Int(pair.0[$1]) - Int(pair.1[$1])) }
      }
      return Double(sum) / Double(one.pixels.count * 3)
    }
    func turned(_ picture: Picture) -> Picture {
      var turned = picture
      for y in 0..<24 { for x in 0..<24 { turned[x, y] = picture[y, 23 - x] } }
      return turned
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
    #expect(painted.failures.isEmpty && painted.thumbnail(12) == nil)
  }
}
