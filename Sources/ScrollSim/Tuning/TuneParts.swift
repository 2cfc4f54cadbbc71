internal import GalleryKit

/// The shares of one search's grid, checked to belong together.
package struct TuneParts: Sendable {
  /// The search's options, which all parts share.
  package let options: TuneOptions
  package let scenarios: [TuneScenario]
  package let gridCount: Int
  /// The grid's candidates, in its order.
  package let candidates: [TuneCandidate]

  /// One process's share of a search, and the path of its file.
  package typealias Part = (path: String, file: TuneFile)

  /// Joins the parts, in any order.
  ///
  /// - Throws: ``TuneError`` with the file that does not belong, or the missing parts.
  package init(_ parts: [Part]) throws(TuneError) {
    let ordered = try Self.ordered(
      parts,
      common: [
        "number of shards": { $0.shard.map { "\($0.count)" } ?? "none" },
        "scenarios": { $0.scenarios.map(\.identity).joined(separator: " + ") },
        "libraries": { $0.scenarios.map(\.library.sha256).joined(separator: " + ") },
        "cost tables": {
          $0.scenarios.map { "\($0.costs) (sha256 \($0.costsSHA256))" }.joined(separator: " + ")
        },
        "options": { $0.options.words },
        "grid": { "\($0.gridCount) combinations" },
        "program": { $0.provenance.git ?? "unknown" },
      ])
    let first = ordered[0].file
    var candidates = [TuneCandidate?](repeating: nil, count: first.gridCount)
    for (path, file) in ordered {
      let places = file.shard?.places(in: file.gridCount) ?? []
      guard places.count == file.candidates.count else {
        throw TuneError(
          .missing,
          "\(path): expected \(places.count) candidates, found \(file.candidates.count); "
            + "run shard \(file.shard?.description ?? "") again")
      }
      for (place, candidate) in zip(places, file.candidates) { candidates[place] = candidate }
    }
    options = first.options
    scenarios = first.scenarios
    gridCount = first.gridCount
    self.candidates = candidates.compactMap(\.self)
  }

  /// The parts by the index of their share, complete and each once.
  ///
  /// - Parameters:
  ///   - common: the values in which all parts must agree, by name.
  /// - Throws: ``TuneError`` with the file that does not belong, or the missing parts.
  private static func ordered(
    _ parts: [Part], common: KeyValuePairs<String, (TuneFile) -> String>
  ) throws(TuneError) -> [Part] {
    func notAPart(_ path: String) -> TuneError {
      TuneError(
        .usage, "\(path): expected a part as 'scrollsim tune --shard' writes it, found a whole search")
    }
    guard let first = parts.first else {
      throw TuneError(.usage, "expected the parts of a search, found none")
    }
    guard let count = first.file.shard?.count else { throw notAPart(first.path) }
    var byIndex: [Int: Part] = [:]
    for part in parts {
      guard let own = part.file.shard else { throw notAPart(part.path) }
      for (what, value) in common { try compare(what, of: part, with: first, value) }
      if let twin = byIndex[own.index] {
        throw TuneError(
          .usage,
          "\(part.path): expected each shard once, found \(own) again, which is in \(twin.path); name one")
      }
      byIndex[own.index] = part
    }
    let missing = (1...count).filter { byIndex[$0] == nil }
    guard missing.isEmpty else {
      let names = missing.prefix(10).map { "\($0)/\(count)" }.joined(separator: ", ")
      throw TuneError(
        .missing,
        "expected all \(count) shards, found \(byIndex.count); missing: \(names)"
          + "\(missing.count > 10 ? " and \(missing.count - 10) more" : ""); "
          + "run 'scrollsim tune' with '--shard' for each, and name its file, too")
    }
    return (1...count).compactMap { byIndex[$0] }
  }

  /// Refuses a part that differs from another of its whole.
  private static func compare(
    _ what: String, of part: Part, with first: Part, _ value: (TuneFile) -> String
  ) throws(TuneError) {
    let (expected, found) = (value(first.file), value(part.file))
    guard expected != found else { return }
    throw TuneError(
      .notComparable,
      "\(part.path): expected the \(what) of \(first.path), \(expected), found \(found); "
        + "run its shard again with the same options, files and program")
  }

  /// Checks that the parts belong to a search that is about to be finished.
  ///
  /// - Throws: ``TuneError`` that names the difference.
  package func check(settings: [TuneScenario], grid: [Combination]) throws(TuneError) {
    for (part, here) in zip(scenarios, settings) {
      func check(_ what: String, _ expected: String, _ found: String) throws(TuneError) {
        guard expected != found else { return }
        throw TuneError(
          .notComparable,
          "\(part.path): expected the \(what) that the parts were made with, \(expected), found \(found)")
      }
      try check("scenario", part.identity, here.identity)
      try check("library", part.library.sha256, here.library.sha256)
      try check(
        "cost table", "\(part.costs) (sha256 \(part.costsSHA256))",
        "\(here.costs) (sha256 \(here.costsSHA256))")
    }
    guard grid == candidates.map(\.combination) else {
      throw TuneError(
        .notComparable,
        "expected parts of the grid that this program makes, found those of another; "
          + "use the version of scrollsim that wrote them")
    }
  }
}

extension TuneScenario {
  var identity: String {
    "\(scenario.name) (sha256 \(scenario.sha256), seed \(scenario.seed))"
  }
}

extension TuneOptions {
  /// The options in a line, to show differences.
  fileprivate var words: String {
    let choices = Axis.allCases.compactMap { axis in
      axes[axis].map { "\(axis.list) \($0.joined(separator: " "))" }
    }
    return "budget \(memoryBudgetBytes) bytes, \(combinations) combinations, "
      + "strategies \(strategies.map(\.argument).joined(separator: " ")), \(choices.joined(separator: ", ")), "
      + "costs \(costs ?? "of the scenarios"), seed \(seed.map { "\($0)" } ?? "of the scenarios")"
  }
}

extension TuneShard {
  /// The share's places in a grid: every `count`th, so that shares take equally long.
  package func places(in gridCount: Int) -> [Int] { Array(stride(from: index - 1, to: gridCount, by: count)) }
}

/// The reason that a search cannot be made, or that its parts cannot be joined.
package struct TuneError: Error, Hashable, CustomStringConvertible {
  /// The kind of error.
  package enum Kind: Hashable, Sendable {
    /// The request makes no sense.
    case usage
    /// The parts are not of one search.
    case notComparable
    /// A part is missing.
    case missing
  }

  package let kind: Kind
  /// The expectation, the finding and the remedy.
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// The refusal of a scenario without any load, in which every strategy is as good as any other.
  static func nothingArrives(in result: ResultFile, at path: String) -> TuneError {
    let reasons = result.traceNotes ?? []
    return TuneError(
      .usage,
      "\(path): expected a trace that brings photos on screen, found none"
        + (reasons.isEmpty ? "; let it go farther" : ": \(reasons.joined(separator: "; "))"))
  }

  static func unknown(_ key: String, _ word: String) -> TuneError {
    TuneError(
      .notComparable,
      "options.\(key): expected what this program has, found '\(word)'; "
        + "use the version of scrollsim that wrote the part")
  }
}
