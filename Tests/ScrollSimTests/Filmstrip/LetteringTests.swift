import Testing

@testable import ScrollSim

@Suite("Letters of strokes")
struct LetteringTests {
  private static let text = Lettering(capHeight: 20)
  private static let white = Picture.Colour(255, 255, 255, 255)
  private static let black = Picture.Colour(0, 0, 0, 255)

  /// Rows and columns that a text leaves something on, drawn from 20, 40 on.
  private func extent(of text: String) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    var picture = Picture(width: 900, height: 100, colour: Self.white)
    Self.text.draw(text, atX: 20, y: 40, colour: Self.black, on: &picture)
    let marks = picture.pixels.indices.filter { picture.pixels[$0] != Self.white }
    let (columns, rows) = (marks.map { $0 % 900 }, marks.map { $0 / 900 })
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max()
    else { return nil }
    return (left...right, top...bottom)
  }

  @Test func `every printable character has a shape of its own, within its line`() throws {
    let printable = (0x21...0x7E).map { Character(Unicode.Scalar(UInt8($0))) }
    #expect(Set(printable.compactMap { StrokeFont.paths[$0] }).count == printable.count)
    for character in printable {
      let drawn = try #require(extent(of: String(character)), "\(character)")
      #expect(drawn.rows.lowerBound >= 35 && drawn.rows.upperBound <= 68, "\(character): \(drawn)")
      #expect(drawn.columns.lowerBound >= 19, "\(character): \(drawn)")
      #expect(drawn.columns.upperBound <= 20 + Self.text.width(of: String(character)), "\(character)")
    }
    #expect(extent(of: " ") == nil)
    #expect(extent(of: "é") != nil, "what has no shape is a box")
  }

  @Test func `edges are smooth`() {
    var picture = Picture(width: 60, height: 60, colour: Self.white)
    Self.text.draw("O", atX: 10, y: 10, colour: Self.black, on: &picture)
    #expect(Set(picture.pixels.map(\.x)).count > 20)
    #expect(picture.pixels.contains(Self.black))
  }

  @Test func `digits are alike in width, so that what counts stands still`() {
    #expect(Set("0123456789".map { Self.text.width(of: "\($0)") }).count == 1)
  }

  @Test func `a name that is too wide is broken, at its punctuation where it has some, and never cut`() {
    let name = "screens(leading=3,trailing=1)/urgency/exact"
    let most = Self.text.width(of: name) / 3
    let lines = Self.text.broken(name, toWidth: most)
    #expect(lines.joined() == name)
    #expect(lines.count > 2 && lines.allSatisfy { Self.text.width(of: $0) <= most })
    #expect(lines.dropLast().allSatisfy { "/(,=".contains($0.last ?? "x") })
    let word = String(repeating: "w", count: 40)
    let parts = Self.text.broken(word, toWidth: most)
    #expect(parts.joined() == word && parts.allSatisfy { Self.text.width(of: $0) <= most })
    #expect(Self.text.broken("none", toWidth: 1) == ["n", "o", "n", "e"])
    #expect(Self.text.broken("", toWidth: 10) == [""])
  }
}
