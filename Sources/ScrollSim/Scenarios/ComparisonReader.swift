internal import GalleryKit

/// Reads `compare` and `limits`.
extension ScenarioReader {
  mutating func comparison(_ field: Field?, hasChanges: Bool) -> Scenario.Comparison {
    let fields = reader.object(
      field,
      keys: ["strategies", "libraries", "libraryOrders"] + Axis.allCases.map(\.list))
    if let changes = fields["changes"], !hasChanges {
      reader.report(
        changes, expected: "nothing here unless the library changes", hint: "; see library.changes")
    }
    let strategies = reader.list(
      reader.require("strategies", in: fields, expected: "a list of strategies"), of: "strategies")
    var specs: [StrategySpec] = []
    for strategy in strategies {
      guard let spec = self.strategy(strategy) else { continue }
      if specs.contains(spec) {
        reader.report(strategy.node.position, strategy.keyPath, "expected each strategy once, found it again")
      }
      specs.append(spec)
    }
    let libraries = fields["libraries"].map { reader.words($0, among: LibraryModels.all.map(\.name)) } ?? []
    let libraryOrders = fields["libraryOrders"].map { reader.words($0, among: Axis.order.words) } ?? []
    if let orders = fields["libraryOrders"], fields["libraries"] == nil {
      reader.report(
        orders, expected: "nothing here unless libraries are compared", hint: "; see compare.libraries")
    }
    var axes = [Axis: [String]].standard
    if hasChanges { axes[.changes] = [ChangePolicy.visibleOnly.rawValue] }
    for axis in Axis.allCases {
      guard let field = fields[axis.list] else { continue }
      axes[axis] = reader.words(field, among: axis.words)
    }
    return Scenario.Comparison(
      strategies: specs, libraries: libraries, libraryOrders: libraryOrders, axes: axes)
  }

  /// A strategy: its name, or an object with its name and parameters.
  private mutating func strategy(_ field: Field) -> StrategySpec? {
    let names = vocabulary.strategies.map(\.name)
    switch field.node.value {
    case .string:
      let name = reader.word(field, among: names)
      return name.isEmpty ? nil : StrategySpec(name: name)
    case .object(let members) where members.count == 1:
      let name = members[0].key
      guard let descriptor = vocabulary.strategies.first(where: { $0.name == name }) else {
        let hint = Spelling.hint(for: name, among: names)
        reader.report(
          members[0].position, field.keyPath,
          "expected one of \(FieldReader.list(names)), found \"\(name)\"\(hint)")
        return nil
      }
      let fields = reader.object(
        Field(keyPath: "\(field.keyPath).\(name)", node: members[0].value),
        keys: descriptor.parameters.map(\.name))
      var values: [String: Double] = [:]
      for parameter in descriptor.parameters {
        guard let field = fields[parameter.name] else { continue }
        values[parameter.name] = reader.number(field, "\(parameter.unit), a number", in: parameter.range)
      }
      return StrategySpec(name: name, parameters: values)
    default:
      reader.report(
        field,
        expected: "a strategy's name, or its name with parameters as in { \"screens\": { \"leading\": 2 } }")
      return nil
    }
  }

  mutating func limits(_ field: Field?, laps: Int) -> [String: ScenarioRecord.Limit] {
    guard let field else { return [:] }
    let fields = reader.object(field, keys: ["growth"] + vocabulary.metrics)
    var limits: [String: ScenarioRecord.Limit] = [:]
    for (metric, field) in fields.members {
      if metric == "growth" {
        limits[metric] = .word(reader.word(field, among: ["flat", "saturating"]))
        let fewest = GrowthRule().fewestLaps
        if laps < fewest {
          reader.report(
            field, expected: "no limit on growth, or a trace of at least \(fewest) laps to judge it by")
        }
      } else if metric.hasSuffix("Bytes") {
        limits[metric] = .number(Double(reader.memory(field)))
      } else if Metric.named(metric)?.definition.unit == "rate" {
        limits[metric] = .number(reader.number(field, "a share, a number", in: 0...1))
      } else {
        limits[metric] = .number(reader.number(field, "a number", in: 0...1e15))
      }
    }
    return limits
  }
}
