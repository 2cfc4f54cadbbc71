/// A report in no format: blocks in the order in which they are read.
///
/// ``terminal(colour:width:)``, ``markdown()`` and ``html()`` render it. A block with nothing in it is left out.
public struct Document: Sendable {
  /// What stands above a page; the other formats begin with the first section.
  struct Head {
    /// What the window and the bookmark say.
    let title: String
    /// What kind of page it is, in small above the heading.
    let kind: String
    let heading: String
    var about = ""
    /// Whether the page has tables to sort or a player.
    var hasScript = true
  }

  let head: Head
  let blocks: [Block]

  /// Where a block is shown.
  struct Formats: OptionSet {
    let rawValue: Int

    static let terminal = Formats(rawValue: 1)
    static let markdown = Formats(rawValue: 2)
    static let page = Formats(rawValue: 4)
    static let text: Formats = [.terminal, .markdown]
  }

  /// What makes up a report.
  indirect enum Block {
    case section(Section)
    /// Paragraphs; lines of one in a terminal.
    case sentences([Sentence])
    case list([Sentence])
    /// What it all comes to, with the reasons.
    case verdict(Sentence, reasons: [Sentence] = [])
    case table(Table)
    case facts([Fact])
    case code([Code])
    case links([Link])
    /// What most readers do without, behind its title.
    case folded(String, [Block])
    /// HTML as it stands; the other formats leave it out.
    case markup(String)
    /// A picture beside a Markdown file, in words and by its path from there; the other formats leave it out.
    case image(String, String)
    /// What another program finds the report by; readers do not see it.
    case mark(String)
    case only(Formats, [Block])
  }

  /// Blocks below a heading; a section in a section has a lower heading.
  struct Section {
    var heading = ""
    var headingTone = Tone.strong
    /// A sentence that belongs to the heading.
    var about = ""
    /// The identifier in a page, for links.
    var id = ""
    /// The class in a page.
    var style = ""
    /// What a page calls the section where its heading does not do.
    var label = ""
    var blocks: [Block]
  }

  /// How a text is to be taken.
  enum Tone: String {
    case plain
    case strong
    /// Beside the point.
    case faint
    case good
    /// The best of its column.
    case best
    case bad
    /// It cannot be told which.
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

  /// A text with its name.
  struct Fact {
    let name: String
    let text: String
    var isCode = false
  }

  /// A text that leads to another place.
  struct Link {
    let text: String
    /// On the web, or from where the report lies; empty if there is none.
    let address: String
  }

  /// Lines to be copied, never wrapped.
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

  /// What is said beside the point.
  static func hint(_ text: String) -> Self { .sentences([Document.Sentence(text, .faint)]) }

  /// Plain sentences.
  static func text(_ texts: String...) -> Self { .sentences(texts.map { Document.Sentence($0) }) }

  /// Plain sentences in a list.
  static func list(_ texts: [String]) -> Self { .list(texts.map { Document.Sentence($0) }) }
}
