internal import GalleryKit

extension KeyTable where Value == Scenario.Comparison {
  static var comparison: Self {
    Self(
      .init(strategies: []),
      forms: [
        .key(
          "strategies", \.strategies,
          .list(of: .strategy, "strategies") { _ in "each strategy once, found it again" },
          "Strategies by name, or with parameters, as in { \"rows\": { \"behind\": 0 } }; `scrollsim list strategies` lists them."
        ).required,
        .key(
          "libraries", \.libraries, .words(among: LibraryModels.all.map(\.name)),
          "Models of what libraries do by default, each with its own window, order, cells, delivery, eviction, decoders and cache; `scrollsim list libraries` says what each leaves out."
        ),
        .key(
          "libraryOrders", \.libraryOrders, .words(among: Axis.order.words),
          "Orders in which to try each library, besides its own; only with libraries."),
      ] + Axis.allCases.map { .key($0.list, \.axes[$0], .words(among: $0.words), $0.about) })
  }
}

extension ValueKind where Value == StrategySpec {
  fileprivate static var strategy: Self {
    let shape = Shape(
      expectation: "a strategy's name, or its name with parameters as in { \"screens\": { \"leading\": 2 } }",
      words: "a strategy",
      rules: {
        let values: JSON = ["type": "object", "additionalProperties": ["type": "number"]]
        return [
          "anyOf": [
            ["type": "string"],
            ["type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": values],
          ]
        ]
      })
    return Self(shape: shape) { field, scenario in
      let descriptors = ComparedStrategies.all.map { $0.descriptor }
      let names = descriptors.map(\.name)
      if case .string = field.node.value {
        return ValueKind<String>.word(among: names).read(field, &scenario).map { StrategySpec(name: $0) }
      }
      guard let members = field.members, members.count == 1 else {
        scenario.report(field, expected: shape.expectation)
        return nil
      }
      let name = members[0].key
      guard let descriptor = descriptors.first(where: { $0.name == name }) else {
        let hint = Spelling.hint(for: name, among: names)
        scenario.report(
          members[0].position, field.keyPath,
          "expected one of \(names.joined(separator: ", ")), found \"\(name)\"\(hint)")
        return nil
      }
      let fields = scenario.members(
        of: field.field(members[0]), keys: descriptor.parameters.map(\.name))
      var values: [String: Double] = [:]
      for parameter in descriptor.parameters {
        guard let field = fields?[parameter.name] else { continue }
        values[parameter.name] = ValueKind<Double>.number(parameter.unit, parameter.range)
          .read(field, &scenario)
      }
      return StrategySpec(name: name, parameters: values)
    }
  }
}

extension ValueKind where Value == [String: NumberOrWord] {
  static var limits: Self {
    let growth = ValueKind<String>.word(among: ["flat", "saturating"])
    let share = ValueKind<Double>.number("a share", 0...1)
    let other = ValueKind<Double>.number("a limit", 0...1e15)
    let shape = Shape(
      expectation: "limits by metric", words: "limits by metric",
      rules: {
        [
          "type": "object", "properties": ["growth": growth.shape.schema],
          "patternProperties": [
            "Bytes$": ValueKind<Int>.memory.shape.schema,
            "^(?!residentOverhead)[A-Za-z]*(Rate|Ratio)$|^prefetch": share.shape.schema,
          ],
          "additionalProperties": ["type": "number", "minimum": 0],
        ]
      })
    return Self(shape: shape) { field, scenario in
      let fields = scenario.members(of: field, keys: ["growth"] + Metric.limitable) ?? [:]
      var limits: [String: NumberOrWord] = [:]
      for (metric, field) in fields {
        if metric == "growth" {
          limits[metric] = growth.read(field, &scenario).map { .word($0) }
        } else if metric.hasSuffix("Bytes") {
          limits[metric] = ValueKind<Int>.memory.read(field, &scenario).map { .number(Double($0)) }
        } else {
          let isShare = Metric.named(metric)?.definition.unit == "rate"
          limits[metric] = (isShare ? share : other).read(field, &scenario).map { .number($0) }
        }
      }
      return limits
    }
  }
}

extension ValueKind where Value == [String] {
  static var gate: Self {
    var words = words(among: GatingMetrics.words)
    words.shape = list(of: .text("a metric"), "metrics") { _ in "" }.shape
    return words
  }
}
