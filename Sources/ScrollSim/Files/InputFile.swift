internal import Foundation

/// Reads the small files that people write.
enum InputFile {
  /// More bytes than anyone writes by hand or records in a day; protects against naming the wrong file.
  static let largestByteCount = 64 << 20

  /// Why a file cannot be read.
  struct Failure: Error {
    /// In words that follow "cannot be read:".
    let reason: String
  }

  /// All bytes of a regular file of at most ``largestByteCount`` bytes.
  static func bytes(path: String) throws(Failure) -> [UInt8] {
    let url = URL(fileURLWithPath: path)
    let keys: Set<URLResourceKey> = [.isRegularFileKey, .fileSizeKey]
    guard let values = try? url.resolvingSymlinksInPath().resourceValues(forKeys: keys) else {
      throw Failure(reason: "there is no such file")
    }
    guard values.isRegularFile == true else { throw Failure(reason: "it is not a file") }
    guard let size = values.fileSize, size <= largestByteCount else {
      throw Failure(reason: "it is larger than \(largestByteCount >> 20) MiB")
    }
    do {
      return [UInt8](try Data(contentsOf: url))
    } catch {
      throw Failure(reason: error.localizedDescription)
    }
  }

  /// Whether there is something other than a folder.
  static func isFile(path: String) -> Bool {
    FileManager.default.fileExists(atPath: path) && !isFolder(path: path)
  }

  /// Whether there is a folder.
  static func isFolder(path: String) -> Bool {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    return (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }
}
