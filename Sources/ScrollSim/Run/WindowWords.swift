internal import GalleryKit

extension LaidOutScenario {
  /// The windows of combinations in words and in Swift, by ``Combination/windowName``.
  func windows(of combinations: some Sequence<Combination>) -> [String: WindowRecord] {
    let photos = photosPerScreenful
    return Dictionary(
      combinations.filter { $0.library == nil && !$0.isReference }.map { combination in
        (
          combination.windowName,
          WindowRecord(reach: combination.reach(photosPerScreenful: photos), swift: combination.swift)
        )
      }
    ) { first, _ in first }
  }
}

extension Combination {
  /// The parameters that say how far a window reaches, and where.
  private static let directions = [
    "leading": "ahead", "ahead": "ahead", "rows": "ahead", "items": "ahead", "trailing": "behind",
    "behind": "behind", "screens": "either way", "reach": "either way", "size": "in all",
    "degradedLeading": "of degraded images ahead", "encodedLeading": "of files read ahead",
    "encodedTrailing": "of files read behind",
  ]

  /// How far the window reaches, as in `2 screenfuls (48 photos) ahead, 1 screenful behind`; `nil` without such parameters.
  ///
  /// Parameters that say something else follow with their names and units.
  func reach(photosPerScreenful photos: Double) -> String? {
    let parameters = ComparedStrategies.named(strategy)?.descriptor.parameters ?? []
    let phrases = parameters.compactMap { parameter -> String? in
      guard let value = self.parameters[parameter.name], value != 0 || parameter.defaultValue != 0 else {
        return nil
      }
      let unit =
        value == 1 && parameter.unit.hasSuffix("s") ? String(parameter.unit.dropLast()) : parameter.unit
      let amount = "\(Figure.plain(value)) \(unit)"
      guard let direction = Self.directions[parameter.name], !parameter.unit.contains(" a ") else {
        return "\(parameter.name) \(amount)"
      }
      let isFirst = parameter.name == parameters.first?.name
      let count =
        isFirst && parameter.unit == "screenfuls" ? " (\(Figure.fixed(value * photos, 0)) photos)" : ""
      return "\(amount)\(count) \(direction)"
    }
    return phrases.isEmpty ? nil : phrases.joined(separator: ", ")
  }

  /// The strategy in a scenario's list: `"none"`, or `{ "screens": { "leading": 1.5, "trailing": 0.5 } }`.
  package var scenarioJSON: String {
    let settings = settings.map { "\"\($0.name)\": \($0.value)" }
    return settings.isEmpty
      ? "\"\(strategy)\"" : "{ \"\(strategy)\": { \(settings.joined(separator: ", ")) } }"
  }

  /// The lines of Swift that make the strategy in an app that imports GalleryKit.
  package var swift: String {
    guard let type = ComparedStrategies.named(strategy) else { return "" }
    let settings = settings.map { "\"\($0.name)\": \($0.value)" }
    let values = settings.isEmpty ? "" : "[\(settings.joined(separator: ", "))], "
    let name = String(reflecting: type).drop { $0 != "." }.dropFirst()
    return "let strategy = \(name)(\n  StrategyParameters(\(values)for: \(name).descriptor))"
  }

  /// All parameters in the descriptor's order, numbers as JSON and Swift both write them.
  private var settings: [(name: String, value: String)] {
    let parameters = ComparedStrategies.named(strategy)?.descriptor.parameters ?? []
    return parameters.map { parameter in
      let value = self.parameters[parameter.name] ?? parameter.defaultValue
      return (parameter.name, Figure.plain(value))
    }
  }
}
