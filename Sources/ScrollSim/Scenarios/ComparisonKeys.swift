internal import GalleryKit

extension KeyTable where Value == Scenario.Comparison {
  /// The combinations to compare; strategies and the choices on each axis.
  static var comparison: Self {
    let strategies = Entry(
      name: "strategies", shape: .list(.strategy, of: "strategies", count: 1...Int.max, isSet: true),
      isRequired: true,
      about:
        "Strategies by name, or with parameters, as in { \"rows\": { \"behind\": 0 } }; `scrollsim list strategies` lists them."
    ) { $1.strategies = $2.strategies($0) }
    let libraries = Entry.words(
      "libraries", \.libraries, LibraryModels.all.map(\.name),
      "Models of what libraries do by default, each with its own window, order, cells, delivery, eviction, decoders and cache; `scrollsim list libraries` says what each leaves out."
    )
    let orders = Entry.words(
      "libraryOrders", \.libraryOrders, Axis.order.words,
      "Orders in which to try each library as well, beside its own; only with libraries.")
    let axes = Axis.allCases.map { axis in
      let initial = [Axis: [String]].standard[axis].map { "[\"\($0.joined(separator: "\", \""))\"]" }
      return Entry(
        name: axis.list, shape: .words(axis.words), initial: { _ in initial }, about: axis.about,
        read: {
          $1.axes[axis] = $2.reader.words($0, among: axis.words)
          if axis == .changes { $2.changePolicies = $0 }
        })
    }
    return Self(.init(strategies: []), [strategies, libraries, orders] + axes)
  }
}

extension KeyTable.Entry {
  static func words(_ name: String, _ path: Path<[String]>, _ words: [String], _ about: String) -> Self {
    Self(name: name, shape: .words(words), about: about) {
      $1[keyPath: path] = $2.reader.words($0, among: words)
    }
  }
}

/// Reads what the program's strategies and metrics name.
extension ScenarioReader {
  mutating func strategies(_ field: Field) -> [StrategySpec] {
    var specs: [StrategySpec] = []
    for strategy in reader.list(field, of: "strategies") {
      guard let spec = self.strategy(strategy) else { continue }
      if specs.contains(spec) {
        reader.report(strategy.node.position, strategy.keyPath, "expected each strategy once, found it again")
      }
      specs.append(spec)
    }
    return specs
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
        values[parameter.name] = reader.number(field, parameter.unit, in: parameter.range)
      }
      return StrategySpec(name: name, parameters: values)
    default:
      reader.report(field, expected: Shape.strategy.expectation)
      return nil
    }
  }

  mutating func limits(_ field: Field) -> [String: ScenarioRecord.Limit] {
    let fields = reader.object(field, keys: ["growth"] + vocabulary.metrics)
    var limits: [String: ScenarioRecord.Limit] = [:]
    for (metric, field) in fields.members {
      if metric == "growth" {
        limits[metric] = .word(reader.word(field, among: ["flat", "saturating"]))
        growthLimit = field
      } else if metric.hasSuffix("Bytes") {
        limits[metric] = .number(Double(reader.memory(field)))
      } else if Metric.named(metric)?.definition.unit == "rate" {
        limits[metric] = .number(reader.number(field, "a share", in: 0...1))
      } else {
        limits[metric] = .number(reader.number(field, "a limit", in: 0...1e15))
      }
    }
    return limits
  }
}
