internal import ScrollSim

/// A search's outcome, in sentences.
struct TuneWords {
  private let file: TuneFile
  private let names: RowNames

  init(_ file: TuneFile, names: RowNames) {
    self.file = file
    self.names = names
  }

  /// The extent of the search, in a sentence.
  var about: String {
    let fitting = file.candidates.count(where: \.fits)
    if let planned = file.plannedCount {
      return
        "Interrupted: \(Figure.count(file.candidates.count)) of up to \(Figure.count(planned)) combinations were evaluated; "
        + "\(Figure.count(fitting)) keep to \(limit) of images, of which \(Figure.count(file.outcome?.front.count ?? 0)) are on the Pareto front so far."
    }
    if let shard = file.shard {
      return
        "Shard \(shard): \(Figure.count(file.candidates.count)) of a grid of \(Figure.count(file.gridCount)) "
        + "combinations were evaluated. 'scrollsim merge' joins the shards."
    }
    return
      "\(Figure.count(file.candidates.count)) combinations were evaluated, \(Figure.count(file.gridCount)) of a grid and "
      + "\(Figure.count(file.candidates.count - file.gridCount)) around its front; \(Figure.count(fitting)) keep to "
      + "\(limit) of images, of which \(Figure.count(file.outcome?.front.count ?? 0)) are on the Pareto front."
  }

  /// The front from the point on that leaves no more unseen than loading only what is on screen does: nobody would use one before.
  var front: [Int] {
    let front = file.outcome?.front ?? []
    let plain = file.candidates.filter { $0.fits && $0.combination.strategy == "none" }
      .compactMap { $0.overall?.merit.loss }.min()
    guard let plain else { return front }
    return front.filter { (file.candidates[$0].overall?.merit.loss ?? 0) <= plain + Merit.visibleDifference }
  }

  /// The point from which more memory buys little; `nil` if there is none.
  var knee: String? {
    guard let candidate = file.outcome?.knee.map({ file.candidates[$0] }),
      let merit = candidate.overall?.merit
    else { return nil }
    return "Knee: \(names.fullLine(for: candidate.combination)), \(merit.notSharpText) not sharp for "
      + "\(merit.imageText); beyond it, memory buys less."
  }

  /// Notes that a reader needs to read the table right, a sentence each.
  var notes: [String] {
    var notes = [
      "The front holds the combinations that no other one that fits beats in image memory, missed area while scrolling and time to settle at once; "
        + "the knee is its point farthest below the straight line between its ends. The recommended one may be simpler, "
        + "as far as the eye sees no difference and its images need hardly more."
    ]
    let left = (file.outcome?.front.count ?? 0) - front.count
    if left > 0 {
      notes.append(
        "\(Figure.count(left)) \(left == 1 ? "point" : "points") of the front with less memory and more unseen than none leaves "
          + "\(left == 1 ? "is" : "are") left out.")
    }
    if file.scenarios.count > 1 {
      notes.append("Over several scenarios: the most memory of any, the mean of everything else.")
    }
    for scenario in file.scenarios {
      if let note = scenario.costsNote { notes.append("\(scenario.scenario.name): \(note)") }
    }
    let failed = file.candidates.filter { $0.failure != nil }
    if let first = failed.first {
      notes.append(
        "\(Figure.count(failed.count)) of the combinations cannot be taken, the first \(names.fullLine(for: first.combination)): "
          + "\(first.failure ?? "").")
    }
    return notes
  }

  /// The budget.
  var limit: String { Figure.bytes(file.options.memoryBudgetBytes) }
}
