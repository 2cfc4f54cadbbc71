internal import Foundation

/// Reads the files that people and other programs write.
enum InputFile {
  /// Above anything written by hand or recorded in some hours; it catches a wrong file name.
  static let largestByteCount = 100_000_000

  struct Failure: Error {
    /// The words after "cannot be read:".
    let reason: String
  }

  /// All bytes of a regular file that is not too large.
  static func bytes(path: String) throws(Failure) -> [UInt8] {
    let url = URL(fileURLWithPath: path)
    let keys: Set<URLResourceKey> = [.isRegularFileKey, .fileSizeKey]
    guard let values = try? url.resolvingSymlinksInPath().resourceValues(forKeys: keys) else {
      throw Failure(reason: "there is no such file")
    }
    guard values.isRegularFile == true else { throw Failure(reason: "it is not a file") }
    guard let size = values.fileSize, size <= largestByteCount else {
      throw Failure(reason: "it is larger than \(largestByteCount / 1_000_000) MB")
    }
    do {
      return [UInt8](try Data(contentsOf: url))
    } catch {
      throw Failure(reason: error.localizedDescription)
    }
  }

  static func isFile(path: String) -> Bool {
    FileManager.default.fileExists(atPath: path) && !isFolder(path: path)
  }

  static func isFolder(path: String) -> Bool {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    return (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }
}
