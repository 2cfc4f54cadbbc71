/// How well models predict replays, as a section of a page.
enum FidelitySection {
  static func html(_ file: FidelityFile) -> String {
    let head =
      ["<th scope=\"col\">metric</th>"]
      + ["pairs", "rank correlation", "within scenarios", "error", "asked"].map {
        "<th scope=\"col\" class=\"figure\">\($0)</th>"
      } + ["<th scope=\"col\">verdict</th>"]
    let rows = FidelityReport(file).rows.map { row in
      let figures = row.figures.map { "<td class=\"figure\">\($0.escaped)</td>" }.joined()
      let verdict = row.holds.map {
        "<span class=\"badge \($0 ? "pass" : "limitBroken")\">\($0 ? "holds" : "falls short")</span>"
      }
      return "<tr><th scope=\"row\">\(row.metric.escaped)</th>\(figures)<td>\(verdict ?? "")</td></tr>"
    }
    return """
      <section>
      <h2>How well the model predicts</h2>
      <p class="hint">\(FidelityReport(file).about.escaped)</p>
      \(HTMLPage.table(label: "Fidelity", head: head, bodies: [rows]))
      \(HTMLPage.list(FidelityReport(file).caveats, style: "notes"))
      </section>
      """
  }
}
