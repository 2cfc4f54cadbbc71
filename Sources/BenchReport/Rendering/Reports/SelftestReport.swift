extension Document {
  /// Reports the planted faults and the gate's findings.
  public init(_ selftest: SelftestFile) {
    let conclusion = selftest.holds ? "The gate holds." : "The gate does not hold."
    head = Head(title: "selftest", kind: "scrollsim selftest", heading: conclusion)
    let leaks = selftest.leaks.map { [Sentence($0.sentence)] } ?? []
    let clean = "The unchanged program \(selftest.clean.isEmpty ? "passes" : "does not pass")."
    blocks = [
      .only(.terminal, [.sentences(selftest.lines + [Sentence(conclusion, selftest.holds ? .good : .bad)])]),
      .only(
        .markdown,
        [
          .sentences([Sentence(clean, selftest.clean.isEmpty ? .plain : .strong)]), .table(selftest.table),
          .sentences(leaks),
        ]),
    ]
  }
}

extension SelftestFile {
  fileprivate var lines: [Document.Sentence] {
    func tone(_ isGood: Bool) -> Document.Tone { isGood ? .good : .bad }
    var lines: [Document.Sentence] = [
      .init("unchanged program: \(clean.isEmpty ? "passes" : "does not pass")", tone(clean.isEmpty))
    ]
    lines += clean.map { .init($0.text, indent: 2) }
    for fault in faults {
      let verdict = fault.found == nil ? "NOT CAUGHT" : "caught by rule \(fault.rule.rawValue)"
      lines.append(
        .init("\(fault.name): \(verdict), \(fault.findings) findings in all", tone(fault.found != nil)))
      lines.append(.init(fault.about, .faint, indent: 2))
      if let found = fault.found { lines.append(.init("→ \(found.text)", indent: 2)) }
    }
    if let leaks {
      lines.append(.init(leaks.sentence, tone(leaks.caught == leaks.planted && leaks.falseAlarms == 0)))
      lines += leaks.missed.map { .init("missed: \($0)", indent: 2) }
    }
    return lines
  }

  fileprivate var table: Document.Table {
    Document.Table(
      label: "Faults",
      columns: ["fault", "change", "caught", "rule", "findings", "the gate's words"].map {
        .init(title: $0, kind: $0 == "findings" ? .figure : .word)
      },
      rows: faults.map { fault in
        .init([
          .init(fault.name), .init(fault.about), fault.found == nil ? .init("no", .bad) : "yes",
          .init(fault.rule.rawValue), .init("\(fault.findings)"), .init(fault.found?.text ?? ""),
        ])
      })
  }
}

extension SelftestFile.Leaks {
  /// The outcome of the leaks, in a sentence.
  fileprivate var sentence: String {
    "leaks from \(Figure.bytes(smallestBytesPerLap)) to \(Figure.bytes(largestBytesPerLap)) a lap: \(caught) of \(planted) caught; "
      + "without a leak \(falseAlarms) false alarms in \(planted)."
  }
}
