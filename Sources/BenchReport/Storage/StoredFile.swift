/// A file of this program, whichever it is: for commands that take all files of a folder.
public enum StoredFile: Sendable {
  /// What `run` and `check` leave.
  case result(ResultFile)
  /// What `tune` and `merge` leave.
  case search(TuneFile)
  /// What `validate` leaves.
  case fidelity(FidelityFile)
  /// Another file of this program, by the mark of its schema, as in `scrollsim.check/1`.
  case other(schema: String)

  /// Reads a file.
  ///
  /// - Throws: ``ResultFileError`` if it cannot be read, is no file of this program, or holds a result, a search or a
  ///   record of fidelity that this version cannot read.
  public static func read(path: String) throws -> StoredFile {
    let schema = JSONFile.schema(of: path) ?? ""
    func isVersion(of current: String) -> Bool {
      schema.split(separator: "/").first == current.split(separator: "/").first
    }
    if isVersion(of: TuneFile.currentSchema) { return .search(try TuneFile.read(path: path)) }
    if isVersion(of: FidelityFile.currentSchema) { return .fidelity(try FidelityFile.read(path: path)) }
    if schema.hasPrefix("scrollsim."), !isVersion(of: ResultFile.currentSchema) {
      return .other(schema: schema)
    }
    // What is no file of ours is refused as what was expected, a result.
    return .result(try ResultFile.read(path: path))
  }
}
