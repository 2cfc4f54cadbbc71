extension ResultArticle {
  /// Why cells were blank: for each combination the causes, and what they come to.
  ///
  /// Of several iterations, the first that has an explanation is shown.
  var blankCells: String {
    let shown = pools.compactMap { pool in
      pool.completed.compactMap(\.explanation).first.map {
        (name: names.line(for: pool.combination), isReference: pool.combination.isReference, explanation: $0)
      }
    }
    guard !shown.isEmpty else { return "" }
    let present = Set(shown.flatMap { $0.explanation.causes.map(\.cause) })
    let causes = BlankCause.allCases.filter(present.contains)
    let head =
      ["<th scope=\"col\">strategy</th>", "<th scope=\"col\" class=\"figure\">blank cells</th>"]
      + causes.map {
        "<th scope=\"col\" class=\"figure\" title=\"\($0.meaning.escaped)\">\($0.title.escaped)</th>"
      }
    let rows = shown.map { entry in
      let style = entry.isReference ? " class=\"bound\"" : ""
      let name = entry.isReference ? "\(entry.name) (bound)" : entry.name
      let counts =
        [entry.explanation.blankAppearances]
        + causes.map { cause in entry.explanation.causes.first { $0.cause == cause }?.cells ?? 0 }
      let figures = counts.map { "<td class=\"figure\">\(Figure.text(Double($0), unit: "count"))</td>" }
      return "<tr\(style)><th scope=\"row\">\(name.escaped)</th>\(figures.joined())</tr>"
    }
    let meanings = causes.map { "\($0.title): \($0.meaning)" }.joined(separator: "; ")
    let conclusions = shown.filter { !$0.isReference }.map { "\($0.name): \(Conclusion($0.explanation))" }
    return """
      <section>
      \(heading("Blank cells"))
      <p class="hint">Cells that had nothing to show when they appeared, each with one cause. \
      \("\(meanings).".escaped) <code>scrollsim explain</code> says more.</p>
      \(HTMLPage.table(label: "Blank cells by cause", head: head, bodies: [rows]))
      \(HTMLPage.list(conclusions, style: "notes"))
      </section>
      """
  }
}
