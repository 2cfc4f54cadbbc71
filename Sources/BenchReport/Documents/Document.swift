package import ScrollSim

/// A report without a format: blocks in reading order.
///
/// ``terminal(colour:width:)``, ``markdown()`` and ``html()`` render it. An empty block is left out.
public struct Document: Sendable {
  /// The head of a page; the other formats begin with the first section.
  struct Head {
    /// The title of the window and the bookmark.
    let title: String
    /// The kind of page, in small type above the heading.
    let kind: String
    let heading: String
    var about = ""
    /// Whether the page has tables to sort or a player.
    var hasScript = true
  }

  let head: Head
  let blocks: [Block]

  struct Formats: OptionSet {
    let rawValue: Int

    static let terminal = Formats(rawValue: 1)
    static let markdown = Formats(rawValue: 2)
    static let page = Formats(rawValue: 4)
    static let text: Formats = [.terminal, .markdown]
  }

  indirect enum Block {
    case section(Section)
    /// Paragraphs; lines of one in a terminal.
    case sentences([Sentence])
    case list([Sentence])
    case verdict(Sentence, reasons: [Sentence] = [])
    case table(Table)
    case facts([Fact])
    case code([Code])
    case links([Link])
    /// Content that most readers skip, folded behind its title.
    case folded(String, [Block])
    /// HTML, passed through; the other formats leave it out.
    case markup(String)
    /// A mark by which another program finds the report; readers do not see it.
    case mark(String)
    /// Blocks that only some formats have, made when one of them is rendered.
    case part(Formats, @Sendable () -> [Block])

    static func only(_ formats: Formats, _ blocks: @autoclosure @escaping @Sendable () -> [Block]) -> Self {
      .part(formats, blocks)
    }

    static func section(_ heading: String, _ blocks: [Self]) -> Self {
      .section(Section(heading: heading, blocks: blocks))
    }

    static func hint(_ text: String) -> Self { .sentences([Sentence(text, .faint)]) }
    static func text(_ texts: String...) -> Self { .sentences(texts.map { Sentence($0) }) }
    static func list(_ texts: [String]) -> Self { .list(texts.map { Sentence($0) }) }
  }

  /// Blocks below a heading; a section in a section has a lower heading.
  struct Section {
    var heading = ""
    var about = ""
    /// The identifier in a page, for links.
    var id = ""
    /// The class in a page.
    var style = ""
    /// The section's name in a page if its heading does not suffice.
    var label = ""
    var blocks: [Block]
  }

  enum Tone: String {
    case plain
    case strong
    case faint
    case good
    /// The best of its column.
    case best
    case bad
    /// Undecided between good and bad.
    case unsure
  }

  struct Sentence: ExpressibleByStringInterpolation {
    let text: String
    let tone: Tone
    /// Spaces before each line in a terminal.
    let indent: Int

    init(_ text: String, _ tone: Tone = .plain, indent: Int = 0) {
      (self.text, self.tone, self.indent) = (text, tone, indent)
    }

    init(stringLiteral text: String) { self.init(text) }
  }

  struct Fact {
    let name: String
    let text: String
    var isCode = false
  }

  struct Link {
    let text: String
    /// An address on the web, or relative to the report; empty if there is none.
    let address: String
  }

  struct Code {
    let caption: String
    let language: String
    let text: String
  }
}

extension Figure {
  /// A number with the word that fits it, as in `1 photo` and `5,000 photos`.
  package static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(count(number)) \(number == 1 ? one : many)"
  }
}
