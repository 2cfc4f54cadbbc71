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
    let phrases = declaredParameters.compactMap { parameter -> String? in
      guard let value = parameters[parameter.name], value != 0 || parameter.defaultValue != 0 else {
        return nil
      }
      let unit =
        value == 1 && parameter.unit.hasSuffix("s") ? String(parameter.unit.dropLast()) : parameter.unit
      let amount = "\(Figure.plain(value)) \(unit)"
      guard let direction = Self.directions[parameter.name], !parameter.unit.contains(" a ") else {
        return "\(parameter.name) \(amount)"
      }
      let isFirst = parameter.name == declaredParameters.first?.name
      let count =
        isFirst && parameter.unit == "screenfuls" ? " (\(Figure.fixed(value * photos, 0)) photos)" : ""
      return "\(amount)\(count) \(direction)"
    }
    return phrases.isEmpty ? nil : phrases.joined(separator: ", ")
  }

  /// The strategy in a scenario's list: `"none"`, or `{ "screens": { "leading": 1.5, "trailing": 0.5 } }`.
  package var scenarioJSON: String {
    settings.isEmpty ? "\"\(strategy)\"" : "{ \"\(strategy)\": { \(settings) } }"
  }

  /// The line of Swift that makes the strategy in an app that imports GalleryKit.
  package var swift: String {
    guard let type = ComparedStrategies.named(strategy) else { return "" }
    let name = String(reflecting: type).drop { $0 != "." }.dropFirst()
    return "let strategy = \(name)(\(settings.isEmpty ? "" : "[\(settings)]"))"
  }

  /// All parameters in the descriptor's order, as JSON and Swift both write them: `"leading": 1.5, "trailing": 0.5`.
  private var settings: String {
    declaredParameters.map { parameter in
      "\"\(parameter.name)\": \(Figure.plain(parameters[parameter.name] ?? parameter.defaultValue))"
    }.joined(separator: ", ")
  }
}
