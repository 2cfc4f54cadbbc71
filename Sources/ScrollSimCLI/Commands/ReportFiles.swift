internal import ScrollSim

/// The parts of a report among the files of a command line: often all of a folder, as `results/local/*.json`.
struct ReportFiles {
  private(set) var results: [ResultFile] = []
  /// The search among them, if it is the only one.
  private(set) var search: AdviceFile?
  /// The record of fidelity among them, if it is the only one.
  private(set) var fidelity: FidelityFile?

  /// Reads the files.
  ///
  /// A single file must be a result or a search; among several, the ones that are no part of a report are skipped, with a
  /// message on standard error.
  ///
  /// - Parameters:
  ///   - takesExtras: whether the report has room for a search and for fidelity.
  ///   - takesSearch: whether a single file may be a search.
  /// - Throws: an exit code, after a message with the broken file or the missing result.
  init(_ words: [String], in folder: ResultFolder, takesExtras: Bool, takesSearch: Bool) throws {
    let paths = try words.map(folder.find)
    guard paths.count > 1 else {
      for path in paths {
        switch try Exit.onFailure({ try AnyStoredFile.read(path: path) }) {
        case .result(let result): results = [result]
        case .search(let file) where takesSearch: search = file
        case .search, .fidelity, .other: results = [try Exit.onFailure { try ResultFile.read(path: path) }]
        }
      }
      return
    }
    var searches: [(path: String, file: AdviceFile)] = []
    var fidelities: [(path: String, file: FidelityFile)] = []
    for path in paths {
      let file = try Exit.onFailure { try AnyStoredFile.read(path: path) }
      if path.hasSuffix(".partial.json") {
        Self.passOver(path, "it was interrupted")
        continue
      }
      switch file {
      case .result(let result): results.append(result)
      case .search(let file) where file.shard != nil: Self.passOver(path, "it is a share of a search")
      case .search(let file) where takesExtras: searches.append((path, file))
      case .fidelity(let file) where takesExtras: fidelities.append((path, file))
      case .search, .fidelity: Self.passOver(path, "this format holds runs alone")
      case .other(let schema): Self.passOver(path, "\(schema) is no part of a report")
      }
    }
    guard !results.isEmpty else {
      throw Exit.because("expected a whole result of 'scrollsim run' among \(paths.count) files, found none")
    }
    search = Self.only(searches, option: "--advice")
    fidelity = Self.only(fidelities, option: "--fidelity")
  }

  private static func passOver(_ path: String, _ reason: String) {
    Terminal.writeError("\(path): passed over: \(reason)")
  }

  /// The only file of its kind; `nil` if there are several, since it is not known which is meant.
  private static func only<File>(_ files: [(path: String, file: File)], option: String) -> File? {
    if files.count == 1 { return files[0].file }
    for file in files { passOver(file.path, "it is one of \(files.count); name one with '\(option)'") }
    return nil
  }
}
