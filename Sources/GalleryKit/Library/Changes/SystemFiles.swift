package import Foundation
internal import GalleryEngine
package import Support

/// The changes of files that a library makes, each safe if the process is killed: a file is either complete under its
/// name, or not there.
package protocol FileChanging: Sendable {
  /// Copies a regular file to a new one of the same date, which is on the disk when the call returns.
  func copy(_ source: String, to path: String) throws
  /// Writes a new file, which is on the disk when the call returns.
  func write(_ data: Data, to path: String) throws
  /// Gives a file one more name; fails with `EEXIST` if that is taken.
  func link(_ path: [UInt8], as name: [UInt8]) throws(SystemError)
  /// Moves a file, and replaces any other file of that name.
  func move(_ path: [UInt8], to name: [UInt8]) throws(SystemError)
  /// Removes a file's name.
  func remove(_ path: [UInt8]) throws(SystemError)
}

/// Changes files by the system's calls.
package struct SystemFiles: FileChanging {
  package init() {}

  package func link(_ path: [UInt8], as name: [UInt8]) throws(SystemError) {
    try FileNames.add(name, to: path)
  }
  package func move(_ path: [UInt8], to name: [UInt8]) throws(SystemError) {
    try FileNames.move(path, to: name)
  }
  package func remove(_ path: [UInt8]) throws(SystemError) { try FileNames.remove(path) }

  private static let pieceByteCount = 1 << 18

  package func copy(_ source: String, to path: String) throws {
    let input = try ChangeFailure.explaining("cannot open \(source)", try OpenFile(source))
    let status = try ChangeFailure.explaining("cannot look at \(source)", try input.status())
    try create(path) { output in
      do {
        try input.forEachPiece(of: Self.pieceByteCount) { piece in
          try ChangeFailure.explaining("cannot write \(path)", try output.write(piece))
        }
      } catch let error as SystemError {
        throw ChangeFailure(description: "cannot read \(source): \(error.reason)")
      }
      // The only date of a photo that states none; some network file systems do not let anybody set it.
      try? output.setModified(status.modified)
    }
  }

  package func write(_ data: Data, to path: String) throws {
    try create(path) { output in
      try ChangeFailure.explaining("cannot write \(path)", try output.write(Array(data)))
    }
  }

  private func create(_ path: String, _ fill: (borrowing OpenFile) throws -> Void) throws {
    let output = try ChangeFailure.explaining(
      "cannot make \(path)", try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o644))
    try fill(output)
    try ChangeFailure.explaining("cannot write \(path)", try output.sync())
  }
}

extension ChangeFailure {
  /// Runs `body`; if the system refuses, the failure says what could not be done.
  static func explaining<Value: ~Copyable>(
    _ what: String, _ body: @autoclosure () throws(SystemError) -> Value
  ) throws(ChangeFailure) -> Value {
    do { return try body() } catch { throw ChangeFailure(description: "\(what): \(error.reason)") }
  }
}
