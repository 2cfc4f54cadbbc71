#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension JSONEncoder {
  /// Makes equal values equal bytes: keys sorted, two spaces deep, slashes as they are.
  static var stable: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return encoder
  }
}

extension ResultFile {
  /// The result as JSON: keys sorted, two spaces deep, a line for each column of numbers, so that equal results are
  /// equal bytes.
  ///
  /// - Throws: ``ResultFileError`` if a number is not finite, naming it. Such a number is a fault of the measurement;
  ///   written as `null` it would pass for "nothing to divide by".
  public func json() throws -> String {
    var frame = self
    for index in frame.runs.indices {
      frame.runs[index].timeline = Timeline()
      if frame.runs[index].decodes != nil { frame.runs[index].decodes = DecodeLog() }
    }
    do {
      let text = String(decoding: try JSONEncoder.stable.encode(frame), as: UTF8.self)
      return try ColumnText.place(runs, in: text)
    } catch EncodingError.invalidValue(let value, let context) {
      throw ResultFileError.notFinite(value, at: ResultFileError.keyPath(context.codingPath))
    }
  }

  /// Writes the result, making its folder if need be.
  ///
  /// The file is written beside its place and then moved there, so that a reader finds the old result or the new one,
  /// never half of one.
  ///
  /// - Throws: ``ResultFileError`` if the result holds a number that is not finite, or cannot be written.
  public func write(to path: String) throws {
    try AtomicFile.write(try json() + "\n", to: path, as: "the result")
  }

  /// Reads a result.
  ///
  /// - Throws: ``ResultFileError`` if the file cannot be read, is no result, or has another schema.
  public static func read(path: String) throws -> ResultFile {
    do {
      let file = JSONFile(path: path, kind: "a result file", schema: currentSchema)
      let result = try file.read(
        ResultFile.self,
        advice: JSONFile.Advice(
          empty: "run the scenario again", unreadable: "`scrollsim run` says where it writes its results",
          other: "read it with the version of scrollsim that wrote it, or run the scenario again"))
      try result.checkColumns(path: path)
      return result
    } catch let error as DecodingError {
      throw ResultFileError(path: path, error)
    }
  }

  /// Reports draw columns side by side and rely on it that they are equally long.
  private func checkColumns(path: String) throws {
    for run in runs {
      let groups = [
        ("timeline", run.timeline.columns),
        ("decodes", run.decodes?.columns.filter { !$0.name.hasPrefix("wait") } ?? []),
        ("decodes", run.decodes?.columns.filter { $0.name.hasPrefix("wait") } ?? []),
      ]
      for (name, columns) in groups where Set(columns.map(\.values.count)).count > 1 {
        let counts = columns.map { "\($0.name) \($0.values.count)" }.joined(separator: ", ")
        throw ResultFileError(
          path: path,
          "expected the \(name) of run \(run.id) to have equally long columns, found entries: \(counts); "
            + "run the scenario again")
      }
    }
  }

  /// What went wrong with a file, in words.
  static func words(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    switch error.code {
    case .fileReadNoSuchFile: return "there is none"
    case .fileNoSuchFile: return "there is no such folder"
    case .fileReadNoPermission, .fileWriteNoPermission: return "there is no permission"
    case .fileWriteOutOfSpace: return "the disk is full"
    case .fileWriteFileExists: return "a file stands where a folder is needed"
    default: return "the system refuses (\(error.underlying ?? error))"
    }
  }
}
