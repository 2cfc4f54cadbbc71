/// A search as one page that needs no network and no scripts, in the style of ``HTMLReport``.
///
/// The page draws what memory buys with each strategy, and holds the Pareto front, the recommendation ready to paste,
/// and where the numbers come from.
public struct TunePage: Sendable {
  let file: TuneFile

  /// Takes a search to show.
  public init(_ file: TuneFile) { self.file = file }

  /// The page.
  public func render() -> String {
    let summary = TuneSummary(file)
    return HTMLPage(
      title: "\(file.name) · tune", kind: "scrollsim tune", heading: file.name,
      about: file.scenarios.map(\.scenario.about).joined(separator: " "),
      content: [advice(summary), curves(summary), front(summary), origin(summary)].joined(separator: "\n"),
      hasScript: false
    ).render()
  }

  private func advice(_ summary: TuneSummary) -> String {
    let fits = file.outcome?.recommendation != nil
    let lines =
      file.outcome?.recommendation.map { advice in
        """
        <p class="hint">In a scenario:</p>
        <pre class="paste"><code>\(advice.scenarioJSON.escaped)</code></pre>
        <p class="hint">In an app:</p>
        <pre class="paste"><code>\(advice.swift.escaped)</code></pre>
        """
      } ?? ""
    return """
      <section class="verdict \(fits ? "pass" : "limitBroken")" aria-label="Recommendation">
      <p class="sentence">\(summary.recommendation.escaped)</p>
      </section>
      \(lines)
      <p>\(summary.knee.escaped)</p>
      """
  }

  private func front(_ summary: TuneSummary) -> String {
    guard !summary.rows.isEmpty else { return "" }
    let head =
      summary.labels.map { "<th scope=\"col\">\($0.escaped)</th>" }
      + TuneSummary.columns.map { "<th scope=\"col\" class=\"figure\">\($0.title)</th>" }
    let rows = summary.rows.map { row in
      let style = row.isRecommended ? " best" : ""
      let names = row.names.enumerated().map { place, name in
        place == 0
          ? "<th scope=\"row\" class=\"\(style)\">\(name.escaped)</th>"
          : "<td class=\"\(place == 1 ? "settings" : "")\(style)\">\(name.escaped)</td>"
      }
      let cells = row.cells.map { "<td class=\"figure\(style)\">\($0.escaped)</td>" }
      return "<tr>\(names.joined())\(cells.joined())</tr>"
    }
    return """
      <section>
      <h2>Pareto front</h2>
      <p class="hint">\(summary.about.escaped)</p>
      \(HTMLPage.table(label: "Pareto front", head: head, bodies: [rows]))
      \(HTMLPage.list(summary.notes, style: "notes"))
      </section>
      """
  }

  private func origin(_ summary: TuneSummary) -> String {
    let provenance = file.provenance
    let scenarios = file.scenarios.flatMap { scenario in
      [
        ("Scenario", "\(scenario.path), SHA-256 \(scenario.scenario.sha256), seed \(scenario.scenario.seed)"),
        ("Costs", "\(scenario.costs), SHA-256 \(scenario.costsSHA256)"),
      ]
    }
    let facts =
      scenarios + [
        ("Command", provenance.command.joined(separator: " ")),
        (
          "Program",
          "\(provenance.git ?? "commit unknown"), \(provenance.build) build by Swift \(provenance.swift)"
        ),
        ("Started", provenance.startedAt),
      ]
    return """
      <section>
      <h2>Where the numbers come from</h2>
      <p class="hint">Every combination ran on a virtual clock, with decoding replaced by a cost table.</p>
      <dl>
      \(facts.map { "<dt>\($0.0)</dt><dd><code>\($0.1.escaped)</code></dd>" }.joined(separator: "\n"))
      </dl>
      </section>
      """
  }
}
