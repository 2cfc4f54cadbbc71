internal import GalleryKit

package enum ScenarioFile {
  /// Whether a text can name a scenario, and so files and runs: at most 64 letters, digits and hyphens.
  package static func isName(_ text: String) -> Bool {
    (1...64).contains(text.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }

  /// Reads and validates the file or, if there is none, the shipped scenario of that name; relative paths in
  /// it start from its folder.
  ///
  /// - Parameter folder: photos to use instead of the file's library.
  /// - Throws: ``ScenarioError`` with all problems of the file, or the first one if it is not JSON.
  package static func read(path: String, library folder: String? = nil) throws(ScenarioError) -> Scenario {
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
          path: path, problems: [.init(message: message)], isUnreadable: !isName(path))
      }
      bytes = shipped
    }
    return try parse(bytes, path: path, library: folder)
  }

  /// Reads and validates a file's bytes; relative paths start at `path`, and errors name it.
  package static func parse(
    _ bytes: [UInt8], path: String, library folder: String? = nil
  ) throws(ScenarioError) -> Scenario {
    let node: JSONNode
    do {
      node = try JSONParser.parse(bytes)
    } catch {
      throw ScenarioError(
        path: path,
        problems: [.init(line: error.position.line, column: error.position.column, message: error.message)])
    }
    var reader = ScenarioReader(path: path, folder: folder)
    return try reader.read(node, sha256: SHA256.hex(of: bytes))
  }
}

/// The scenarios that come with the program, and their schema: the files in `scenarios`, embedded.
package enum ShippedScenarios {
  private static let files: KeyValuePairs<String, [UInt8]> = [
    "browse": PackageResources.browse_json,
    "changes": PackageResources.changes_json,
    "fling": PackageResources.fling_json,
    "growth": PackageResources.growth_json,
    "libraries": PackageResources.libraries_json,
    "orders": PackageResources.orders_json,
    "remote": PackageResources.remote_json,
    "resize-modes": PackageResources.resize_modes_json,
    "scrub": PackageResources.scrub_json,
    "session": PackageResources.session_json,
    "settle": PackageResources.settle_json,
    "turn": PackageResources.turn_json,
    "visits": PackageResources.visits_json,
  ]

  package static let names = files.map(\.key)

  /// The file of that name, with or without `.json`; `nil` if there is none.
  package static func file(named name: String) -> [UInt8]? {
    files.first { name == $0.key || name == "\($0.key).json" }?.value
  }
}

package struct ScenarioError: Error, Hashable {
  package struct Problem: Hashable, Sendable {
    /// The line of the file, from 1; `nil` if the file as a whole cannot be read.
    package var line: Int?
    /// The column in characters, from 1.
    package var column: Int?
    /// The place in the scenario, as in `trace.gestures[2].fling`; empty for the whole.
    package var keyPath = ""
    package var message: String
  }

  package var path: String
  /// At least one problem, in the file's order.
  package var problems: [Problem]
  /// Whether the file is at fault, and not its content, or the name of a shipped scenario.
  package var isUnreadable = false
}

extension ScenarioError: CustomStringConvertible {
  /// One line a problem, ready for people: `fling.json:12:5: device.memoryBudget: expected …, found …`.
  package var description: String {
    problems
      .map { problem in
        let position = [problem.line, problem.column].compactMap { $0.map { ":\($0)" } }.joined()
        let keyPath = problem.keyPath.isEmpty ? "" : "\(problem.keyPath): "
        return "\(path)\(position): \(keyPath)\(problem.message)"
      }
      .joined(separator: "\n")
  }
}
