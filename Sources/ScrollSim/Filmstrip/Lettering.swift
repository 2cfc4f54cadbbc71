/// Lines of text, drawn smoothly.
struct Lettering {
  /// The height of capitals, in pixels.
  let capHeight: Double
  /// The thickness of strokes, as a share of the capitals' height.
  var weight = 0.125

  private var scale: Double { capHeight / StrokeFont.capHeight }

  /// The distance between lines, in pixels.
  var lineHeight: Int { Int((capHeight * 1.75).rounded(.up)) }

  /// The width of a line in pixels, including the strokes' thickness.
  func width(of text: String) -> Int {
    let units = text.reduce(0) { $0 + Glyph.of($1).width + StrokeFont.gap } - StrokeFont.gap
    return text.isEmpty ? 0 : Int((units * scale + weight * capHeight).rounded(.up))
  }

  /// Draws a line with the top of its capitals at `y`.
  func draw(_ text: String, atX x: Int, y: Int, colour: Picture.Colour, on picture: inout Picture) {
    let pen = weight * capHeight
    var left = Double(x) + pen / 2
    for character in text {
      let glyph = Glyph.of(character)
      let lines = glyph.lines.map { line in
        line.map { Strokes.Point($0.x * scale + left, $0.y * scale + Double(y)) }
      }
      picture.draw(Strokes(lines), thickness: pen, colour: colour)
      left += (glyph.width + StrokeFont.gap) * scale
    }
  }

  /// Draws lines, one below the other.
  func draw(_ lines: [String], atX x: Int, y: Int, colour: Picture.Colour, on picture: inout Picture) {
    for (place, line) in lines.enumerated() {
      draw(line, atX: x, y: y + place * lineHeight, colour: colour, on: &picture)
    }
  }

  /// Breaks a name into lines within a width, after punctuation where it has some.
  func broken(_ text: String, toWidth most: Int) -> [String] {
    var lines: [String] = []
    var line = Substring(text)
    while width(of: String(line)) > most, line.count > 1 {
      let fitting = line.indices.dropFirst().last { width(of: String(line[..<$0])) <= most }
      let end = fitting ?? line.index(after: line.startIndex)
      let pause = line[..<end].lastIndex { "/(,=- ".contains($0) }.map { line.index(after: $0) }
      lines.append(String(line[..<(pause ?? end)]))
      line = line[(pause ?? end)...]
    }
    return lines + [String(line)]
  }
}

/// A letter's strokes, in the font's units.
private struct Glyph {
  let lines: [[Strokes.Point]]
  let width: Double

  private static let known = StrokeFont.paths.mapValues { Glyph(path: $0) }
    .merging("0123456789".map { ($0, Glyph(path: StrokeFont.paths[$0] ?? "", width: StrokeFont.digit)) }) {
      $1
    }
  private static let unknown = Glyph(path: StrokeFont.unknown)
  private static let space = Glyph(path: "", width: StrokeFont.space)

  static func of(_ character: Character) -> Glyph {
    character.isWhitespace ? space : known[character] ?? unknown
  }

  private init(path: String, width: Double? = nil) {
    var lines: [[Strokes.Point]] = []
    var rest = path[...]
    func number() -> Double {
      let text = rest.drop { $0 == " " }.prefix { $0.isNumber || $0 == "." || $0 == "-" }
      rest = rest[text.endIndex...]
      return Double(text) ?? 0
    }
    while let command = rest.popFirst() {
      let first = Strokes.Point(number(), number())
      guard let last = lines.last?.last, command != "M" else {
        lines.append([first])
        continue
      }
      switch command {
      case "Q": lines[lines.count - 1] += Strokes.curve(from: last, by: first, to: .init(number(), number()))
      case "h": lines[lines.count - 1] += Strokes.quarter(from: last, to: first, leavesHorizontally: true)
      case "v": lines[lines.count - 1] += Strokes.quarter(from: last, to: first, leavesHorizontally: false)
      default: lines[lines.count - 1].append(first)
      }
    }
    self.lines = lines
    self.width = width ?? lines.joined().reduce(0) { max($0, $1.x) }
  }
}
