internal import ArgumentParser
internal import BenchReport
internal import Foundation

/// Makes the folders and files that the program leaves; where it cannot, it says which and why.
enum OutputFiles {
  /// Makes a folder, and those above it, where there is none.
  ///
  /// - Throws: the exit code for wrong usage, after saying what is wrong.
  static func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Exit.because("\(path): the folder cannot be made: \(reason(error)); name another")
    }
  }

  /// Finds out whether a file can be written, before it takes minutes to make what goes there: makes its folder, and
  /// refuses a folder in its place.
  ///
  /// - Throws: the exit code for wrong usage, after saying what is wrong.
  static func checkFile(_ path: String) throws {
    try makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    var isFolder: ObjCBool = false
    if unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw Exit.because("\(path): expected a file to write to, found a folder; name another place")
    }
  }

  /// Whether there is a file or folder of that name.
  static func exist(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Writes a text; readers meanwhile find the old file or the new one.
  ///
  /// - Throws: the exit code, by default that for wrong usage, after saying what is wrong.
  static func write(_ text: String, to path: String, failing code: ExitCode = Exit.usage) throws {
    try write(Data(text.utf8), to: path, failing: code)
  }

  /// Writes bytes; readers of the file meanwhile find the old one or the new one.
  ///
  /// - Throws: the exit code, by default that for wrong usage, after saying what is wrong.
  static func write(_ bytes: Data, to path: String, failing code: ExitCode = Exit.usage) throws {
    do {
      try bytes.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      // The error may name the file beside it that was to take its place.
      throw Exit.because("\(path): cannot be written: \(reason(error)); name another place", code)
    }
  }

  /// Shows a record that was written, even if it could not be, and says where the one before it is now.
  ///
  /// - Throws: the exit code of an internal error, after saying why it could not be written.
  static func show<Record>(
    _ written: Result<OutputPlace<Record>.Written, any Error>, by show: () throws -> Void
  ) throws -> OutputPlace<Record>.Written {
    try show()
    let written = try Exit.onFailure(Exit.internalError) { try written.get() }
    if let earlier = written.earlier { Terminal.writeError("before: \(earlier)") }
    return written
  }

  /// What went wrong, with the file where the system names one.
  static func words(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    return [error.filePath ?? error.url?.path, reason(error)].compactMap(\.self).joined(separator: ": ")
  }

  /// What went wrong, in the system's words.
  private static func reason(_ error: any Error) -> String {
    guard let underlying = (error as? CocoaError)?.underlying as NSError?,
      underlying.domain == NSPOSIXErrorDomain
    else { return error.localizedDescription }
    return unsafe String(cString: strerror(Int32(underlying.code)))
  }
}
