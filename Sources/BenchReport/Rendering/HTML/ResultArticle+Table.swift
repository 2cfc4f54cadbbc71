extension ResultArticle {
  /// The comparison as a table that scrolls in its own box.
  func html(_ table: ReportTable) -> String {
    let names = table.labels.map { head($0, style: "") }
    let figures = table.columns.map { head($0, style: "figure") }
    func rows(_ isReference: Bool) -> [String] {
      table.rows.filter { $0.isReference == isReference }.map { row in
        let style = isReference ? " class=\"bound\"" : ""
        return "<tr\(style)>\(nameCells(of: row))\(figureCells(of: row, columns: table.columns.count))</tr>"
      }
    }
    return HTMLPage.table(
      label: "Strategies", style: "sortable", head: names + figures, bodies: [rows(false), rows(true)])
  }

  /// Every metric of every combination.
  var everyMetric: String {
    guard pools.contains(where: { !$0.completed.isEmpty }) else { return "" }
    let heads = pools.map { pool in
      "<th scope=\"col\" class=\"figure\">\(names.line(for: pool.combination).escaped)</th>"
    }
    let rows = metrics.map { metric, about in
      let unit = result.unit(of: metric)
      let cells = pools.map {
        "<td class=\"figure\">\(Figure.text($0.median(metric), unit: unit).escaped)</td>"
      }
      return "<tr><th scope=\"row\" title=\"\(about.escaped)\">\(metric.escaped)</th>\(cells.joined())</tr>"
    }
    let head = ["<th scope=\"col\">metric</th>"] + heads
    return HTMLPage.table(label: "Every metric", head: head, bodies: [rows])
  }

  /// Metrics of the catalogue in its order and then others, distributions by their median and tail.
  private var metrics: [(name: String, about: String)] {
    let known = MetricCatalogue.readingOrder
    let present = Set(result.runs.flatMap { Array($0.metrics.keys) + Array($0.distributions.keys) })
    let distributions = Set(result.runs.flatMap(\.distributions.keys))
    return (known.filter(present.contains) + present.subtracting(known).sorted()).flatMap { name in
      let about = result.definition(of: name)?.about ?? ""
      let figures = distributions.contains(name) ? ["\(name).p50", "\(name).p95", "\(name).p99"] : [name]
      return figures.map { ($0, about) }
    }
  }

  private func head(_ column: ReportTable.Column, style: String) -> String {
    "<th scope=\"col\" class=\"\(style)\" data-better=\"\(column.better.rawValue)\" "
      + "title=\"\(column.about.escaped)\">\(column.title.escaped)</th>"
  }

  private func nameCells(of row: ReportTable.Row) -> String {
    row.names.enumerated().map { place, name in
      place == 0 ? "<th scope=\"row\">\(name.escaped)</th>" : "<td>\(name.escaped)</td>"
    }.joined()
  }

  private func figureCells(of row: ReportTable.Row, columns: Int) -> String {
    if let failure = row.failure {
      return "<td class=\"failure\" colspan=\"\(columns)\">\(failure.escaped)</td>"
    }
    return row.cells.map { cell in
      let value = cell.value.map { " data-value=\"\(Figure.plain($0))\"" } ?? ""
      let best = cell.isBest ? "<span class=\"aside\"> best</span>" : ""
      let counts = cell.counts.map { "<small>\($0.escaped)</small>" } ?? ""
      return
        "<td class=\"figure\(cell.isBest ? " best" : "")\"\(value)>\(cell.text.escaped)\(best)\(counts)</td>"
    }.joined()
  }
}
