package import GalleryKit

/// Reads scenario files.
package enum ScenarioFile {
  /// Whether a text can name a scenario, and so files and runs: at most 64 letters, digits and hyphens.
  package static func isName(_ text: String) -> Bool {
    (1...64).contains(text.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// Reads and validates the file.
  ///
  /// - Parameters:
  ///   - path: the file, or the name of a shipped scenario where there is no such file; a recording or library that it
  ///     names by a relative path lies beside it.
  ///   - folder: photos to use instead of the file's library.
  ///   - vocabulary: the strategies and metrics that the file may name.
  /// - Throws: ``ScenarioError`` with all problems of the file, or the first one if it is not JSON.
  package static func read(
    path: String, library folder: String? = nil, vocabulary: ScenarioVocabulary = .current
  ) throws(ScenarioError) -> Scenario {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.bytes(path: path)
    } catch {
      guard !InputFile.isFile(path: path), let shipped = ShippedScenarios.file(named: path) else {
        let names = ShippedScenarios.names
        let hint = Spelling.hint(for: path.replacing(".json", with: ""), among: names)
        let advice =
          path.contains("/") ? "" : "; shipped scenarios are \(names.joined(separator: ", "))\(hint)"
        let message = "cannot be read: \(error.reason)\(advice)"
        throw ScenarioError(
          path: path, problems: [.init(line: nil, column: nil, keyPath: "", message: message)],
          isUnreadable: !isName(path))
      }
      bytes = shipped
    }
    return try parse(bytes, path: path, library: folder, vocabulary: vocabulary)
  }

  /// Reads and validates a file's bytes; relative paths start at `path`, and errors name it.
  package static func parse(
    _ bytes: [UInt8], path: String, library folder: String? = nil, vocabulary: ScenarioVocabulary = .current
  ) throws(ScenarioError) -> Scenario {
    let node: JSONNode
    do {
      node = try JSONParser.parse(bytes)
    } catch {
      let problem = ScenarioError.Problem(
        line: error.position.line, column: error.position.column, keyPath: "", message: error.message)
      throw ScenarioError(path: path, problems: [problem])
    }
    var reader = ScenarioReader(path: path, vocabulary: vocabulary, folder: folder)
    return try reader.read(node, sha256: SHA256.hex(of: bytes))
  }
}

/// The names that scenarios may use in comparisons and limits.
package struct ScenarioVocabulary: Sendable {
  /// Caching strategies with their parameters.
  package var strategies: [StrategyDescriptor]
  /// Metrics that can be limited by a number.
  package var metrics = Metric.limitable

  /// The names that this version of the program knows.
  package static let current = ScenarioVocabulary(strategies: ComparedStrategies.all.map { $0.descriptor })
}
