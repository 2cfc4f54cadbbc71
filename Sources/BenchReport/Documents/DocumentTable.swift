internal import ScrollSim

extension Document {
  /// A row with too few cells ends in one that spans the rest.
  struct Table {
    let label: String
    var isSortable = false
    var columns: [Column]
    var rows: [Row]
    /// The replacement on a terminal that is too narrow for the table, a sentence for each row.
    var inWords: [String] = []

    /// Whether a row ends in a cell that spans the remaining columns.
    func isSpanned(_ row: Row) -> Bool { row.cells.count < columns.count }

    /// A sentence for each row; `nil` for a table that loses columns instead.
    var words: [String]? {
      if !inWords.isEmpty { return inWords }
      guard columns.allSatisfy({ $0.importance == nil }) else { return nil }
      return rows.map { row in
        let parts = zip(columns, row.cells).dropFirst().filter { !$1.text.isEmpty }
        return "\(row.cells.first?.full ?? ""): "
          + parts.map { "\($0.title) \($1.full)" }.joined(separator: "; ")
      }
    }

    var hasSpread: Bool { rows.contains { $0.cells.contains { !$0.spread.isEmpty } } }
    var marksBest: Bool { rows.contains { $0.cells.contains { $0.tone == .best } } }
  }

  struct Column {
    /// Words are on the left, figures on the right.
    enum Kind: String {
      case word = ""
      case figure
      /// Sentences that a page wraps.
      case prose
      /// Names and numbers that a page wraps.
      case settings
    }

    let title: String
    var kind = Kind.word
    var meaning = ""
    /// The better direction; `nil` if rows are not compared.
    var better: MetricDefinition.Direction?
    /// The column's rank: a narrow terminal leaves out the least first; `nil` always stays.
    var importance: Int?

    static func figure(_ title: String, importance: Int? = nil) -> Column {
      Column(title: title, kind: .figure, importance: importance)
    }
  }

  struct Row {
    enum Standing {
      case plain
      /// A row to compare with, below the others.
      case reference
      case recommended
    }

    let cells: [Cell]
    let standing: Standing

    init(_ cells: [Cell], _ standing: Standing = .plain) { (self.cells, self.standing) = (cells, standing) }

    init(_ texts: [String], _ standing: Standing = .plain) { self.init(texts.map { Cell($0) }, standing) }
  }

  struct Cell: ExpressibleByStringInterpolation {
    let text: String
    var tone: Tone
    /// The key to sort the column by; `nil` sorts last.
    var value: Double?
    /// The spread of single measurements around the figure, as in `± 0.4`; a narrow terminal leaves it out.
    var spread = ""
    var aside = ""
    /// A page's text for a reader who points at the cell.
    let meaning: String
    let link: String

    init(
      _ text: String, _ tone: Tone = .plain, value: Double? = nil, meaning: String = "", link: String = ""
    ) {
      (self.text, self.tone, self.value, self.meaning, self.link) = (text, tone, value, meaning, link)
    }

    init(stringLiteral text: String) { self.init(text) }

    /// A figure, with the spread of single measurements around it, if there is one.
    static func figure(_ value: Double?, unit: String, spread: Double?) -> Cell {
      var cell = Cell(Figure.text(value, unit: unit))
      if let value, let spread { cell.spread = Figure.spread(spread, around: value, unit: unit) }
      return cell
    }

    var full: String { spread.isEmpty ? text : "\(text) \(spread)" }
  }
}

extension Document.Column: ExpressibleByStringLiteral {
  init(stringLiteral title: String) { self.init(title: title) }
}
