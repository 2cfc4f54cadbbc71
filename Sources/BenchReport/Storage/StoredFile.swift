#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A file that this program keeps: JSON with the mark of its schema.
public protocol StoredFile: Codable, Sendable {
  /// The mark that this version writes and reads, as in `scrollsim.result/1`.
  static var currentSchema: String { get }
  /// What the file is, and what to do about one that cannot be read.
  static var kind: StoredFileKind { get }
  /// What readers rely on and does not hold, as in `expected scenarios, found none`; `nil` by default.
  var problem: String? { get }
  /// The file as JSON: keys sorted, so that equal values are equal bytes and a change shows in few lines.
  func json() throws -> String
}

/// What a file is, and what to do about one that cannot be read, in words for errors.
public struct StoredFileKind: Sendable {
  /// With its article, as in `a result file`.
  let name: String
  /// What to do if it cannot be opened.
  let unreadable: String
  /// What to do if it has another schema.
  let otherSchema: String
  /// What to do if it is empty, or does not hold what it should.
  let broken: String

  init(_ name: String, unreadable: String, otherSchema: String, broken: String) {
    self.name = name
    self.unreadable = unreadable
    self.otherSchema = otherSchema
    self.broken = broken
  }

  /// A file that a command writes.
  init(_ name: String, of command: String) {
    self.init(
      name, unreadable: "check the path", otherSchema: "name a file that '\(command)' wrote",
      broken: "run '\(command)' again")
  }
}

extension StoredFile {
  /// Nothing is wrong with what was decoded.
  public var problem: String? { nil }

  /// The file as JSON: keys sorted, two spaces deep; what has no value is absent or `null`.
  ///
  /// - Throws: ``ResultFileError`` if a number is not finite, naming it. Such a number is a fault of the measurement;
  ///   written as `null` it would pass for "nothing to divide by".
  public func json() throws -> String { try stableJSON() }

  /// Writes the file, making its folder if need be.
  ///
  /// The file is written beside its place and then moved there, so that a reader finds the old one or the new one, never
  /// half of one.
  ///
  /// - Throws: ``ResultFileError`` if a number is not finite, or the file cannot be written.
  public func write(to path: String) throws {
    try AtomicFile.write(try json() + "\n", to: path, as: Self.kind.name)
  }

  /// Reads a file.
  ///
  /// - Throws: ``ResultFileError`` if it cannot be read, is empty, has another schema, or does not hold what it should.
  public static func read(path: String) throws -> Self {
    // Looked at beforehand, because Foundation leaks a page where it reads an empty file.
    guard !SchemaMark.isEmpty(path) else {
      throw ResultFileError(path: path, "expected \(kind.name), found an empty file; \(kind.broken)")
    }
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw ResultFileError(
        path: path, "expected \(kind.name), but \(AtomicFile.words(error)); \(kind.unreadable)")
    }
    do {
      let found = try JSONDecoder().decode(SchemaMark.self, from: data).schema
      guard found == currentSchema else {
        throw ResultFileError(
          path: path, at: [SchemaMark.CodingKeys.schema],
          "expected \"\(currentSchema)\", found \"\(found)\"; \(kind.otherSchema)")
      }
      let file = try JSONDecoder().decode(Self.self, from: data)
      if let problem = file.problem { throw ResultFileError(path: path, "\(problem); \(kind.broken)") }
      return file
    } catch let error as DecodingError {
      throw ResultFileError(path: path, error, of: kind)
    }
  }
}

/// What every file of this program begins with.
private struct SchemaMark: Decodable {
  enum CodingKeys: CodingKey { case schema }

  let schema: String

  static func isEmpty(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64) == 0
  }
}

/// A file of this program, whichever it is: for commands that take all files of a folder.
public enum AnyStoredFile: Sendable {
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
  public static func read(path: String) throws -> AnyStoredFile {
    let schema = schema(of: path) ?? ""
    func isVersion(of file: any StoredFile.Type) -> Bool {
      schema.split(separator: "/").first == file.currentSchema.split(separator: "/").first
    }
    if isVersion(of: TuneFile.self) { return .search(try TuneFile.read(path: path)) }
    if isVersion(of: FidelityFile.self) { return .fidelity(try FidelityFile.read(path: path)) }
    if schema.hasPrefix("scrollsim."), !isVersion(of: ResultFile.self) { return .other(schema: schema) }
    // What is no file of ours is refused as what was expected, a result.
    return .result(try ResultFile.read(path: path))
  }

  /// The mark of a file's schema; `nil` if it cannot be read, or has none.
  private static func schema(of path: String) -> String? {
    guard !SchemaMark.isEmpty(path), let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
    return try? JSONDecoder().decode(SchemaMark.self, from: data).schema
  }
}

extension Encodable {
  /// The value as JSON in which equal values are equal bytes: keys sorted, slashes as they are.
  ///
  /// - Parameter isIndented: whether every value has a line of its own, two spaces deep.
  /// - Throws: ``ResultFileError`` if a number is not finite, naming it.
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
