package import BenchReport

extension SurveyFile {
  /// Joins the shares of one survey, in any order.
  ///
  /// - Throws: ``TuneError`` with the file that does not belong, or the missing parts.
  package init(joining parts: [ShardPart<SurveyFile>]) throws(TuneError) {
    let ordered = try ShardParts.ordered(
      parts, of: "survey", by: "scrollsim sweep --survey", shard: \.shard,
      common: [
        "name": { $0.name },
        "number of shards": { $0.shard.map { "\($0.count)" } ?? "none" },
        "scenarios": { $0.scenarios.map(\.identity).joined(separator: " + ") },
        "libraries": { $0.scenarios.map(\.library.sha256).joined(separator: " + ") },
        "cost tables": { $0.scenarios.map(\.costsSHA256).joined(separator: " + ") },
        "combinations": {
          $0.combinations.map { "\($0.label)/\($0[.order] ?? "")" }.joined(separator: " ")
        },
        "loads": { Set($0.situations.map(\.load)).sorted().description },
        "program": { $0.provenance.git ?? "unknown" },
      ])
    let files = ordered.map(\.file)
    let loads = Set(files[0].situations.map(\.load)).count
    let grids = files.map(\.situations.count).reduce(0, +) / max(1, loads)
    for (path, file) in ordered {
      let expected = (file.shard?.places(in: grids).count ?? 0) * loads
      guard file.situations.count == expected else {
        throw TuneError(
          .missing, "\(path): expected \(expected) situations, found \(file.situations.count); run it again")
      }
    }
    self = files[0]
    shard = nil
    situations = (0..<grids).flatMap { grid in
      let start = grid / files.count * loads
      return files[grid % files.count].situations[start..<start + loads]
    }
  }
}
