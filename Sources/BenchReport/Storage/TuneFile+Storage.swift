#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension TuneFile {
  /// The search as JSON: keys sorted, two spaces deep, so that equal searches are equal bytes.
  ///
  /// - Throws: ``ResultFileError`` if a number is not finite, naming it.
  public func json() throws -> String {
    do {
      return String(decoding: try JSONEncoder.stable.encode(self), as: UTF8.self)
    } catch EncodingError.invalidValue(let value, let context) {
      throw ResultFileError(
        path: nil, at: context.codingPath,
        "expected a finite number, found \(value); the measurement is at fault")
    }
  }

  /// Writes the search, making its folder if need be; a reader finds the old file or the new one.
  ///
  /// - Throws: ``ResultFileError`` if the search holds a number that is not finite, or cannot be written.
  public func write(to path: String) throws {
    try AtomicFile.write(try json() + "\n", to: path, as: "the search")
  }

  /// Reads a search, or a share of one.
  ///
  /// - Throws: ``ResultFileError`` if the file cannot be read, is no search, or has another schema.
  public static func read(path: String) throws -> TuneFile {
    do {
      let file = try JSONFile(
        path: path, kind: "a file that 'scrollsim tune' wrote", schema: currentSchema
      ).read(
        TuneFile.self,
        advice: JSONFile.Advice(
          empty: "run it again", unreadable: "check the path",
          other: "name a file that 'scrollsim tune' wrote"))
      if let problem = file.problem { throw ResultFileError(path: path, problem) }
      return file
    } catch let error as DecodingError {
      throw ResultFileError(path: path, error)
    }
  }

  /// The first figure that cannot be, in words; whoever reads the file relies on the others.
  private var problem: String? {
    func expected(_ what: String, _ found: Any) -> String {
      "expected \(what), found \(found); run 'scrollsim tune' again"
    }
    if let shard, !(1...10_000).contains(shard.count) || !(1...shard.count).contains(shard.index) {
      return expected("shard to be one of 1 to 10000", shard)
    }
    if !(0...1_000_000).contains(gridCount) { return expected("gridCount from 0 to 1000000", gridCount) }
    if scenarios.isEmpty { return expected("scenarios", "none") }
    if options.memoryBudgetBytes < 1 {
      return expected("options.memoryBudgetBytes above 0", options.memoryBudgetBytes)
    }
    if !(1...1_000_000).contains(options.combinations) {
      return expected("options.combinations from 1 to 1000000", options.combinations)
    }
    if shard == nil && isWhole && candidates.count < gridCount {
      return expected("at least \(gridCount) candidates", candidates.count)
    }
    let places =
      (outcome?.front ?? []) + [outcome?.knee, outcome?.recommendation?.candidate].compactMap(\.self)
    if let place = places.first(where: { !candidates.indices.contains($0) }) {
      return expected("outcome to name candidates by their places", place)
    }
    return nil
  }
}
