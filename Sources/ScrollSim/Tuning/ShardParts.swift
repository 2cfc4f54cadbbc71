internal import BenchReport

/// One process's share of a whole, and the path of its file.
package typealias ShardPart<File> = (path: String, file: File)

/// Puts the shares of one whole in order.
enum ShardParts {
  /// The parts by the index of their share, complete and each once.
  ///
  /// - Parameters:
  ///   - whole: the name of the whole, such as `search`.
  ///   - command: the command that writes the parts.
  ///   - common: the values in which all parts must agree, by name.
  /// - Throws: ``TuneError`` with the file that does not belong, or the missing parts.
  static func ordered<File>(
    _ parts: [ShardPart<File>], of whole: String, by command: String, shard: (File) -> TuneShard?,
    common: KeyValuePairs<String, (File) -> String>
  ) throws(TuneError) -> [ShardPart<File>] {
    func notAPart(_ path: String) -> TuneError {
      TuneError(.usage, "\(path): expected a part as '\(command) --shard' writes it, found a whole \(whole)")
    }
    guard let first = parts.first else {
      throw TuneError(.usage, "expected the parts of a \(whole), found none")
    }
    guard let count = shard(first.file)?.count else { throw notAPart(first.path) }
    var byIndex: [Int: ShardPart<File>] = [:]
    for part in parts {
      guard let own = shard(part.file) else { throw notAPart(part.path) }
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
          + "run '\(command)' with '--shard' for each, and name its file, too")
    }
    return (1...count).compactMap { byIndex[$0] }
  }

  /// Refuses a part that differs from another of its whole.
  private static func compare<File>(
    _ what: String, of part: ShardPart<File>, with first: ShardPart<File>, _ value: (File) -> String
  ) throws(TuneError) {
    let (expected, found) = (value(first.file), value(part.file))
    guard expected != found else { return }
    throw TuneError(
      .notComparable,
      "\(part.path): expected the \(what) of \(first.path), \(expected), found \(found); "
        + "run its shard again with the same options, files and program")
  }
}
