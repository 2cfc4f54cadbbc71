internal import ScrollSim

extension CheckFile {
  var headline: String {
    if accepts {
      let paid = scenarios.filter { $0.trade?.isPaid ?? false }
      let trades = paid.compactMap(\.trade)
      let changes = Finding.trade(trades.flatMap(\.changes))
      let reasons = trades.flatMap(\.reasons).uniqued
      let reason =
        reasons.isEmpty ? "No reason is given." : "Reason: \(reasons.joined(separator: "; ").prefix(500))"
      return "Pass, accepts: \(changes.isEmpty ? "another measurement" : changes) (\(paid.listed)). \(reason)"
    }
    let deciding = scenarios.filter { $0.verdict == verdict }
    let changes = Finding.trade(deciding.flatMap(\.findings))
    let isForgiven = isAdvisory && verdict == .regression && exitCode == 0
    let advisory = isForgiven ? " (advisory: it fails nothing)" : ""
    let names = deciding.isEmpty ? "no scenarios" : deciding.listed
    return "\(verdict.shown.headline)\(advisory): \(changes.isEmpty ? names : "\(changes) (\(names))")"
  }

  /// Whether the change passes only because it accepts what the branch that it goes to does not.
  var accepts: Bool {
    [.pass, .improvement].contains(verdict) && scenarios.contains { $0.trade?.isPaid ?? false }
  }
}

extension [ScenarioCheck] {
  fileprivate var listed: String {
    let names = prefix(5).map(\.name).joined(separator: ", ")
    return count > 5 ? "\(names) and \(count - 5) more" : names
  }
}

extension Verdict {
  /// The verdict on scenarios in words, that on one finding, the mark before it in Markdown, and the tone on a terminal.
  var shown: (headline: String, words: String, mark: String, tone: Document.Tone) {
    switch self {
    case .pass: ("Pass", "as permitted", "✅", .good)
    case .regression: ("Regression", "worse", "❌", .bad)
    case .notMeasured: ("Not measured", "not measured", "⚠️", .bad)
    case .improvement: ("Improvement", "better", "🟢", .good)
    case .notComparable: ("Not comparable", "not comparable", "⚠️", .bad)
    case .notice: ("For information", "for information", "✅", .plain)
    }
  }
}

extension Finding {
  /// The largest changes by what people call their metrics, worse ones first: `image memory +41 %, blank 0 → 1 %`.
  ///
  /// For metrics with the same name, such as the two of blank area, and for runs, the largest change stands
  /// for all.
  static func trade(_ findings: [Finding]) -> String {
    let told = findings.filter { !$0.isAdvisory && !$0.phrase.isEmpty }
    var seen: Set<String> = []
    func largest(_ most: Int, _ verdict: Verdict) -> [Finding] {
      let sorted = told.filter { $0.verdict == verdict }.sorted { $0.size > $1.size }
      return Array(sorted.filter { seen.insert($0.subject).inserted }.prefix(most))
    }
    let largest = largest(4, .regression) + largest(4, .notice) + largest(3, .improvement)
    return largest.map(\.phrase).joined(separator: ", ")
  }

  private var subject: String {
    metric == "growth" ? "memory" : metric.flatMap { Metric.named($0)?.gate } ?? metric ?? ""
  }

  /// The change in a few words; empty if there is none to tell.
  private var phrase: String {
    let unit = unit ?? ""
    let isTold = [.regression, .improvement].contains(verdict) || rule == .baseline && verdict == .notice
    guard isTold, metric != nil else { return "" }
    if rule == .growth || metric == "growth" {
      if verdict == .improvement { return "\(subject) grows less" }
      guard let head else { return "\(subject) grows" }
      // Images gain nothing where the rest of the process grows.
      let gain = Figure.change(head, unit: unit)
      return "\(subject) \(gain.hasPrefix("+") ? "\(gain) a lap" : "worse lap over lap")"
    }
    guard let base, let head else { return "" }
    if rule == .limit {
      return
        "\(subject) \(Figure.exact(head, unit: unit)), the limit is \(Figure.exact(base, unit: unit))"
    }
    if unit == "rate" {
      let places = (1...3).first { (base * 100).rounded(toPlaces: $0) != (head * 100).rounded(toPlaces: $0) }
      let shares = [base, head].map { Figure.exact(($0 * 100).rounded(toPlaces: places ?? 3), unit: "") }
      return "\(subject) \(shares[0]) → \(shares[1]) %"
    }
    if base == 0 || verdict == .notice {
      return "\(subject) \(Figure.text(base, unit: unit)) → \(Figure.text(head, unit: unit))"
    }
    let share = Figure.change((head - base) / abs(base) * 100, unit: "%")
    // One decode in thousands is a share that rounds to nothing.
    return share.hasPrefix("±")
      ? "\(subject) \(Figure.exact(base, unit: unit)) → \(Figure.exact(head, unit: unit))"
      : "\(subject) \(share)"
  }

  /// Whether reports show it open: true for all but what only informs.
  var isOpen: Bool { verdict != .notice || rule == .baseline }
}

extension ScenarioCheck {
  var title: String { "\(name) · \(kind) · \(verdict.shown.headline.lowercased())" }

  var facts: [String] {
    var facts = notes
    if let against {
      let median = against.samples > 1 ? ", median of \(against.samples)" : ""
      let since = against.date.map { " of \($0)" } ?? ""
      let reason = against.reason.map { " (\($0))" } ?? ""
      facts.append("Against \(against.path)\(since)\(median)\(reason).")
    }
    let count = judged.values.reduce(0, +)
    if count > 0 {
      let metrics = judged.keys.sorted().joined(separator: ", ")
      facts.append("\(Figure.count(count)) \(count == 1 ? "value decides" : "values decide"): \(metrics).")
    }
    return facts
  }

  /// The number of findings of each verdict, as in `Findings: 2 worse, 1 for information.`.
  var summary: String {
    let counts = Verdict.byWeight.compactMap { verdict in
      let count = findings.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.shown.words)"
    }
    return counts.isEmpty ? "Nothing to report." : "Findings: \(counts.joined(separator: ", "))."
  }
}
