extension SelftestFile {
  /// What was planted and what the gate said, ending with a line end.
  ///
  /// - Parameter colour: whether the terminal shows colours.
  public func renderTerminal(colour: Bool, width: Int) -> String {
    func wrap(_ text: String, _ spaces: Int, _ tone: TextTable.Tone = .plain) -> String {
      let margin = String(repeating: " ", count: spaces)
      return text.harmless.wrapped(to: max(20, width - spaces), tone: colour ? tone : .plain)
        .split(separator: "\n").map { margin + $0 }.joined(separator: "\n")
    }
    var lines = [
      wrap("unchanged program: \(clean.isEmpty ? "passes" : "does not pass")", 0, tone(clean.isEmpty))
    ]
    lines += clean.map { wrap($0.text, 2) }
    for fault in faults {
      let verdict = fault.found == nil ? "NOT CAUGHT" : "caught by rule \(fault.rule.rawValue)"
      lines.append(
        wrap("\(fault.name): \(verdict), \(fault.findings) findings in all", 0, tone(fault.found != nil)))
      lines.append(wrap(fault.about, 2, .faint))
      if let found = fault.found { lines.append(wrap("→ \(found.text)", 2)) }
    }
    if let leaks {
      lines.append(wrap(leaks.sentence, 0, tone(leaks.caught == leaks.planted && leaks.falseAlarms == 0)))
      lines += leaks.missed.map { wrap("missed: \($0)", 2) }
    }
    lines.append(wrap(holds ? "The gate holds." : "The gate does not hold.", 0, tone(holds)))
    return lines.joined(separator: "\n") + "\n"
  }

  /// What was planted and what the gate said, as Markdown.
  public func renderMarkdown() -> String {
    let rows = faults.map { fault in
      [
        fault.name, fault.about, fault.found == nil ? "**no**" : "yes", fault.rule.rawValue,
        "\(fault.findings)", fault.found.map(\.text) ?? "",
      ]
    }
    let table = MarkdownTable(
      titles: ["fault", "what was done", "caught", "rule", "findings", "what the gate said"], names: 6,
      rows: rows.map { row in row.enumerated().map { $0.offset == 2 ? $0.element : $0.element.markdown } }
    ).render()
    let clean = "The unchanged program \(clean.isEmpty ? "passes" : "does **not** pass")."
    return ([clean, table] + (leaks.map { [$0.sentence.markdown] } ?? [])).joined(separator: "\n\n") + "\n"
  }

  private func tone(_ isGood: Bool) -> TextTable.Tone { isGood ? .good : .bad }
}

extension SelftestFile.Leaks {
  /// What came of the leaks, in a sentence.
  var sentence: String {
    func size(_ bytes: Int) -> String { Figure.text(Double(bytes), unit: "bytes") }
    return
      "leaks from \(size(smallestBytesPerLap)) to \(size(largestBytesPerLap)) a lap: \(caught) of \(planted) caught; "
      + "without a leak \(falseAlarms) false alarms in \(planted)."
  }
}
