internal import ScrollSim

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

  /// The formats that show a block.
  struct Formats: OptionSet {
    let rawValue: Int

    static let terminal = Formats(rawValue: 1)
    static let markdown = Formats(rawValue: 2)
    static let page = Formats(rawValue: 4)
    static let text: Formats = [.terminal, .markdown]
  }

  /// A part of a report.
  indirect enum Block {
    case section(Section)
    /// Paragraphs; lines of one in a terminal.
    case sentences([Sentence])
    case list([Sentence])
    /// The conclusion, with the reasons.
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
    case only(Formats, [Block])
  }

  /// Blocks below a heading; a section in a section has a lower heading.
  struct Section {
    var heading = ""
    /// A sentence that belongs to the heading.
    var about = ""
    /// The identifier in a page, for links.
    var id = ""
    /// The class in a page.
    var style = ""
    /// The section's name in a page if its heading does not suffice.
    var label = ""
    var blocks: [Block]
  }

  /// The tone of a text.
  enum Tone: String {
    case plain
    case strong
    /// A remark.
    case faint
    case good
    /// The best of its column.
    case best
    case bad
    /// Undecided between good and bad.
    case unsure
  }

  /// One sentence, or a few.
  struct Sentence: ExpressibleByStringInterpolation {
    let text: String
    var tone = Tone.plain
    /// Spaces before each line in a terminal.
    var indent = 0

    init(_ text: String, _ tone: Tone = .plain, indent: Int = 0) {
      self.text = text
      self.tone = tone
      self.indent = indent
    }

    init(stringLiteral text: String) { self.init(text) }
  }

  /// A text with a name.
  struct Fact {
    let name: String
    let text: String
    var isCode = false
  }

  /// A text with a link.
  struct Link {
    let text: String
    /// An address on the web, or relative to the report; empty if there is none.
    let address: String
  }

  /// Lines to copy, never wrapped.
  struct Code {
    let caption: String
    let language: String
    let text: String
  }
}

extension Document.Block {
  /// Blocks below a heading.
  static func section(_ heading: String, _ blocks: [Self]) -> Self {
    .section(Document.Section(heading: heading, blocks: blocks))
  }

  /// A faint remark.
  static func hint(_ text: String) -> Self { .sentences([Document.Sentence(text, .faint)]) }

  /// Plain sentences.
  static func text(_ texts: String...) -> Self { .sentences(texts.map { Document.Sentence($0) }) }

  /// Plain sentences in a list.
  static func list(_ texts: [String]) -> Self { .list(texts.map { Document.Sentence($0) }) }
}
