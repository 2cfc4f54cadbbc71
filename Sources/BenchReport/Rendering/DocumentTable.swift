extension Document {
  /// Rows of texts and figures.
  ///
  /// A row with too few cells ends in one that spans the rest.
  struct Table {
    /// What the table is of, for readers who cannot see it.
    let label: String
    /// Whether a page lets readers sort it.
    var isSortable = false
    var columns: [Column]
    var rows: [Row]
    /// What a terminal that is too narrow for the table shows in its place, a sentence for each row.
    var inWords: [String] = []
  }

  /// What stands in a column.
  struct Column {
    /// How texts are set: words to the left, figures to the right.
    enum Kind: String {
      case word = ""
      case figure
      /// Sentences, which a page wraps.
      case prose
      /// Names and numbers, which a page wraps.
      case settings
    }

    let title: String
    var kind = Kind.word
    /// What the column is, in a sentence.
    var meaning = ""
    /// Which way is better; `nil` where no rows are compared.
    var better: MetricDefinition.Direction?
    /// What a narrow terminal leaves out first has the least; `nil` is never left out.
    var importance: Int?

    static func figure(_ title: String, importance: Int? = nil) -> Column {
      Column(title: title, kind: .figure, importance: importance)
    }
  }

  /// One line of a table.
  struct Row {
    /// What a row is among the others.
    enum Standing {
      case plain
      /// There to compare with, below the others.
      case reference
      case recommended
    }

    var cells: [Cell]
    var standing = Standing.plain

    init(_ cells: [Cell], _ standing: Standing = .plain) {
      self.cells = cells
      self.standing = standing
    }

    init(_ texts: [String], _ standing: Standing = .plain) {
      self.init(texts.map { Cell($0) }, standing)
    }
  }

  /// What stands in one place of a table.
  struct Cell: ExpressibleByStringInterpolation {
    let text: String
    var tone = Tone.plain
    /// What the column is sorted by; `nil` sorts last.
    var value: Double?
    /// How far single measurements lie from the figure, as in `± 0.4`; a narrow terminal leaves it out.
    var spread = ""
    /// What a page adds in small.
    var aside = ""
    /// What a page says when a reader points at it.
    var meaning = ""
    /// Where a page leads from here.
    var link = ""

    init(
      _ text: String, _ tone: Tone = .plain, value: Double? = nil, spread: String = "", aside: String = "",
      meaning: String = "", link: String = ""
    ) {
      self.text = text
      self.tone = tone
      self.value = value
      self.spread = spread
      self.aside = aside
      self.meaning = meaning
      self.link = link
    }

    init(stringLiteral text: String) { self.init(text) }
  }
}

extension Document.Cell {
  /// The text with its spread.
  var full: String { spread.isEmpty ? text : "\(text) \(spread)" }
}

extension Document.Table {
  /// Whether a row ends in a cell that spans the columns that are left.
  func isSpanned(_ row: Document.Row) -> Bool { row.cells.count < columns.count }

  /// Whether any figure has a spread.
  var hasSpread: Bool { rows.contains { $0.cells.contains { !$0.spread.isEmpty } } }

  /// Whether the best of a column is marked anywhere.
  var marksBest: Bool { rows.contains { $0.cells.contains { $0.tone == .best } } }
}
