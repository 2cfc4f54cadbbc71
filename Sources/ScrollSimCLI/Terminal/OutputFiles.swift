internal import ArgumentParser
internal import BenchReport
internal import Foundation

/// Makes the program's output folders and files; errors give the place and the reason.
enum OutputFiles {
  /// Makes a folder and its parents, where they do not exist.
  ///
  /// - Throws: the exit code for wrong usage, after an error message.
  static func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Exit.because("\(path): the folder cannot be made: \(reason(error)); name another")
    }
  }

  /// Checks that a file can be written, before minutes of work on its contents: makes its folder, and refuses a folder
  /// in its place.
  ///
  /// - Throws: the exit code for wrong usage, after an error message.
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
  /// - Throws: the exit code, by default for wrong usage, after an error message.
  static func write(_ text: String, to path: String, failing code: ExitCode = Exit.usage) throws {
    try write(Data(text.utf8), to: path, failing: code)
  }

  /// Writes bytes; readers meanwhile find the old file or the new one.
  ///
  /// - Throws: the exit code, by default for wrong usage, after an error message.
  static func write(_ bytes: Data, to path: String, failing code: ExitCode = Exit.usage) throws {
    do {
      try bytes.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      // The error may name the temporary file beside it.
      throw Exit.because("\(path): cannot be written: \(reason(error)); name another place", code)
    }
  }

  /// Shows a record, even if it could not be written, and prints the new path of the one before it.
  ///
  /// - Throws: the exit code of an internal error, after an error message, if it could not be written.
  static func show<Record>(
    _ written: Result<OutputPlace<Record>.Written, any Error>, by show: () throws -> Void
  ) throws -> OutputPlace<Record>.Written {
    try show()
    let written = try Exit.onFailure(Exit.internalError) { try written.get() }
    if let earlier = written.earlier { Terminal.writeError("before: \(earlier)") }
    return written
  }

  /// An error in words, with the file where the system names one.
  static func words(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    return [error.filePath ?? error.url?.path, reason(error)].compactMap(\.self).joined(separator: ": ")
  }

  /// An error's reason, in the system's words.
  private static func reason(_ error: any Error) -> String {
    guard let underlying = (error as? CocoaError)?.underlying as NSError?,
      underlying.domain == NSPOSIXErrorDomain
    else { return error.localizedDescription }
    return unsafe String(cString: strerror(Int32(underlying.code)))
  }
}
