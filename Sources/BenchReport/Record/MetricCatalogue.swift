/// Every metric that a run can be expected to have, with what it means.
///
/// Times are milliseconds (`…Ms`), memory is bytes (`…Bytes`), rates are 0…1. The class says how a metric is gated: what
/// is `exact` is so on the model's virtual clock.
public enum MetricCatalogue {
  /// Metrics that are one number a run, or `null` where there was nothing to divide by.
  public static let scalars = Dictionary(uniqueKeysWithValues: scalarEntries)

  /// Metrics that are a distribution a run, absent where there was nothing to measure.
  public static let distributions = Dictionary(uniqueKeysWithValues: distributionEntries)

  /// One number a run, too, but only of scenarios that compare thumbnail stores.
  public static let ofStores = Dictionary(uniqueKeysWithValues: storeEntries)

  /// One number a run, too, but only of runs whose bounds are known.
  public static let ofBounds = Dictionary(uniqueKeysWithValues: boundEntries)

  /// ``scalars`` and ``distributions`` together.
  public static let definitions = scalars.merging(distributions) { scalar, _ in scalar }

  /// One number a run, too, but only of replays.
  public static let ofReplays = Dictionary(uniqueKeysWithValues: disturbanceEntries)

  /// ``definitions``, ``ofStores``, ``ofBounds`` and ``ofReplays`` together.
  public static let all = definitions.merging(ofStores) { $1 }.merging(ofBounds) { $1 }
    .merging(ofReplays) { $1 }

  /// What a result of that mode has: in a model frames take no time, and everything else is `exact`.
  ///
  /// - Parameters:
  ///   - hasStores: whether the scenario compares thumbnail stores.
  ///   - isRemote: whether originals come over a network.
  ///   - changesLibrary: whether the library changes meanwhile.
  ///   - hasBounds: whether it is known what no strategy can beat.
  public static func definitions(
    in mode: ResultFile.Mode, hasStores: Bool = false, isRemote: Bool = false, changesLibrary: Bool = false,
    hasBounds: Bool = false
  ) -> [String: MetricDefinition] {
    let definitions = all.filter { name, _ in
      (hasStores || ofStores[name] == nil) && (isRemote || !ofNetwork.contains(name))
        && (changesLibrary || !ofChanges.contains(name)) && (hasBounds || ofBounds[name] == nil)
        && (mode == .replay || ofReplays[name] == nil)
    }
    guard mode == .model else { return definitions }
    return definitions.filter { !ofFrames.contains($0.key) }.mapValues { definition in
      var definition = definition
      if definition.class != .invariant && definition.class != .growth { definition.class = .exact }
      return definition
    }
  }

  /// Metrics of runs whose originals come over a network.
  static let ofNetwork = Set(network.map(\.0)).union(["downloadMs"])

  /// Metrics of runs whose library changes.
  static let ofChanges = Set(changes.map(\.0)).union(["changeApplyMs"])

  private static let ofFrames: Set = [
    "hitchMsPerSecond", "jankFrames", "overrunMs", "frameWorkMs", "changeApplyMs",
  ]

  /// Metrics that a scenario can limit by a number, in alphabetical order: those that have a better and a worse.
  ///
  /// `growth` is limited by a word, `flat` or `saturating`, and does not stand here.
  public static let limitable = scalars.merging(ofStores) { scalar, _ in scalar }
    .filter { $0.value.better != .neither }.keys.sorted()

  /// The names of ``definitions`` in the order in which people read them: what the eye sees stands before what it costs.
  public static let readingOrder =
    (scalarEntries + boundEntries + storeEntries + distributionEntries + disturbanceEntries).map(\.0)

  /// The metric that is zero where a distribution has nothing to measure.
  static func count(behind distribution: String) -> String {
    switch distribution {
    case "overrunMs", "frameWorkMs": "frameCount"
    case "downloadMs": "downloads"
    case "changeApplyMs": "libraryChanges"
    default: "decodes"
    }
  }
}
