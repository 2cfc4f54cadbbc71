extension ChangeReport {
  /// The report as one page that needs no network.
  public func renderHTML() -> String {
    HTMLPage(
      title: "\(comparison.title): head against base", kind: "scrollsim report · head against base",
      heading: head.scenario.name, about: head.scenario.about,
      content: [verdict, changes, background].filter { !$0.isEmpty }.joined(separator: "\n")
    ).render()
  }

  private var verdict: String {
    let style =
      !isComparable ? "notMeasured" : direction == .worse ? "worse" : direction == .better ? "pass" : "plain"
    return """
      <section class="verdict \(style)" aria-label="Verdict">
      <p class="sentence">\(conclusion.escaped)</p>
      </section>
      """
  }

  private var changes: String {
    guard !rows.isEmpty else { return "" }
    let head = Row.titles.enumerated().map { place, title in
      "<th scope=\"col\" class=\"\((2...5).contains(place) ? "figure" : "")\">\(title)</th>"
    }
    func table(_ label: String, _ rows: [Row]) -> String {
      rows.isEmpty
        ? "" : HTMLPage.table(label: label, style: "sortable", head: head, bodies: [rows.map(line)])
    }
    let counting = rows.filter { $0.weight == .counts }
    let headlines = counting.filter(\.isHeadline)
    let details = counting.filter { !$0.isHeadline }
    let others = rows.filter { $0.weight != .counts }
    return """
      <section>
      <h2>What changed</h2>
      <p class="hint">\(rule.escaped)</p>
      \(table("Changes that count", headlines))
      \(HTMLPage.folded("Other metrics: \(details.count)", table("Other metrics", details)))
      \(HTMLPage.folded("\(isComparable ? "May be chance" : "Not judged"): \(others.count)", table("Not judged", others)))
      </section>
      """
  }

  private func line(_ row: Row) -> String {
    let texts = row.texts.map(\.escaped)
    let values = [row.change.base, row.change.head, row.change.absolute, row.change.percent]
    let figures = values.enumerated().map { place, value in
      let key = value.map { $0.isFinite ? " data-value=\"\(Figure.plain($0))\"" : "" } ?? ""
      return "<td class=\"figure\"\(key)>\(texts[place + 2])</td>"
    }
    return "<tr><th scope=\"row\" title=\"\(row.about.escaped)\">\(texts[0])</th><td>\(texts[1])</td>"
      + figures.joined()
      + "<td><span class=\"badge \(row.change.effect.rawValue)\">\(texts[6])</span></td><td>\(texts[7])</td></tr>"
  }

  private var background: String {
    """
    <section>
    <h2>What else differs</h2>
    \(remarks.isEmpty ? "<p>Nothing.</p>" : HTMLPage.list(remarks, style: "notes"))
    <dl>
    \(HTMLPage.facts(facts))
    </dl>
    </section>
    """
  }
}
