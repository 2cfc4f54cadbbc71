/// One result within a page.
///
/// What a reader wants within a minute is the ``essence``; the rest is ``background``.
struct ResultArticle {
  let result: ResultFile
  /// What identifiers in the page begin with.
  let id: String
  /// Of headings within the article.
  let level: Int

  let pools: [PooledRuns]
  let names: RowNames
  let recommendation: Recommendation

  init(_ result: ResultFile, id: String, level: Int) {
    self.result = result
    self.id = id
    self.level = level
    pools = PooledRuns.gather(result.runs)
    names = RowNames(pools.map(\.combination))
    recommendation = Recommendation(result)
  }

  /// Verdict, recommendation, table, charts and player.
  var essence: String {
    let parts = result.runs.isEmpty ? ["<p>There are no runs.</p>"] : [comparison, charts, player]
    return ([verdict] + parts).joined(separator: "\n")
  }

  /// Why cells were blank, what the numbers mean, and where they come from.
  var background: String {
    """
    \(blankCells)
    <section class="more">
    \(heading("More"))
    \(HTMLPage.folded("Each strategy over time", timelines))
    \(HTMLPage.folded("Every metric", everyMetric))
    \(HTMLPage.folded("How to read it", reading))
    </section>
    \(origin)
    """
  }

  func heading(_ text: String) -> String { "<h\(level)>\(text.escaped)</h\(level)>" }

  private var verdict: String {
    let sentence =
      switch result.judged {
      case .pass where result.scenario.limits.isEmpty:
        "Pass: everything was measured. The scenario sets no limits."
      case .pass: "Pass: everything was measured, and every limit held."
      case .limitBroken: "A limit is broken."
      case .notMeasured: "Not everything was measured."
      }
    let complaints = result.complaints.flatMap(\.sentences)
    let advice =
      result.runs.isEmpty ? "" : "<p class=\"recommendation\">\(recommendation.description.escaped)</p>"
    return """
      <section class="verdict \(result.judged.rawValue)" aria-label="Verdict">
      <p class="sentence">\(sentence)</p>\(HTMLPage.list(complaints))
      </section>
      \(advice)
      """
  }

  private var comparison: String {
    let table = ReportTable(result)
    let hasBest = table.rows.contains { $0.cells.contains(where: \.isBest) }
    let legend = hasBest ? ["The best of each column is marked."] : []
    return """
      <section>
      \(heading("Strategies"))
      \(html(table))
      \(HTMLPage.list(legend + table.notes, style: "notes"))
      </section>
      """
  }

  private var charts: String {
    let pareto = ParetoChart(pools, names: names, budget: result.scenario.memoryBudgetBytes)
    let latencies = LatencyChart(pools, names: names)
    guard pareto != nil || latencies != nil else { return "" }
    let figures = [
      pareto.map {
        (
          "Memory against blank area",
          "Down and left is better. The line joins what nothing else beats in both.",
          $0.svg(id: "\(id)-pareto")
        )
      },
      latencies.map {
        (
          "How long cells and decoders took",
          "Half of all take no longer than the dark bar, nineteen in twenty no longer than the light one; the tick is the longest.",
          $0.svg(id: "\(id)-latency")
        )
      },
    ].compactMap(\.self).map { title, hint, svg in
      "<figure>\n<figcaption>\(title)</figcaption>\n<p class=\"hint\">\(hint)</p>\n\(svg)\n</figure>"
    }
    return "<section class=\"pair\">\n\(figures.joined(separator: "\n"))\n</section>"
  }
}
