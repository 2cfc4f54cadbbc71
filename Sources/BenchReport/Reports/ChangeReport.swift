public import ScrollSim

extension Document {
  /// Reports the changes from a base to a head: those that count first, columns of a result's table before other metrics, and worse
  /// before better.
  ///
  /// - Parameter all: whether to show metrics that did not change, too.
  public init(_ comparison: ResultComparison, all: Bool = false) {
    let report = ChangeReport(comparison, all: all)
    let scenario = comparison.head.scenario
    head = Head(
      title: report.title, kind: "scrollsim report · head against base", heading: scenario.name,
      about: scenario.about)
    blocks = [.only(.text, [report.section]), .only(.page, report.page)]
  }
}

struct ChangeReport {
  let comparison: ResultComparison
  let rows: [MetricChange]
  private let headlines: Set<String>

  init(_ comparison: ResultComparison, all: Bool = false) {
    let headlines = Set(ResultColumn.chosen(.wide, of: comparison.head).map(\.metric))
    (self.comparison, self.headlines) = (comparison, headlines)
    rows = comparison.changes.filter { all || $0.effect != .same }.sorted {
      $0.place(among: headlines) < $1.place(among: headlines)
    }
  }

  var title: String { "\(comparison.title): head against base" }

  var section: Document.Block {
    .section(
      title,
      [
        .sentences([.init(conclusion, .strong)] + (rows.isEmpty ? [] : [.init(rule)])),
        .table(table("Changes", rows)), .list(remarks), .facts(facts),
      ])
  }

  /// The comparison as a page, with minor changes folded.
  var page: [Document.Block] {
    let counting = rows.filter { $0.weight == .counts }
    let main = counting.filter { headlines.contains($0.metric) }
    let details = counting.filter { !headlines.contains($0.metric) }
    let others = rows.filter { $0.weight != .counts && $0.effect != .same }
    let same = rows.filter { $0.effect == .same }
    func folded(_ title: String, _ rows: [MetricChange]) -> Document.Block {
      .folded("\(title): \(rows.count)", [.table(table(title, rows))])
    }
    let hasFailed = comparison.matches.contains { $0.headFailure != nil && $0.baseFailure == nil }
    let tone: Document.Tone =
      !comparison.isComparable
      ? .unsure
      : comparison.direction == .worse || hasFailed || !growing.isEmpty
        ? .bad : comparison.direction == .better ? .good : comparison.changes.isEmpty ? .unsure : .plain
    return [
      .verdict(.init(conclusion, tone)),
      .section(
        "What changed",
        rows.isEmpty
          ? []
          : [
            .hint(rule), .table(table("Changes that count", main)), folded("Other metrics", details),
            folded(comparison.isComparable ? "May be chance" : "Not judged", others),
            folded("Unchanged", same),
          ]),
      .section("Other differences", [remarks.isEmpty ? .text("Nothing.") : .list(remarks), .facts(facts)]),
    ]
  }

  private func table(_ label: String, _ changes: [MetricChange]) -> Document.Table {
    let tones: [MetricChange.Effect: Document.Tone] = [.better: .good, .worse: .bad]
    return Document.Table(
      label: label, isSortable: true,
      columns: [
        "metric", "run", .figure("base", importance: 2), .figure("head", importance: 3),
        .figure("change", importance: 1), .figure("percent"), "effect", .init(title: "counts", importance: 4),
      ],
      rows: changes.map { change in
        let sides = change.sides
        return .init([
          .init(change.metric, meaning: comparison.head.definition(of: change.metric)?.about ?? ""),
          .init(change.run), .init(sides.base, value: change.base), .init(sides.head, value: change.head),
          .init(MetricChange.text(change.absolute, unit: change.unit), value: change.absolute),
          .init(MetricChange.text(change.percent, unit: "%"), value: change.percent),
          .init(change.effect.rawValue, tones[change.effect] ?? .faint), .init(change.countsInWords),
        ])
      })
  }

  var conclusion: String {
    guard comparison.isComparable else {
      let sentences =
        ["These results did not measure the same thing and cannot be judged."] + comparison.unlike
      return (sentences + [apart].compactMap(\.self)).joined(separator: " ")
    }
    // Metrics that were not measured on both sides are not known to be the same.
    guard !comparison.changes.isEmpty else {
      return "Nothing can be compared: no run was measured on both sides."
    }
    let isWhole = comparison.matches.allSatisfy { $0.baseFailure == nil && $0.headFailure == nil }
    let growth =
      growing.isEmpty
      ? "" : " Memory grows lap over lap with \(growing.listed(most: 4)), but not in the base."
    return changes + growth + (isWhole ? "" : " Not every run was measured on both sides.")
  }

  /// Why no run of one side has a counterpart on the other, if nothing else says so.
  private var apart: String? {
    let (base, head) = (comparison.base, comparison.head)
    if base.mode == .watch, head.mode == .watch, base.scenario.name != head.scenario.name {
      return "To be compared, recordings need one name, which 'scrollsim watch --name' gives them."
    }
    return comparison.matches.isEmpty && comparison.unlike.isEmpty
      ? "They have no combination in common." : nil
  }

  /// The combinations whose memory grows lap over lap in the head alone.
  private var growing: [String] {
    comparison.matches.filter { match in
      match.headGrowth == .growing && match.baseGrowth != nil && match.baseGrowth != .growing
    }.map(\.name)
  }

  private var changes: String {
    let changed = rows.filter { $0.effect != .same }
    let nothing = growing.isEmpty ? "Nothing" : "No figure"
    guard !changed.isEmpty else { return "\(nothing) changed." }
    let counting = changed.filter { $0.weight == .counts }
    guard !counting.isEmpty else {
      let few = changed.contains { $0.weight == .unknown }
      let fewest = MetricChange.fewestIterations
      let more =
        comparison.head.mode == .watch
        ? "give 'scrollsim watch' \(fewest) recordings of each" : "run both with --rounds \(fewest)"
      return "\(nothing) is known to have changed: "
        + (few
          ? "there are too few iterations to tell; \(more)."
          : "all differences lie within the spread of the iterations.")
    }
    let effects: [(MetricChange.Effect, String)] = [
      (.worse, "worse"), (.better, "better"), (.changed, "other"), (.unknown, "without a value on one side"),
    ]
    let parts = effects.compactMap { effect, words in
      let count = counting.count { $0.effect == effect }
      return count > 0 ? "\(count) \(words)" : nil
    }
    let rest = changed.count - counting.count
    return "Changes that count: \(parts.joined(separator: ", "))"
      + (rest > 0 ? "; \(rest) more may be chance." : ".")
  }

  private var rule: String {
    guard comparison.isComparable else { return "The differences say nothing about the program." }
    return comparison.head.mode == .model
      ? "A model is exact: every difference counts."
      : "A change counts if all iterations of one side lie beyond all of the other, with at "
        + "least \(MetricChange.fewestIterations) on each side."
  }

  /// Other remarks: further differences, and combinations that only one side has.
  private var remarks: [String] {
    var remarks = comparison.differences.filter { comparison.isComparable || !comparison.unlike.contains($0) }
    for match in comparison.matches {
      for (side, reason) in [("base", match.baseFailure), ("head", match.headFailure)] {
        if let reason { remarks.append("\(match.name): the \(side) did not complete: \(reason).") }
      }
      if let before = match.baseGrowth, let after = match.headGrowth, before != after {
        remarks.append("\(match.name): memory \(after.words), the base's \(before.words).")
      }
    }
    for (side, result) in [("base", comparison.base), ("head", comparison.head)] {
      if let note = result.disturbanceNote { remarks.append("In the \(side), \(note)") }
    }
    let runs = comparison.base.runs + comparison.head.runs
    if runs.contains(where: { $0.combination.library != nil }) { remarks.append(Combination.libraryNote) }
    let sides = [("base", comparison.onlyInBase), ("head", comparison.onlyInHead)]
    return remarks
      + sides.filter { !$0.1.isEmpty }.map { "Only the \($0.0) has: \($0.1.joined(separator: "; "))." }
  }

  private var facts: [Document.Fact] {
    [("Base", comparison.base), ("Head", comparison.head)].map { side, result in
      let provenance = result.provenance
      let iterations = Figure.count(Set(result.runs.map(\.iteration)).count, "iteration", "iterations")
      let words = [provenance.git ?? "commit unknown", provenance.startedAt, iterations, provenance.cpu]
      return Document.Fact(name: side, text: words.joined(separator: ", "))
    }
  }
}

extension MetricChange {
  var countsInWords: String { weight == .counts ? "yes" : weight.rawValue }

  /// Both values, with more decimals where they differ and would print alike: a model's smallest difference counts, too.
  fileprivate var sides: (base: String, head: String) {
    let (short, exact) = ([base, head].map { Figure.text($0, unit: unit) }, [base, head].map(exactly))
    let isClose = effect != .same && short[0] == short[1]
    return isClose ? (exact[0], exact[1]) : (short[0], short[1])
  }

  private func exactly(_ value: Double?) -> String {
    value.map { Figure.exact($0, unit: unit) } ?? Figure.none
  }

  /// A difference, with more decimals where all digits would be 0.
  fileprivate static func text(_ difference: Double?, unit: String) -> String {
    let short = Figure.change(difference, unit: unit)
    guard let difference, short.hasPrefix("±") else { return short }
    let exact = Figure.exact(abs(difference), unit: unit)
    guard exact.contains(where: { "1"..."9" ~= $0 }) else { return short }
    return (difference < 0 ? "-" : "+") + (unit == "rate" ? "\(exact.dropLast(1))pp" : exact)
  }

  /// The change's position: changes that count come first, then worse ones; equal values come last.
  fileprivate func place(among headlines: Set<String>) -> Int {
    let effects: [Effect] = [.worse, .unknown, .better, .changed, .same]
    let weights: [Weight] = [.counts, .unknown, .withinSpread]
    let weight = weights.firstIndex(of: weight) ?? weights.count
    let place = weight * 2 + (headlines.contains(metric) ? 0 : 1)
    return place * effects.count + (effects.firstIndex(of: effect) ?? 0)
  }
}
