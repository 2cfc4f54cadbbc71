/// Decode times, compared image by image: the same images say more than a metric of whole runs.
extension PairedGate {
  /// The reason to stop adding pairs, as a clause; `nil` to go on.
  ///
  /// It depends on the answer's precision and never on the answer, so that no answer becomes likelier than
  /// another.
  package func reasonToEnd(
    after pairs: [(base: ResultFile, head: ResultFile)], on machine: MachineFingerprint
  ) -> String? {
    if difference(in: pairs, on: machine) != nil { return "base and head did not replay the same" }
    guard pairs.count >= Self.fewestPairs, let ratio = DecodeTimeRatio(of: pairs), ratio.isPrecise else {
      return nil
    }
    return "decode time is known to within \(Figure.exact(ratio.uncertainty, unit: "rate"))"
  }

  /// Reports the head's decode-time ratio, and the uncertainty and advice if 1 % might not show.
  func compareDecoding(_ pairs: [(base: ResultFile, head: ResultFile)], _ check: inout ScenarioCheck) {
    guard var every = pairs.first?.head else { return }
    every.runs = pairs.flatMap { $0.base.runs + $0.head.runs }
    let quietness = Quietness(every)
    if let ratio = DecodeTimeRatio(of: pairs) {
      check.count("decodeMs")
      if ratio.isDifference { check.findings.append(finding(ratio)) }
      check.notes.append(ratio.sentence + ratio.doubt(isQuiet: quietness.disturbed.isEmpty))
    } else {
      check.notes.append(
        "Decode times were not compared image by image: a build does not record processor times, or base and head have "
          + "fewer than \(DecodeTimeRatio.fewestDecodes) decodes of the same images.")
    }
    if let note = quietness.note { check.notes.append("This machine was not quiet: \(note)") }
  }

  private func finding(_ ratio: DecodeTimeRatio) -> Finding {
    let isWorse = ratio.ratio > 1
    return Finding(
      isWorse ? .regression : .improvement, .statistical, isAdvisory: isAdvisory, metric: "decodeMs",
      unit: "ratio", base: 1, head: ratio.ratio, text: ratio.sentence,
      advice: isWorse
        ? "Look for additional work of decoders; the memory layout of a build alone can make half a percent."
        : "No action is needed.")
  }
}

extension DecodeTimeRatio {
  fileprivate var sentence: String {
    func text(_ value: Double) -> String { Figure.exact(value, unit: "") }
    return "Head took \(text(ratio)) times the base's processor time to decode the same image "
      + "(\(text(interval.lowerBound)) to \(text(interval.upperBound)) with \(Figure.exact(Self.confidence, unit: "rate")) "
      + "confidence), over \(Figure.exact(Double(decodes), unit: "")) decodes in \(runs) pairs of runs."
  }

  /// A caution and advice for an imprecise ratio; empty for a precise one.
  fileprivate func doubt(isQuiet: Bool) -> String {
    guard !isPrecise else { return "" }
    let known = Figure.exact(uncertainty, unit: "rate")
    return " 1 % more or less might not show: the ratio is known to within \(known); "
      + "\(isQuiet ? "" : "let nothing else run meanwhile, or ")ask for more with --rounds."
  }
}
