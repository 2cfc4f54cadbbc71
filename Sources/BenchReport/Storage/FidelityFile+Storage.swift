#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension FidelityFile {
  /// The schema this version writes and reads.
  static let currentSchema = "scrollsim.fidelity/1"

  /// Reads a record of fidelity.
  ///
  /// - Throws: ``ResultFileError`` if the file cannot be read, is no such record, or has another schema.
  public static func read(path: String) throws -> FidelityFile {
    // Looked at beforehand, because Foundation leaks a page where it reads an empty file.
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64
    if size == 0 {
      throw ResultFileError(
        path: path, "expected a record of fidelity, found an empty file; run 'scrollsim validate' again")
    }
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw ResultFileError(
        path: path,
        "expected a file that 'scrollsim validate' wrote, but \(ResultFile.words(error)); check the path")
    }
    do {
      let schema = try JSONDecoder().decode(ResultFile.SchemaMark.self, from: data).schema
      guard schema == currentSchema else {
        throw ResultFileError(
          path: path, at: [ResultFile.SchemaMark.CodingKeys.schema],
          "expected \"\(currentSchema)\", found \"\(schema)\"; name the fidelity.json of 'scrollsim validate'"
        )
      }
      return try JSONDecoder().decode(FidelityFile.self, from: data)
    } catch let error as DecodingError {
      throw ResultFileError(path: path, error)
    }
  }
}
