internal import Foundation
internal import Support

/// A file that this program keeps: JSON with the mark of its schema.
package protocol StoredFile: Codable, Sendable {
  /// The mark that this version writes and reads, as in `scrollsim.result/1`.
  static var currentSchema: String { get }
  /// The file's name and the remedies for one that cannot be read.
  static var kind: StoredFileKind { get }
  /// A violated assumption of readers, as in `expected scenarios, found none`; `nil` by default.
  var problem: String? { get }
  /// The file as JSON with sorted keys, so that equal values are equal bytes and a change shows in few lines.
  func json() throws -> String
}

/// A kind of file in words for errors: its name with its article, and the remedies for one that cannot be opened, is of another
/// kind, has another version's schema, or is empty or has the wrong content.
package struct StoredFileKind: Sendable {
  let name: String
  let unreadable: String
  let otherKind: String
  let otherSchema: String
  let broken: String
}

extension StoredFileKind {
  init(_ name: String, of command: String) {
    let other = "name a file that '\(command)' wrote"
    self.init(
      name: name, unreadable: "check the path", otherKind: other, otherSchema: other,
      broken: "run '\(command)' again")
  }
}

extension StoredFile {
  package var problem: String? { nil }

  /// Whether a schema is that of any version of this kind of file.
  fileprivate static func isVersion(_ schema: String) -> Bool {
    schema.split(separator: "/").first == currentSchema.split(separator: "/").first
  }

  /// The file as JSON with sorted keys and two-space indentation.
  ///
  /// A number that is not finite is a fault of the measurement, and an error: `null` would pass for "nothing to divide by".
  package func json() throws -> String { try stableJSON() }

  /// Writes the file and creates its folder if necessary; a reader finds the old file or the new one, never half of one.
  package func write(to path: String) throws {
    let text = try json() + "\n"
    do {
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      try OutputFile(path).write([UInt8](text.utf8))
    } catch {
      throw ResultFileError(unwritable: path, as: Self.kind.name, error)
    }
  }

  /// Reads a file; a ``ResultFileError`` says what is wrong with it.
  package static func read(path: String) throws -> Self {
    // This check comes first, because Foundation leaks a page when it reads an empty file.
    guard !SchemaMark.isEmpty(path) else {
      throw ResultFileError(path: path, "expected \(kind.name), found an empty file; \(kind.broken)")
    }
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw ResultFileError(
        .system, path: path, "expected \(kind.name), but \(ResultFileError.words(error)); \(kind.unreadable)")
    }
    do {
      let found = try JSONDecoder().decode(SchemaMark.self, from: data).schema
      guard found == currentSchema else {
        let remedy = isVersion(found) ? kind.otherSchema : kind.otherKind
        throw ResultFileError(
          path: path, at: "schema", "expected \"\(currentSchema)\", found \"\(found)\"; \(remedy)")
      }
      let file = try JSONDecoder().decode(Self.self, from: data)
      if let problem = file.problem { throw ResultFileError(path: path, "\(problem); \(kind.broken)") }
      return file
    } catch let error as DecodingError {
      throw ResultFileError(path: path, error, of: kind)
    }
  }
}

private struct SchemaMark: Decodable {
  let schema: String

  static func isEmpty(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64) == 0
  }
}

/// Any file of this program, for commands that take all files of a folder.
package enum AnyStoredFile: Sendable {
  /// A result from `run` or `check`.
  case result(ResultFile)
  /// A search from `advise`.
  case search(AdviceFile)
  /// A record of fidelity from `validate`.
  case fidelity(FidelityFile)
  /// Another file of this program, by the mark of its schema, as in `scrollsim.check/1`.
  case other(schema: String)

  package static func read(path: String) throws -> AnyStoredFile {
    let data = SchemaMark.isEmpty(path) ? nil : try? Data(contentsOf: URL(filePath: path))
    let schema = data.flatMap { try? JSONDecoder().decode(SchemaMark.self, from: $0).schema } ?? ""
    if AdviceFile.isVersion(schema) { return .search(try AdviceFile.read(path: path)) }
    if FidelityFile.isVersion(schema) { return .fidelity(try FidelityFile.read(path: path)) }
    if schema.hasPrefix("scrollsim."), !ResultFile.isVersion(schema) { return .other(schema: schema) }
    // Another program's file fails to read as a result, the expected kind.
    return .result(try ResultFile.read(path: path))
  }
}

extension Encodable {
  /// The value as JSON with sorted keys and unescaped slashes, in which equal values are equal bytes.
  package func stableJSON(isIndented: Bool = true) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch EncodingError.invalidValue(let value, let context) {
      throw ResultFileError.notFinite(value, at: ResultFileError.keyPath(context.codingPath))
    }
  }
}
