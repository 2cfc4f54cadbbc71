internal import SystemCalls

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Files that change atomically: a reader, or a machine that restarts, finds the old file or the new one.
enum AtomicFile {
  /// Writes a text and creates its folder if necessary.
  ///
  /// Foundation writes it beside its destination, waits until it is on disk, and moves it there.
  ///
  /// - Parameter what: the text's name with its article, for the error.
  /// - Throws: ``ResultFileError`` if it cannot be written.
  static func write(_ text: String, to path: String, as what: String) throws(ResultFileError) {
    let file = URL(filePath: path)
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
    } catch {
      throw ResultFileError(
        path: path,
        "expected to write \(what) here, but \(words(error)); choose another folder")
    }
  }

  /// Moves a file over another.
  ///
  /// - Throws: ``ResultFileError`` if it cannot be moved; both files are unchanged.
  static func move(_ source: String, over path: String) throws(ResultFileError) {
    do throws(SystemError) { try FileNames.move(source, to: path) } catch {
      throw ResultFileError(
        path: path, "expected to move \(source) here, but \(error.reason); make room for it")
    }
  }

  /// Gives a file a second name, which keeps the current content when the first is rewritten.
  ///
  /// If the file system has no hard links, as on memory cards, this makes a copy.
  ///
  /// - Returns: `false` if the second name is taken.
  /// - Throws: the reason if neither is possible.
  static func keep(_ path: String, as second: String) throws -> Bool {
    do throws(SystemError) { try FileNames.add(second, to: path) } catch {
      if error.code == EEXIST { return false }
      try Data(contentsOf: URL(filePath: path)).write(to: URL(filePath: second), options: .atomic)
    }
    return true
  }

  /// The failure of a file operation, in words.
  static func words(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    switch error.code {
    case .fileReadNoSuchFile: return "there is none"
    case .fileNoSuchFile: return "there is no such folder"
    case .fileReadNoPermission, .fileWriteNoPermission: return "there is no permission"
    case .fileWriteOutOfSpace: return "the disk is full"
    case .fileWriteFileExists: return "a file stands where a folder is needed"
    default: return "the system refuses (\(error.underlying ?? error))"
    }
  }
}
