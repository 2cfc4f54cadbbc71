internal import ArgumentParser
internal import Foundation
internal import ScrollSim
internal import Support

/// Makes output folders and files; a failure throws the exit code for the disk, after a message with place
/// and reason.
enum OutputFiles {
  static func makeFolder(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Exit.because("\(path): the folder cannot be made: \(reason(error)); name another", Exit.disk)
    }
  }

  /// Checks that a file can be written, before minutes of work on its contents: makes its folder, and refuses a folder
  /// in its place.
  static func checkFile(_ path: String) throws {
    try makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    if (try? FileStatus(of: path).kind) == .folder {
      throw Exit.because(
        "\(path): expected a file to write to, found a folder; name another place", Exit.disk)
    }
  }

  static func make(_ text: String, at path: String) throws {
    try checkFile(path)
    try write(text, to: path)
  }

  /// Whether a path leads to a device, a pipe or standard output, which stay what they are.
  static func isStream(_ path: String) -> Bool { (try? OutputFile(path).isStream) ?? false }

  /// Whether two paths lead to one file, which must not be read and overwritten at the same time.
  static func areSame(_ one: String, _ other: String) -> Bool {
    let files = [one, other].map { URL(fileURLWithPath: $0).standardizedFileURL.resolvingSymlinksInPath() }
    return files[0] == files[1]
  }

  static func exist(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// A path that the user did not choose; throws if something is there.
  static func new(_ path: String) throws -> String {
    guard !exist(path) else {
      throw Exit.because(
        "\(path): expected no such file yet, found one; '--output \(path)' replaces it, or name another")
    }
    return path
  }

  static func write(_ text: String, to path: String) throws {
    do throws(SystemError) { try OutputFile(path).write([UInt8](text.utf8)) } catch {
      throw Exit.because("\(path): cannot be written: \(error.reason); name another place", Exit.disk)
    }
  }

  /// Shows a record, even if it could not be written, and prints the new path of the one before it.
  static func show<Record>(
    _ written: Result<OutputPlace<Record>.Written, any Error>, by show: () throws -> Void
  ) throws -> OutputPlace<Record>.Written {
    try show()
    let written = try written.get()
    if let earlier = written.earlier { Terminal.writeError("previous: \(earlier)") }
    return written
  }

  /// An error in words, with the file where the system names one.
  static func words(_ error: any Error) -> String {
    if error is CancellationError { return "interrupted: no result is written" }
    guard let error = error as? CocoaError else { return "\(error)" }
    return [error.filePath ?? error.url?.path, reason(error)].compactMap(\.self).joined(separator: ": ")
  }

  private static func reason(_ error: any Error) -> String {
    guard let underlying = (error as? CocoaError)?.underlying as NSError?,
      underlying.domain == NSPOSIXErrorDomain
    else { return error.localizedDescription }
    return unsafe String(cString: strerror(Int32(underlying.code)))
  }
}
