internal import ScrollSim

extension Document {
  /// The report as a self-contained page, well-formed as HTML and as XML, that needs no network and works with a keyboard alone.
  ///
  /// The report's content is shown as text and never read as markup or script.
  public func html() -> String { head.page(around: HTMLRenderer().html(blocks, level: 2)) }
}

/// Renders blocks in HTML, in the classes of `report.css`.
struct HTMLRenderer {
  func html(_ blocks: [Document.Block], level: Int) -> String {
    blocks.map { html($0, level: level) }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func html(_ block: Document.Block, level: Int) -> String {
    switch block {
    case .section(let section): return html(section, level: level)
    case .sentences(let sentences):
      let styles: [Document.Tone: String] = [.strong: "recommendation", .faint: "hint"]
      return sentences.map { element("p", ["class": styles[$0.tone] ?? ""], $0.text.escaped) }
        .joined(separator: "\n")
    case .list(let sentences): return list(sentences.map(\.text.escaped), style: "notes")
    case .verdict(let sentence, let reasons):
      let reasons = list(reasons.map(\.text.escaped), style: "")
      return element(
        "section", ["class": "verdict \(sentence.tone.rawValue)", "aria-label": "Verdict"],
        "\n<p class=\"sentence\">\(sentence.text.escaped)</p>\(reasons)\n")
    case .table(let table): return table.rows.isEmpty ? "" : html(table)
    case .facts(let facts):
      let entries = facts.map { fact in
        let text = fact.isCode ? element("code", fact.text.escaped) : fact.text.escaped
        return element("dt", fact.name.escaped) + element("dd", text)
      }
      return facts.isEmpty ? "" : "<dl>\n\(entries.joined(separator: "\n"))\n</dl>"
    case .code(let entries):
      return entries.map { code in
        element("p", ["class": "hint"], "\(code.caption.escaped):") + "\n"
          + element("pre", ["class": "paste"], element("code", code.text.escaped))
      }.joined(separator: "\n")
    case .links(let links):
      let entries = links.map { link in
        link.address.isEmpty ? link.text.escaped : element("a", ["href": link.address], link.text.escaped)
      }
      return list(entries, style: "notes")
    case .folded(let title, let blocks):
      let content = html(blocks, level: level)
      return content.isEmpty
        ? "" : "<details><summary>\(title.escaped)</summary>\n\(content)\n</details>"
    case .markup(let markup): return markup
    case .mark(let mark): return "<!-- \(mark) -->"
    case .part(let formats, let blocks): return formats.contains(.page) ? html(blocks(), level: level) : ""
    }
  }

  private func html(_ section: Document.Section, level: Int) -> String {
    let content = html(section.blocks, level: section.heading.isEmpty ? level : level + 1)
    guard !content.isEmpty else { return "" }
    let heading = section.heading.isEmpty ? "" : element("h\(level)", section.heading.escaped)
    let about = section.about.isEmpty ? "" : element("p", ["class": "about"], section.about.escaped)
    return element(
      section.id.isEmpty ? "section" : "article",
      ["id": section.id, "class": section.style, "aria-label": section.label],
      "\n" + [heading, about, content].filter { !$0.isEmpty }.joined(separator: "\n") + "\n")
  }

  private func list(_ entries: [String], style: String) -> String {
    entries.isEmpty
      ? ""
      : element("ul", ["class": style], entries.map { element("li", $0) }.joined(separator: "\n"))
  }

  /// A table that scrolls in its own box; references have a separate body, so they stay below.
  private func html(_ table: Document.Table) -> String {
    let head = table.columns.map { column in
      element(
        "th",
        [
          "scope": "col", "class": column.kind == .figure ? "figure" : "",
          "data-better": column.better?.rawValue ?? "", "title": column.meaning,
        ], column.title.escaped)
    }
    let bodies = [false, true].map { isReference in
      table.rows.filter { ($0.standing == .reference) == isReference }.map { html($0, of: table) }
    }.filter { !$0.isEmpty }.map { "<tbody>\n\($0.joined(separator: "\n"))\n</tbody>" }
    return element(
      "div", ["class": "scroll", "role": "region", "aria-label": table.label, "tabindex": "0"],
      element(
        "table", ["class": table.isSortable ? "sortable" : ""],
        "\n<thead><tr>\(head.joined())</tr></thead>\n\(bodies.joined(separator: "\n"))\n"))
  }

  private func html(_ row: Document.Row, of table: Document.Table) -> String {
    let cells = zip(row.cells, table.columns).enumerated().map { place, entry in
      let (cell, column) = entry
      if table.isSpanned(row), place == row.cells.count - 1 {
        let span = table.columns.count - place
        return element("td", ["class": "failure", "colspan": "\(span)"], cell.text.escaped)
      }
      let isBest = place == 0 && row.standing == .recommended || cell.tone == .best
      let content = content(of: cell, in: column)
      if place == 0 {
        // A long name breaks before and between its parameters only.
        return element(
          "th", ["scope": "row", "class": isBest ? "best" : "", "title": cell.meaning],
          content.replacing("(", with: "<wbr/>(").replacing(",", with: ",<wbr/>"))
      }
      let style = [column.kind.rawValue, isBest ? "best" : ""].filter { !$0.isEmpty }.joined(separator: " ")
      let value = cell.value.map { $0.isFinite ? Figure.plain($0) : "" } ?? ""
      return element("td", ["class": style, "data-value": value, "title": cell.meaning], content)
    }
    return element("tr", ["class": row.standing == .reference ? "bound" : ""], cells.joined())
  }

  private func content(of cell: Document.Cell, in column: Document.Column) -> String {
    let text = cell.full.escaped
    if !cell.link.isEmpty { return element("a", ["href": cell.link], text) }
    let aside = cell.aside.isEmpty ? "" : element("small", cell.aside.escaped)
    guard column.kind == .figure else {
      let word = cell.tone == .plain ? text : element("span", ["class": "badge \(cell.tone.rawValue)"], text)
      return word + aside
    }
    let best = cell.tone == .best ? "<span class=\"aside\"> best</span>" : ""
    return text + best + aside
  }

  private func element(_ name: String, _ content: String) -> String { element(name, [:], content) }

  /// An element around markup; attributes without a value are left out.
  private func element(
    _ name: String, _ attributes: KeyValuePairs<String, String>, _ content: String
  ) -> String {
    let attributes = attributes.map { $0.value.isEmpty ? "" : " \($0.key)=\"\($0.value.escaped)\"" }
    return "<\(name)\(attributes.joined())>\(content)</\(name)>"
  }
}

extension String {
  /// The text for HTML, SVG or XML, between tags and in quoted attributes; what XML cannot hold at all becomes `�`.
  var escaped: String {
    replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}",
        "\u{FFFF}":
        "\u{FFFD}"
      default: nil
      }
    }
  }

  /// The text with other texts for some scalars: a bar or a quotation mark with an accent is a different
  /// character, but still ends a cell or a field.
  func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let other = replacement(scalar) { text += other } else { text.unicodeScalars.append(scalar) }
    }
  }
}
