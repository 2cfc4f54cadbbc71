internal import GalleryKit
internal import ScrollSim

extension AdviceReport {
  /// A developer's questions about the recommended combination, with their answers: how far ahead, in what order, how much
  /// memory, why; nothing if none is recommended.
  var facts: Document.Block {
    guard let recommended = file.outcome?.recommended, let first = file.scenarios.first,
      let figures = file.candidates[recommended.candidate].figures
    else { return .text() }
    let combination = file.candidates[recommended.candidate].combination
    let window = ComparedStrategies.named(combination.strategy)?.descriptor.about ?? ""
    let reach = recommended.reach.map { ": \($0)" } ?? ""
    let order = combination[.order].flatMap { RequestOrder.named($0) }
    let sameInFifo =
      order?.name == RequestOrder.fifo.name
      ? nil : notSharpInFifo(combination, in: combination.strategy, combination.parameters)
    let without = notSharpInFifo(combination, in: NoCachingStrategy.descriptor.name, [:])
    let bounds = file.scenarios.compactMap(\.bound)
    let bound = bounds.count < file.scenarios.count ? nil : bounds.mean.map { Figure.text($0, unit: "rate") }
    let size = first.imageSize.map { "\($0)" }.joined(separator: " × ")
    let images = figures.peakImageBytes / Double(first.meanImageBytes ?? first.imageSize.reduce(4, *))
    let (about, are) = first.meanImageBytes == nil ? ("", "of") : ("about ", "that fit into")
    return .facts([
      .init(name: "How far ahead", text: "\(combination.strategy)\(reach). \(window)"),
      .init(
        name: "In what order",
        text: "\(combination[.order] ?? Figure.none). \(order?.about ?? "")"
          + (sameInFifo.map { " First in, first out, the same window leaves \($0) not sharp." } ?? "")),
      .init(
        name: "How much memory",
        text:
          "\(figures.imageText) of the \(Figure.bytes(file.options.memoryBudgetBytes)) at most: \(about)\(Figure.fixed(images, 0)) images \(are) "
          + "\(size) pixels, \(Figure.fixed(images / first.photosPerScreenful, 1)) screenfuls, with the visible one."
      ),
      .init(
        name: "Why",
        text:
          "While the grid moves, \(Figure.fixed(file.scenarios.map(\.load).mean ?? 0, 2)) s of decoding arrive in a "
          + "second for each decoder."
          + (without.map { " Without caching, first in, first out, \($0) of the screen is not sharp." } ?? "")
          + (bound.map { " No window in any order leaves less than \($0) not sharp." } ?? "")),
    ])
  }

  /// The share that a window leaves not sharp first in, first out, all else being equal; `nil` if that was not tried.
  private func notSharpInFifo(
    _ chosen: Combination, in strategy: String, _ parameters: [String: Double]
  ) -> String? {
    var plain = chosen
    (plain.strategy, plain.parameters, plain[.order]) = (strategy, parameters, RequestOrder.fifo.name)
    return file.candidates.first { $0.combination == plain }?.figures.map(\.notSharpText)
  }
}
