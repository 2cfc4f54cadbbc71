internal import GalleryKit

extension ModelRunner {
  /// The number of strategies in the close comparison.
  private static let finalists = 5

  /// Searches all strategies in all orders for the ones that suit the scenario, and compares the best closely.
  ///
  /// - Parameters:
  ///   - decodeSeconds: the median seconds to decode an image; the cost table's own if `nil`.
  ///   - onProgress: receives the next step.
  /// - Returns: the finalists' result with its bounds and variations, and the advice.
  /// - Throws: the errors of ``run()``, or ``TuneError`` if nothing arrives while the grid moves.
  package func advise(
    decodeSeconds: Double? = nil, onProgress: (String) -> Void = { _ in }
  ) throws -> (result: ResultFile, advice: GridAdvice) {
    var runner = self
    runner.explains = false
    onProgress("looking at how long decoding takes")
    let plain = try runner.running([Self.plain], orders: [RequestOrder.fifo.name]).run()
    guard let median = plain.runs.first?.figure("decodeMs.p50"), median > 0,
      let load = plain.runs.first?.figure("load"), load > 0, laidOut.mayScroll
    else { throw TuneError.nothingArrives(in: plain, at: scenario.path) }
    if let decodeSeconds { runner.costs = costs.slowed(by: decodeSeconds * 1000 / median) }

    onProgress("comparing all strategies in all orders")
    let shippable = ComparedStrategies.all.map { $0.descriptor }.filter { !$0.isReference }
    let orders = RequestOrder.all.map(\.name)
    let wide = try runner.running(shippable.map { StrategySpec(name: $0.name) }, orders: orders).run()
    let best = Self.best(of: wide)

    onProgress("trying the best in other circumstances")
    var names = best.map(\.strategy)
    if !names.contains(Self.plain.name) { names.append(Self.plain.name) }
    let order = shippable.map(\.name).filter(names.contains)
    var closer = runner.running(
      order.map { StrategySpec(name: $0) },
      orders: orders.filter { name in name == RequestOrder.fifo.name || best.contains { $0[.order] == name } }
    )
    closer.explains = explains
    closer.findsBounds = true
    closer.varies = true
    let result = try closer.run()
    let chosen = Recommendation(result).combination
    return (
      result,
      GridAdvice(
        result, for: laidOut, over: assets, considered: wide.runs.count, code: chosen.flatMap(code))
    )
  }

  private static let plain = StrategySpec(name: NoCachingStrategy.descriptor.name)

  private func running(_ strategies: [StrategySpec], orders: [String]) -> ModelRunner {
    var runner = self
    runner.scenario.compare.strategies = strategies
    runner.scenario.compare.axes[.order] = orders
    runner.scenario.compare.libraries = []
    return runner
  }

  /// The recommendation, and the strategies within the budget that leave the least not sharp, each in its best order.
  private static func best(of result: ResultFile) -> [Combination] {
    let budget = Double(result.scenario.memoryBudgetBytes)
    let fitting = result.runs.filter { ($0.figure("peakImageBytes") ?? .infinity) <= budget }
    let byLoss = fitting.sorted {
      ($0.figure("scrollNotSharpRatio") ?? 1, $0.id) < ($1.figure("scrollNotSharpRatio") ?? 1, $1.id)
    }
    var best = [Recommendation(result).combination].compactMap(\.self)
    for run in byLoss
    where best.count < finalists && !best.contains(where: { $0.strategy == run.combination.strategy }) {
      best.append(run.combination)
    }
    return best
  }

  /// A number in Swift's notation, such as `150_000_000`.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.map { place in
      place > 0 && (digits.count - place).isMultiple(of: 3) ? "_\(digits[place])" : "\(digits[place])"
    }.joined()
  }

  /// An app's code for a combination.
  func code(for combination: Combination) -> String? {
    guard let order = combination[.order] else { return nil }
    let size = laidOut.targetSize
    let mode = laidOut.contentMode == .aspectFit ? ", contentMode: .aspectFit" : ""
    return """
      let manager = ImageManager(
        configuration: .init(decodeWorkers: \(scenario.device.decodeWorkers), memoryBudget: \(Self.grouped(scenario.device.memoryBudgetBytes)), order: .\(order)))
      let caching = CachingImageManager(imageManager: manager)
      \(combination.swift)
      let thumbnail = ImageSpecification(targetSize: PixelSize(width: \(size.width), height: \(size.height))\(mode))

      // Every frame:
      state.decoding = manager.decoding
      caching.follow(state)
      let window = strategy.window(for: state, after: caching.window)
      caching.move(to: window, of: photos, as: thumbnail, visibleItems: state.visibleItems)
      """
  }
}

/// Additional advice on a recommendation, for the grid's developer.
package struct GridAdvice: Hashable, Sendable {
  /// The number of compared combinations of a strategy and an order.
  package var considered: Int
  /// The recommended window's behaviour, in a sentence.
  package var window: String?
  /// The recommended order's behaviour, in a sentence.
  package var order: String?
  /// The images' width in pixels.
  package var imageWidth: Int
  /// The images' height in pixels.
  package var imageHeight: Int
  /// The mean bytes of an image if each has its photo's shape and fits into that size; `nil` if all have that size.
  package var meanImageBytes: Int?
  /// The number of images on a screen.
  package var imagesPerScreen: Int
  /// The strategy that caches nothing.
  package var plainStrategy: String
  /// The order of arrival.
  package var plainOrder: String
  /// The advice in Swift.
  package var code: String?
}

extension GridAdvice {
  /// Derives the advice for the grid from a result.
  fileprivate init(
    _ result: ResultFile, for scenario: LaidOutScenario, over photos: StageAssets, considered: Int,
    code: String?
  ) {
    let chosen = Recommendation(result).combination
    self.init(
      considered: considered,
      window: chosen.flatMap { ComparedStrategies.named($0.strategy)?.descriptor.about },
      order: chosen?[.order].flatMap { RequestOrder.named($0)?.about },
      imageWidth: scenario.targetSize.width, imageHeight: scenario.targetSize.height,
      imagesPerScreen: scenario.layout.items(from: 0, to: scenario.layout.screenful, itemCount: .max).count,
      plainStrategy: NoCachingStrategy.descriptor.name, plainOrder: RequestOrder.fifo.name, code: code)
    if scenario.scenario.grid.cells == .justified { meanImageBytes = scenario.imageBytes(over: photos) }
  }
}
