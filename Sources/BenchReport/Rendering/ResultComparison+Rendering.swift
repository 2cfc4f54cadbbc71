#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension ResultComparison {
  /// The comparison for a terminal, ending with a line end.
  ///
  /// What is better is green, what is worse red. A narrow terminal loses the absolute change first, then the base.
  ///
  /// - Parameters:
  ///   - colour: whether the terminal shows colours.
  ///   - width: characters in a line.
  ///   - all: whether metrics that did not change are shown, too.
  public func renderTerminal(colour: Bool, width: Int, all: Bool = false) -> String {
    func wrap(_ text: String, _ tone: TextTable.Tone = .plain) -> String {
      text.harmless.wrapped(to: width, tone: colour ? tone : .plain)
    }
    var blocks = [([wrap(title, .strong)] + remarks.map { wrap($0) }).joined(separator: "\n")]
    for match in matches {
      var lines = [wrap(match.name, .strong)]
      let rows = match.rows(all: all)
      if !rows.isEmpty { lines.append(table(of: rows, colour: colour, width: width)) }
      blocks.append((lines + match.remarks.map { wrap($0) }).joined(separator: "\n"))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// The comparison as Markdown, ending with a line end.
  ///
  /// - Parameter all: whether metrics that did not change are shown, too.
  public func renderMarkdown(all: Bool = false) -> String {
    var blocks = [
      "## \(title.markdown): head against base", remarks.map { "- \($0.markdown)" }.joined(separator: "\n"),
    ]
    for match in matches {
      blocks.append("### \(match.name.markdown)")
      let rows = match.rows(all: all).map { $0.texts.map(\.markdown) }
      if !rows.isEmpty { blocks.append(MarkdownTable(titles: Self.titles, names: 1, rows: rows).render()) }
      blocks.append(match.remarks.map { "- \($0.markdown)" }.joined(separator: "\n"))
    }
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// The comparison as JSON: keys sorted; what has no value is absent.
  ///
  /// - Throws: `EncodingError` if a number is not finite.
  public func json() throws -> String {
    struct Document: Encodable {
      let title: String
      let isComparable: Bool
      let differences: [String]
      let matches: [Match]
      let onlyInBase: [String]
      let onlyInHead: [String]
    }
    let document = Document(
      title: title, isComparable: isComparable, differences: differences, matches: matches,
      onlyInBase: onlyInBase, onlyInHead: onlyInHead)
    return String(decoding: try JSONEncoder.stable.encode(document), as: UTF8.self)
  }

  fileprivate static let titles = ["metric", "base", "head", "change", "percent", "effect"]

  private var remarks: [String] {
    var remarks = differences
    if !isComparable { remarks.insert("These results did not measure the same and cannot be judged.", at: 0) }
    if !onlyInBase.isEmpty { remarks.append("Only the base has: \(onlyInBase.joined(separator: "; ")).") }
    if !onlyInHead.isEmpty { remarks.append("Only the head has: \(onlyInHead.joined(separator: "; ")).") }
    return remarks
  }

  private func table(of rows: [MatchRow], colour: Bool, width: Int) -> String {
    var kept = Array(Self.titles.indices)
    func draw() -> TextTable {
      TextTable(
        titles: kept.map { Self.titles[$0] }, names: 1,
        rows: rows.map { row in
          .cells(
            kept.map { TextTable.Cell(text: row.texts[$0].harmless, tone: $0 == 5 ? row.tone : .plain) })
        },
        colour: colour)
    }
    for spare in [3, 1] where draw().width > width { kept.removeAll { $0 == spare } }
    return draw().render()
  }
}

/// One line of a comparison: a text for each of the titles.
private struct MatchRow {
  let texts: [String]
  let tone: TextTable.Tone
}

extension ResultComparison.Match {
  /// What is to say besides the numbers.
  fileprivate var remarks: [String] {
    var remarks: [String] = []
    if let baseFailure { remarks.append("The base did not complete: \(baseFailure).") }
    if let headFailure { remarks.append("The head did not complete: \(headFailure).") }
    if let before = baseGrowth?.rawValue, let after = headGrowth?.rawValue {
      remarks.append(
        before == after ? "Growth is \(after) in both." : "Growth was \(before) and is \(after).")
    }
    if !changes.isEmpty {
      let counts = Dictionary(grouping: changes, by: \.effect).mapValues(\.count)
      let effects: [MetricChange.Effect] = [.better, .worse, .changed, .unknown, .same]
      let sums = effects.compactMap { effect in counts[effect].map { "\($0) \(effect.rawValue)" } }
      remarks.append("Metrics: \(sums.joined(separator: ", ")).")
    }
    return remarks
  }

  fileprivate func rows(all: Bool) -> [MatchRow] {
    changes.filter { all || $0.effect != .same }.map { change in
      let tone: TextTable.Tone =
        switch change.effect {
        case .better: .good
        case .worse: .bad
        case .same: .faint
        case .changed, .unknown: .plain
        }
      return MatchRow(
        texts: [
          change.metric, Figure.text(change.base, unit: change.unit),
          Figure.text(change.head, unit: change.unit), Figure.change(change.absolute, unit: change.unit),
          change.percent.map { Figure.change($0, unit: "%") } ?? Figure.none, change.effect.rawValue,
        ],
        tone: tone)
    }
  }
}
