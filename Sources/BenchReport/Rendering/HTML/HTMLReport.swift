/// A result as one page that needs no network and no scripts.
///
/// The page holds the table, the verdict and the recommendation, a timeline for each strategy, what every number means,
/// and where it comes from. It follows the reader's light or dark setting, fits a phone, prints, and is well-formed
/// XML. Whatever stands in the result is shown as text and never read as markup.
public struct HTMLReport: Sendable {
  let result: ResultFile

  /// Takes a result to show.
  public init(_ result: ResultFile) { self.result = result }

  /// The page.
  public func render() -> String {
    let scenario = result.scenario
    let title = "\(scenario.name) · \(result.mode.rawValue)"
    return """
      <!DOCTYPE html>
      <html xmlns="http://www.w3.org/1999/xhtml" lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <title>\(title.escaped) · scrollsim</title>
      <style>
      \(Self.style)\(LineChart.style)</style>
      </head>
      <body>
      <header>
      <p class="kind">scrollsim \(result.mode.rawValue)</p>
      <h1>\(scenario.name.escaped)</h1>
      <p class="about">\(scenario.about.escaped)</p>
      </header>
      <main>
      \(verdict)
      \(result.runs.isEmpty ? "<p>There are no runs.</p>" : comparison)
      \(blankCells)
      \(timelines)
      \(reading)
      \(everyMetric)
      \(origin)
      </main>
      </body>
      </html>

      """
  }

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
    return """
      <section class="verdict \(result.judged.rawValue)" aria-label="Verdict">
      <p>\(sentence)</p>\(Self.list(complaints))
      </section>
      """
  }

  private var comparison: String {
    let table = ReportTable(result)
    let hasBest = table.rows.contains { $0.cells.contains(where: \.isBest) }
    let legend = hasBest ? ["The best of each column is marked."] : []
    return """
      <section>
      <h2>Strategies</h2>
      \(html(table))
      <p class="recommendation">\(Recommendation(result).description.escaped)</p>
      \(Self.list(legend + table.notes, style: "notes"))
      </section>
      """
  }

  /// Sentences as a list; empty if there are none.
  static func list(_ sentences: [String], style: String = "") -> String {
    guard !sentences.isEmpty else { return "" }
    return "<ul class=\"\(style)\">\(sentences.map { "<li>\($0.escaped)</li>" }.joined(separator: "\n"))</ul>"
  }
}
