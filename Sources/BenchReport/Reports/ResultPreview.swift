public import ScrollSim

extension Document {
  /// A model's table alone, to read while replays are made.
  public init(preview result: ResultFile) {
    let heading = ["model", result.costs.map { "costs \($0.name)" }].compactMap(\.self).joined(
      separator: ", ")
    head = Head(title: heading, kind: "scrollsim model", heading: result.scenario.name)
    blocks = [
      .section(
        Section(
          heading: "\(heading): \(result.scenario.name) as it is expected to be; replays follow",
          blocks: [.table(ResultTable(result).table)]))
    ]
  }
}

extension RunRecord {
  /// The result of a replay, in a line.
  package var progressLine: String {
    let round = "\(combination.name), \(iteration + 1)"
    guard status == .completed else { return "\(round): \(ending)" }
    let disturbance = Disturbance(self)
    return "\(round): blank \(text("scrollBlankRatio")), not sharp \(text("scrollNotSharpRatio")), "
      + "image memory \(text("peakImageBytes")), time to sharp \(text("settleToFullMs")), "
      + "hitches \(text("hitchMsPerSecond"))"
      + (disturbance.isDisturbed ? "; disturbed: \(disturbance.signs.joined(separator: ", and "))" : "")
  }
}
