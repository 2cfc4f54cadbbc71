#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension FidelityFile {
  /// The schema this version writes and reads.
  static let currentSchema = "scrollsim.fidelity/1"

  /// The record as JSON: keys sorted; what has no value is absent.
  public func json() throws -> String {
    String(decoding: try JSONEncoder.stable.encode(self), as: UTF8.self)
  }

  /// Reads a record of fidelity.
  ///
  /// - Throws: ``ResultFileError`` if the file cannot be read, is no such record, or has another schema.
  public static func read(path: String) throws -> FidelityFile {
    do {
      return try JSONFile(
        path: path, kind: "the fidelity.json that 'scrollsim validate' wrote", schema: currentSchema
      ).read(
        FidelityFile.self,
        advice: JSONFile.Advice(
          empty: "run it again", unreadable: "check the path", other: "name a file that it wrote"))
    } catch let error as DecodingError {
      throw ResultFileError(path: path, error)
    }
  }
}
