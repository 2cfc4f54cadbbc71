/// A record that a command makes and leaves in its output folder, at an ``OutputPlace``.
package protocol OutputRecord: StoredFile, Equatable {
  /// The machine, the time and the program of the record.
  var provenance: Provenance { get set }
  /// Whether everything requested was tried, with any outcome.
  var isWhole: Bool { get }
  /// The differences from an earlier record besides figures, a word each, for a file's name.
  func differences(from earlier: Self) -> [String]
}

extension OutputRecord {
  /// `true`, as most records are always whole.
  package var isWhole: Bool { true }

  static func words(_ differences: KeyValuePairs<String, Bool>) -> [String] {
    differences.filter(\.value).map(\.key)
  }
}

extension ResultFile: OutputRecord {
  /// Whether every run has ended; a run that crashed, timed out or ran out of memory has ended.
  package var isWhole: Bool { runs.allSatisfy { $0.status != .notRun } }

  /// The differences in scenario, library, strategies, options, costs, seed, iterations, machine and program.
  package func differences(from earlier: ResultFile) -> [String] {
    func strategies(_ result: ResultFile) -> Set<[String: [String: Double]]> {
      Set(result.runs.map { [$0.combination.name: $0.combination.parameters] })
    }
    func options(_ result: ResultFile) -> Set<[String]> {
      // A reference may have its own order.
      Set(result.runs.map(\.combination).filter { !$0.isReference }.map(\.options))
    }
    let differing = Set(ResultDifference.all(from: earlier, to: self).map(\.word))
    return Self.words([
      "scenario": differing.contains(.scenario), "library": differing.contains(.library),
      "strategies": strategies(earlier) != strategies(self), "options": options(earlier) != options(self),
      "costs": differing.contains(.costs), "seed": differing.contains(.seed),
      "iterations": Set(earlier.runs.map(\.iteration)) != Set(runs.map(\.iteration)),
      "machine": differing.contains(.machine), "program": differing.contains(.program),
    ])
  }
}

extension AdviceFile: OutputRecord {
  package var isWhole: Bool { plannedCount == nil }

  /// The differences in scenario, library, strategies, budget, costs, loads, options and program.
  package func differences(from earlier: AdviceFile) -> [String] {
    func differ<Value: Equatable>(_ value: (AdviceFile) -> Value) -> Bool { value(earlier) != value(self) }
    return Self.words([
      "scenario": differ { $0.scenarios.map(\.scenario.sha256) },
      "library": differ { $0.scenarios.map(\.library.sha256) },
      "strategies": differ { $0.options.strategies },
      "budget": differ { $0.options.memoryBudgetBytes },
      "costs": differ { $0.scenarios.map(\.costs.sha256) },
      "loads": differ { $0.options.loads },
      "options": differ { file in
        var options = file.options
        (options.strategies, options.memoryBudgetBytes, options.costs, options.loads) = ([], 0, nil, [])
        return options
      },
      "program": differ(\.provenance.git),
    ])
  }
}

extension FidelityFile: OutputRecord {
  /// Whether every scenario was run in both modes.
  package var isWhole: Bool { interruption == nil }

  /// The differences in libraries, strategies, costs, iterations and program.
  package func differences(from earlier: FidelityFile) -> [String] {
    func differs<Value: Hashable>(_ value: (Situation) -> [Value]) -> Bool {
      Set(earlier.situations.flatMap(value)) != Set(situations.flatMap(value))
    }
    return Self.words([
      "libraries": differs { [$0.library.sha256] },
      "strategies": differs { $0.metrics.flatMap { $0.runs.map(\.id) } }, "costs": earlier.costs != costs,
      "iterations": differs { [$0.iterations] }, "program": earlier.provenance.git != provenance.git,
    ])
  }
}

extension AppFidelityFile: OutputRecord {
  /// Whether every run to compare the logs with was made.
  package var isWhole: Bool { interruption == nil }

  /// The differences in scenario, library, strategies, costs and program.
  package func differences(from earlier: AppFidelityFile) -> [String] {
    Self.words([
      "scenario": earlier.scenario.sha256 != scenario.sha256,
      "library": earlier.library.sha256 != library.sha256,
      "strategies": earlier.runs.map(\.id) != runs.map(\.id), "costs": earlier.costs != costs,
      "program": earlier.provenance.git != provenance.git,
    ])
  }
}
