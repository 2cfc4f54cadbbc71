internal import GalleryKit

extension AdviceFile {
  func advice(on place: Int) -> Advice {
    let combination = candidates[place].combination
    return Advice(
      candidate: place, reach: reach(of: combination), scenarioJSON: combination.scenarioJSON,
      swift: code(for: combination))
  }

  /// How far a combination's window reaches in the first scenario; `nil` if it has no parameters that say so.
  func reach(of combination: Combination) -> String? {
    scenarios.first.flatMap { combination.reach(photosPerScreenful: $0.photosPerScreenful) }
  }

  /// An app's code that loads, orders and caches as a combination does in the first scenario.
  package func code(for combination: Combination) -> String {
    guard let first = scenarios.first, let order = combination[.order] else { return "" }
    let mode = first.meanImageBytes == nil ? "" : ", contentMode: .aspectFit"
    /// The combination's choice on an axis; `nil` if it is the default, which an app's code leaves out.
    func chosen(_ axis: Axis) -> String? { combination[axis].flatMap { $0 == axis.standard ? nil : $0 } }
    let resizing = chosen(.resizeMode).map { ", resizeMode: .\($0)" } ?? ""
    let eviction = chosen(.eviction).flatMap(EvictionPolicies.named).map { "eviction: \($0).self, " } ?? ""
    let budget = Figure.count(options.memoryBudgetBytes).replacing(",", with: "_")
    return """
      let manager = ImageManager(
        configuration: .init(decodeWorkers: \(first.scenario.decodeWorkers), memoryBudget: \(budget), \(eviction)order: .\(order)))
      let caching = CachingImageManager(imageManager: manager)
      \(combination.swift)
      let thumbnail = ImageSpecification(targetSize: PixelSize(width: \(first.imageSize[0]), height: \(first.imageSize[1]))\(mode)\(resizing))

      // Every frame:
      state.decoding = manager.decoding
      caching.follow(state)
      let window = strategy.window(for: state, after: caching.window)
      caching.move(to: window, of: photos, as: thumbnail, visibleItems: state.visibleItems)
      """
  }
}

extension Recommendation {
  /// Chooses among a search's combinations.
  package init(_ file: AdviceFile) {
    let names = RowNames(file.candidates.map(\.combination))
    var question = Question(
      rivals: file.candidates.filter(\.fits).compactMap(\.rival), budget: file.options.memoryBudgetBytes)
    question.variations = file.outcome?.variations ?? []
    question.loads = file.outcome?.loads ?? []
    question.load = file.scenarios.map(\.load).mean
    question.axis = file.scenarios.first?.scenario.axis
    question.isWhole = file.plannedCount == nil
    question.window = file.reach
    question.name = names.line
    let large = file.candidates.filter { $0.failure == nil && !$0.combination.isReference }
    let failure = file.candidates.compactMap(\.failure).first.map { "; the first: \($0)" } ?? ""
    question.refusal =
      Self.refusal(
        smallest: large.compactMap(\.rival), budget: question.budget, isWhole: question.isWhole,
        name: names.line
      ).map { "\($0) Allow more with '--memory-budget'." }
      ?? "Nothing can be recommended: no combination was measured completely and in steady memory\(failure)."
    self.init(question)
  }
}
