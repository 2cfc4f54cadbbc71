package import BenchReport
internal import GalleryKit

/// The shares of one search's grid, checked to belong together.
package struct TuneParts: Sendable {
  /// The search's options, which all parts share.
  package let options: TuneOptions
  package let scenarios: [TuneScenario]
  package let gridCount: Int
  /// The grid's candidates, in its order.
  package let candidates: [TuneCandidate]

  /// Joins the parts, in any order.
  ///
  /// - Throws: ``TuneError`` with the file that does not belong, or the missing parts.
  package init(_ parts: [ShardPart<TuneFile>]) throws(TuneError) {
    let ordered = try ShardParts.ordered(
      parts, of: "search", by: "scrollsim tune", shard: \.shard,
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
