/// The shares of one search's grid, checked to belong together.
package struct Shards: Sendable {
  package let options: AdviceOptions
  package let scenarios: [AdviceScenario]
  package let candidates: [Candidate]

  package typealias Part = (path: String, file: AdviceFile)

  /// Joins the shares, in any order; throws an error that names the file that does not belong, or the missing
  /// shares.
  package init(_ parts: [Part]) throws(AdviceError) {
    guard let first = parts.first else {
      throw AdviceError(.usage, "expected the shares of a search, found none")
    }
    var byIndex: [Int: Part] = [:]
    for part in parts {
      guard let own = part.file.shard else {
        throw AdviceError(
          .usage,
          "\(part.path): expected a share as 'scrollsim advise --shard' writes it, found a whole search")
      }
      for (expected, found) in zip(first.file.identity, part.file.identity) where expected != found {
        throw AdviceError(
          .notComparable,
          "\(part.path): expected the \(expected.what) of \(first.path), \(expected.value), found \(found.value); "
            + "run its shard again with the same options, files and program")
      }
      if let twin = byIndex.updateValue(part, forKey: own.index) {
        throw AdviceError(
          .usage,
          "\(part.path): expected each shard once, found \(own) again, which is in \(twin.path); name one")
      }
    }
    let count = first.file.shard?.count ?? 0
    let missing = (1...count).filter { byIndex[$0] == nil }
    guard missing.isEmpty else {
      throw AdviceError(
        .missing,
        "expected all \(count) shards, found \(byIndex.count); missing: "
          + "\(missing.map { "\($0)/\(count)" }.listed(most: 10)); "
          + "run 'scrollsim advise' with '--shard' for each, and name its file, too")
    }
    var candidates = [Candidate?](repeating: nil, count: first.file.gridCount)
    for (path, file) in byIndex.sorted(by: { $0.key < $1.key }).map(\.value) {
      let places = file.shard?.places(in: file.gridCount) ?? []
      guard places.count == file.candidates.count else {
        throw AdviceError(
          .missing,
          "\(path): expected \(places.count) candidates, found \(file.candidates.count); "
            + "run shard \(file.shard?.description ?? "") again")
      }
      for (place, candidate) in zip(places, file.candidates) { candidates[place] = candidate }
    }
    (options, scenarios) = (first.file.options, first.file.scenarios)
    self.candidates = candidates.compactMap(\.self)
  }

  /// - Throws: ``AdviceError`` that names how the shares differ from a search that is about to be finished.
  package func check(_ search: Search) throws(AdviceError) {
    for (part, here) in zip(scenarios, search.scenarios) {
      for (expected, found) in zip(part.identity, here.identity) where expected != found {
        throw AdviceError(
          .notComparable,
          "\(part.path): expected the \(expected.what) that the shares were made with, \(expected.value), "
            + "found \(found.value)")
      }
    }
    guard search.grid == candidates.map(\.combination) else {
      throw AdviceError(
        .notComparable,
        "expected shares of the grid that this program makes, found those of another; "
          + "use the version of scrollsim that wrote them")
    }
  }
}

extension AdviceFile {
  fileprivate var identity: [(what: String, value: String)] {
    func all(_ place: Int) -> String { scenarios.map { $0.identity[place].value }.joined(separator: " + ") }
    return [
      ("number of shards", shard.map { "\($0.count)" } ?? "none"), ("scenarios", all(0)),
      ("libraries", all(1)),
      ("cost tables", all(2)), ("options", options.words), ("grid", "\(gridCount) combinations"),
      ("program", provenance.git ?? "unknown"),
    ]
  }
}

extension AdviceScenario {
  fileprivate var identity: [(what: String, value: String)] {
    [
      ("scenario", "\(scenario.name) (sha256 \(scenario.sha256), seed \(scenario.seed))"),
      ("library", library.sha256), ("cost table", "\(costs.name) (sha256 \(costs.sha256))"),
    ]
  }
}

extension AdviceOptions {
  fileprivate var words: String {
    let choices = choices.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.joined(separator: " "))" }
    let trials = (comparesEvery ? " of all" : "") + (varies ? "" : ", no variations")
    return "budget \(memoryBudgetBytes) bytes, \(combinations.map { "\($0) combinations" } ?? "defaults"), "
      + "strategies \(strategies.map(\.argument).joined(separator: " ")), \(choices.joined(separator: ", ")), "
      + "costs \(costs ?? "of the scenarios"), seed \(seed.map { "\($0)" } ?? "of the scenarios"), "
      + "loads \(loads.map(Figure.plain).joined(separator: " "))\(trials)"
  }
}

/// The reason that a search cannot be made, or that its shares cannot be joined.
package struct AdviceError: Error, Hashable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    case usage, notComparable, missing
  }

  package let kind: Kind
  package let description: String

  package init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

  /// The error for a scenario without any load, in which every strategy is as good as any other.
  static func nothingArrives(in result: ResultFile, at path: String) -> AdviceError {
    let reasons = result.traceNotes ?? []
    return AdviceError(
      .usage,
      "\(path): expected a trace that brings photos on screen, found none"
        + (reasons.isEmpty ? "; let it go farther" : ": \(reasons.joined(separator: "; "))"))
  }

  static func unknown(_ key: String, _ word: String) -> AdviceError {
    AdviceError(
      .notComparable,
      "options.\(key): expected what this program has, found '\(word)'; "
        + "use the version of scrollsim that wrote the share")
  }
}
