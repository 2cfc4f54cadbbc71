#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A file of this program: JSON with the mark of its schema.
struct JSONFile {
  let path: String
  /// What the file is expected to be, with its article.
  let kind: String
  /// The mark that this version writes.
  let schema: String

  /// What to do about a file, in words.
  struct Advice {
    /// If it is empty.
    var empty: String
    /// If it cannot be read.
    var unreadable: String
    /// If it has another schema.
    var other: String
  }

  /// Reads the file.
  ///
  /// - Throws: ``ResultFileError`` if it cannot be read, is empty, or has another schema; `DecodingError` if it does not
  ///   hold what it should.
  func read<Value: Decodable>(_ type: Value.Type, advice: Advice) throws -> Value {
    // Looked at beforehand, because Foundation leaks a page where it reads an empty file.
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64
    if size == 0 {
      throw ResultFileError(path: path, "expected \(kind), found an empty file; \(advice.empty)")
    }
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw ResultFileError(
        path: path, "expected \(kind), but \(ResultFile.words(error)); \(advice.unreadable)")
    }
    let found = try JSONDecoder().decode(SchemaMark.self, from: data).schema
    guard found == schema else {
      throw ResultFileError(
        path: path, at: [SchemaMark.CodingKeys.schema],
        "expected \"\(schema)\", found \"\(found)\"; \(advice.other)")
    }
    return try JSONDecoder().decode(Value.self, from: data)
  }

  /// The mark of a file's schema; `nil` if it cannot be read, or has none.
  static func schema(of path: String) -> String? {
    // An empty file is not read, as in `read`.
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64
    guard size != 0, let data = try? Data(contentsOf: URL(filePath: path)) else { return nil }
    return try? JSONDecoder().decode(SchemaMark.self, from: data).schema
  }

  /// What every file of this program starts with.
  private struct SchemaMark: Decodable {
    enum CodingKeys: CodingKey { case schema }

    let schema: String
  }
}
