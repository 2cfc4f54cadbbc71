extension ResultArticle {
  /// What the table's columns mean.
  var reading: String {
    let entries = ReportTable.columns(for: result).map { column in
      let direction =
        switch column.better {
        case .higher: " More is better."
        case .lower: " Less is better."
        case .neither: ""
        }
      return "<dt>\(column.title.escaped)</dt><dd>\((column.about + direction).escaped)</dd>"
    }
    return """
      <dl>
      \(entries.joined(separator: "\n"))
      </dl>
      <p class="hint">Memory is decimal: 1 MB is 1,000,000 bytes. A dash (\(Figure.none)) means that there was \
      nothing to measure, which is not zero.</p>
      """
  }

  /// Where the numbers come from, and what went wrong on the way.
  var origin: String {
    let command = result.provenance.command.joined(separator: " ")
    let sums = [
      ("Command", command), ("Allocator", result.provenance.allocator),
      ("Scenario file", "SHA-256 \(result.scenario.sha256)"), ("Library", "SHA-256 \(result.library.sha256)"),
      ("Seed", "\(result.scenario.seed)"),
    ]
    let failures = result.library.failures.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let warnings = result.runs.flatMap { run in run.warnings.map { "\(run.id): \($0)" } }
    return """
      \(HTMLPage.folded("Files that could not be read: \(failures.count)", HTMLPage.list(failures)))
      \(HTMLPage.folded("Warnings: \(warnings.count)", HTMLPage.list(warnings)))
      <section>
      \(heading("Where the numbers come from"))
      <dl>
      \(HTMLPage.facts(result.facts))
      \(HTMLPage.facts(sums, isCode: true))
      </dl>
      </section>
      """
  }
}
