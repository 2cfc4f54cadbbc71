internal import GalleryKit

extension Scenario {
  /// Whether replays keep to the decode times of a device that the scenario names, and not to this machine's.
  package var asksAboutDevice: Bool { device.costs != CostTables.thisMachine }
}

extension LaidOutScenario {
  /// Measures this machine's decoders beside those of the device that the scenario names; `nil` if it names none, or no photo
  /// can be decoded.
  ///
  /// Takes a second where photos have 12 megapixels. Other work has little effect, since processor time counts.
  ///
  /// - Throws: ``CostTableError`` if there is no such device.
  package func devicePace(over assets: StageAssets) throws -> DevicePace? {
    guard scenario.asksAboutDevice else { return nil }
    let table = try CostChoice(for: scenario).table
    guard let combination = scenario.runs.first?.combination else { return nil }
    let gauge = DecodeGauge(
      of: assets, as: specification(of: layout.largestCell, combination.resizeMode), seed: scenario.seed)
    return gauge.processorRatio(to: table, workers: scenario.device.decodeWorkers).map {
      DevicePace(device: table.name, ratio: $0)
    }
  }
}
