/// What a command measures and leaves in its output folder, at an ``OutputPlace``.
public protocol OutputRecord: StoredFile, Equatable {
  /// Where, when and by what it was made.
  var provenance: Provenance { get set }
  /// Whether all that was asked for was tried, whatever came of it.
  var isWhole: Bool { get }
  /// What differs from an earlier record besides figures, a word each, for a file's name.
  func differences(from earlier: Self) -> [String]
}

extension OutputRecord {
  /// There is no half of most; a share of a survey is whole as such.
  public var isWhole: Bool { true }

  /// Whether both are the same but for where, when and by what they were made.
  func saysTheSame(as other: Self) -> Bool {
    var copy = other
    copy.provenance = provenance
    return self == copy
  }

  /// The words that apply.
  static func words(_ differences: KeyValuePairs<String, Bool>) -> [String] {
    differences.filter(\.value).map(\.key)
  }
}

extension ResultFile: OutputRecord {
  /// Whether every run has ended; one that crashed, took too long or ran out of memory has.
  public var isWhole: Bool { runs.allSatisfy { $0.status != .notRun } }

  /// Of scenario, library, strategies, options, costs, seed, iterations, machine and program, those that differ.
  public func differences(from earlier: ResultFile) -> [String] {
    func strategies(_ result: ResultFile) -> Set<[String: [String: Double]]> {
      Set(result.runs.map { [$0.combination.name: $0.combination.parameters] })
    }
    func options(_ result: ResultFile) -> Set<[String]> {
      // A reference may have an order of its own.
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

extension TuneFile: OutputRecord {
  /// Whether the search came to its end.
  public var isWhole: Bool { plannedCount == nil }

  /// Of scenario, library, strategies, budget, costs, options and program, those that differ.
  public func differences(from earlier: TuneFile) -> [String] {
    func differ<Value: Equatable>(_ value: (TuneFile) -> Value) -> Bool { value(earlier) != value(self) }
    return Self.words([
      "scenario": differ { $0.scenarios.map(\.scenario.sha256) },
      "library": differ { $0.scenarios.map(\.library.sha256) },
      "strategies": differ { $0.options.strategies },
      "budget": differ { $0.options.memoryBudgetBytes },
      "costs": differ { $0.scenarios.map(\.costsSHA256) },
      "options": differ { file in
        var options = file.options
        (options.strategies, options.memoryBudgetBytes, options.costs) = ([], 0, nil)
        return options
      },
      "program": differ(\.provenance.git),
    ])
  }
}

extension SweepFile: OutputRecord {
  /// Of scenario, library, strategies, loads, costs and program, those that differ.
  public func differences(from earlier: SweepFile) -> [String] {
    func combinations(_ file: SweepFile) -> Set<Combination> {
      Set(file.levels.flatMap(\.rows).map(\.combination))
    }
    return Self.words([
      "scenario": earlier.scenario != scenario, "library": earlier.library.sha256 != library.sha256,
      "strategies": combinations(earlier) != combinations(self),
      "loads": earlier.levels.map(\.load) != levels.map(\.load), "costs": earlier.costs != costs,
      "program": earlier.provenance.git != provenance.git,
    ])
  }
}

extension SurveyFile: OutputRecord {
  /// Of scenario, strategies, situations and program, those that differ.
  public func differences(from earlier: SurveyFile) -> [String] {
    func situations(_ file: SurveyFile) -> [SurveyFile.Situation] {
      file.situations.map { situation in
        var situation = situation
        (situation.figures, situation.bound, situation.plain) = ([:], nil, nil)
        return situation
      }
    }
    return Self.words([
      "scenario": earlier.scenarios != scenarios, "strategies": earlier.combinations != combinations,
      "situations": situations(earlier) != situations(self),
      "program": earlier.provenance.git != provenance.git,
    ])
  }
}

extension FidelityFile: OutputRecord {
  /// Whether every scenario was run in both modes.
  public var isWhole: Bool { interruption == nil }

  /// Of libraries, strategies, costs, iterations and program, those that differ.
  public func differences(from earlier: FidelityFile) -> [String] {
    func all<Value: Hashable>(_ value: (Situation) -> [Value], in file: FidelityFile) -> Set<Value> {
      Set(file.situations.flatMap(value))
    }
    func differs<Value: Hashable>(_ value: (Situation) -> [Value]) -> Bool {
      all(value, in: earlier) != all(value, in: self)
    }
    return Self.words([
      "libraries": differs { [$0.library.sha256] },
      "strategies": differs { $0.metrics.flatMap { $0.runs.map(\.id) } }, "costs": earlier.costs != costs,
      "iterations": differs { [$0.iterations] }, "program": earlier.provenance.git != provenance.git,
    ])
  }
}

extension AppFidelityFile: OutputRecord {
  /// Whether everything was run that the logs are held to.
  public var isWhole: Bool { interruption == nil }

  /// Of scenario, library, strategies, costs and program, those that differ.
  public func differences(from earlier: AppFidelityFile) -> [String] {
    Self.words([
      "scenario": earlier.scenario.sha256 != scenario.sha256,
      "library": earlier.library.sha256 != library.sha256,
      "strategies": earlier.runs.map(\.id) != runs.map(\.id), "costs": earlier.costs != costs,
      "program": earlier.provenance.git != provenance.git,
    ])
  }
}

extension NoiseFile: OutputRecord {
  /// Of strategies, iterations and program, those that differ.
  public func differences(from earlier: NoiseFile) -> [String] {
    Self.words([
      "strategies": Set(earlier.metrics.map(\.run)) != Set(metrics.map(\.run)),
      "iterations": earlier.repeats != repeats, "program": earlier.provenance.git != provenance.git,
    ])
  }
}
