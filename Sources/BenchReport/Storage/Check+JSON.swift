#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension NoiseFile {
  /// The record as JSON: keys sorted; what has no value is absent.
  public func json() throws -> String {
    String(decoding: try JSONEncoder.stable.encode(self), as: UTF8.self)
  }

  /// Reads a record of noise.
  ///
  /// - Throws: an error if the file cannot be read, is no such record, or has another schema.
  public static func read(path: String) throws -> NoiseFile {
    try JSONFile(path: path, kind: "a record of noise", schema: currentSchema).read(
      NoiseFile.self,
      advice: JSONFile.Advice(
        empty: "run 'scrollsim calibrate --noise' again", unreadable: "check the path",
        other: "name a file that 'scrollsim calibrate --noise' wrote"))
  }
}

extension CheckFile {
  /// The check as JSON: keys sorted; what has no value is absent.
  public func json() throws -> String {
    String(decoding: try JSONEncoder.stable.encode(self), as: UTF8.self)
  }
}

extension SelftestFile {
  /// The record as JSON: keys sorted; what has no value is absent.
  public func json() throws -> String {
    String(decoding: try JSONEncoder.stable.encode(self), as: UTF8.self)
  }
}
