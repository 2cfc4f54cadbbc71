extension HTMLReport {
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
      <section>
      <h2>How to read it</h2>
      <dl>
      \(entries.joined(separator: "\n"))
      </dl>
      <p class="hint">Memory is decimal: 1 MB is 1,000,000 bytes. A dash (\(Figure.none)) means that there was \
      nothing to measure, which is not zero.</p>
      </section>
      """
  }

  /// Where the numbers come from, and what went wrong on the way.
  var origin: String {
    let command = result.provenance.command.joined(separator: " ")
    let facts = result.facts.map { "<dt>\($0.name)</dt><dd>\($0.text.escaped)</dd>" }
    let sums = [
      ("Command", command), ("Allocator", result.provenance.allocator),
      ("Scenario file", "SHA-256 \(result.scenario.sha256)"), ("Library", "SHA-256 \(result.library.sha256)"),
      ("Seed", "\(result.scenario.seed)"),
    ].map { "<dt>\($0.0)</dt><dd><code>\($0.1.escaped)</code></dd>" }
    let failures = result.library.failures.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let warnings = result.runs.flatMap { run in run.warnings.map { "\(run.id): \($0)" } }
    return """
      \(Self.folded("Files that could not be read", failures))
      \(Self.folded("Warnings", warnings))
      <section>
      <h2>Where the numbers come from</h2>
      <dl>
      \((facts + sums).joined(separator: "\n"))
      </dl>
      </section>
      """
  }

  private static func folded(_ title: String, _ sentences: [String]) -> String {
    sentences.isEmpty
      ? "" : "<details><summary>\(title): \(sentences.count)</summary>\(list(sentences))</details>"
  }
}
