extension Gate {
  /// What a change accepts, compared with the baseline of the branch that it goes to; `nil` if it accepts
  /// nothing.
  func trade(of head: ResultFile, against before: BaselineFile) -> Trade? {
    var check = ScenarioCheck(of: head)
    var gate = self
    // A change may choose other metrics, too, and does not hide the usual ones.
    gate.gating = gating ?? GatingMetrics(["default"] + (head.scenario.gate ?? []))
    let isComparable = gate.compare(head, with: before, &check)
    check.sort()
    let known = Set(before.history.map { [$0.date, $0.reason] })
    let changes = check.findings.filter { finding in
      let told: [Verdict] = isComparable ? [.regression, .improvement] : [.notice]
      return !finding.isAdvisory && told.contains(finding.verdict)
    }
    // What the change no longer measures is accepted, too.
    let apart: [Verdict] = [.notComparable, .notMeasured]
    let differences = check.findings.filter { apart.contains($0.verdict) }.map(\.text).uniqued
    guard !changes.isEmpty || !differences.isEmpty else { return nil }
    return Trade(
      reasons: (baseline?.history ?? []).filter { !known.contains([$0.date, $0.reason]) }.map(\.reason),
      changes: changes, differences: differences)
  }

  /// The figures that gate and differ between a result and a baseline that did not measure the same.
  func sideBySide(_ head: ResultFile, _ baseline: BaselineFile) -> [Finding] {
    let gating = gating(head)
    let (found, wanted) = (BaselineFile.Sample(of: head).runs, baseline.pooled.runs)
    return found.keys.sorted().flatMap { id -> [Finding] in
      let (new, old) = (found[id]?.values ?? [:], wanted[id]?.values ?? [:])
      return new.keys.filter(gating.contains).sorted().compactMap { metric in
        guard let after = new[metric] ?? nil, let before = old[metric] ?? nil, after != before,
          let definition = head.definition(of: metric), definition.class != .invariant
        else { return nil }
        let unit = definition.unit
        let (was, now) = (Figure.exact(before, unit: unit), Figure.exact(after, unit: unit))
        return Finding(
          .notice, .baseline, run: id, metric: metric, unit: unit, base: before, head: after,
          text: "\(metric) is \(now), the baseline has \(was), measured under other conditions.",
          advice: Self.updateAdvice
        )
      }
    }
  }
}

extension Finding {
  /// How large the change is, in standard thresholds of its unit; infinite without both values.
  package var size: Double {
    guard let base, let head else { return .infinity }
    let threshold = Threshold.standard(unit: unit ?? "")
    return abs(head - base) / max(threshold.absolute, threshold.relative * abs(base))
  }
}

extension ScenarioCheck {
  /// Puts the worst findings first and, within a verdict, advisory ones last and otherwise the largest first.
  mutating func sort() {
    func rank(_ finding: Finding) -> (Int, Int, Double) {
      (finding.verdict.rank, finding.isAdvisory ? 1 : 0, -finding.size)
    }
    findings.sort { rank($0) < rank($1) }
  }
}
