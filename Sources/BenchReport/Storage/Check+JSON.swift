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
