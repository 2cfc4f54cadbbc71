/// Names combinations by what tells them apart: the strategy, its parameters where it comes with several, and whichever
/// options are not the same everywhere.
struct RowNames {
  private typealias Option = (title: String, value: @Sendable (Combination) -> String)

  /// What heads the names.
  let titles: [String]

  private let options: [@Sendable (Combination) -> String]
  private let tellingParameters: [String: [String]]

  static let about = [
    "strategy": "What decides which images to hold ready.",
    "cells": "How the grid keeps images of its cells.",
    "resize": "How images are resized.",
    "delivery": "How images are delivered.",
    "eviction": "Which image goes first when memory runs short.",
    "store": "Whether thumbnails are kept on disk, and for how long.",
    "changes": "What the grid does when its library changes.",
    "visit": "How often the grid was visited, each time by a new process.",
  ]

  init(_ combinations: [Combination]) {
    let all: [Option] = [
      ("cells", { $0.cells }), ("resize", { $0.resizeMode }), ("delivery", { $0.deliveryMode }),
      ("eviction", { $0.eviction }), ("store", { $0.thumbnailStore ?? Figure.none }),
      ("changes", { $0.changes ?? Figure.none }),
      ("visit", { $0.visitName ?? Figure.none }),
    ]
    let telling = all.filter { option in Set(combinations.map(option.value)).count > 1 }
    titles = ["strategy"] + telling.map(\.title)
    options = telling.map(\.value)
    tellingParameters = Dictionary(grouping: combinations, by: \.strategy).mapValues { rivals in
      let names = Set(rivals.flatMap(\.parameters.keys)).sorted()
      return names.filter { name in Set(rivals.map { $0.parameters[name] }).count > 1 }
    }
  }

  /// The strategy with the parameters that tell it from its namesakes, as in `screens(leading=3)`.
  func strategy(_ combination: Combination) -> String {
    let telling = tellingParameters[combination.strategy] ?? []
    return combination.strategy + combination.parameters.settings(of: telling)
  }

  /// One text for each of ``titles``.
  func texts(for combination: Combination) -> [String] {
    let strategy = strategy(combination) + (combination.isBound ? " (bound)" : "")
    return [strategy] + options.map { $0(combination) }
  }

  /// All texts as one, as in `screens(leading=3)/retained`.
  func line(for combination: Combination) -> String {
    ([strategy(combination)] + options.map { $0(combination) }).joined(separator: "/")
  }
}

extension [String: Double] {
  /// Some settings as `(leading=3,trailing=1)`; empty if there are none.
  func settings(of names: [String]) -> String {
    let settings = names.compactMap { name in self[name].map { "\(name)=\(Figure.plain($0))" } }
    return settings.isEmpty ? "" : "(\(settings.joined(separator: ",")))"
  }
}
