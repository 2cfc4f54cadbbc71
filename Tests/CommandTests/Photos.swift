import Foundation
import TestSupport
import Testing

/// Little photos for tests, made by the program itself.
enum Photos {
  private static let made = Task {
    let folder = TemporaryFolder(in: Program.cache)
    try await Program.run(
      "library generate --output \(folder.path) --photos 2 --distinct 2 --megapixels 0.05 --png 0 --seed 3")
    return folder
  }

  /// A new folder that holds a small JPEG file under these names, which may contain folders.
  static func folder(named names: [String]) async throws -> TemporaryFolder {
    let bytes = Array(try await made.value.data("0001.jpg"))
    let folder = TemporaryFolder()
    for name in names { try folder.write(bytes, as: name) }
    return folder
  }

  /// The catalogue of a folder, which is indexed for it.
  static func catalogue(of folder: TemporaryFolder) async throws -> URL {
    let indexed = try await Program.run("library index \(folder.path)", code: 0)
    let line = try #require(indexed.output.split(separator: "\n").first { $0.hasPrefix("catalogue: ") })
    return URL(filePath: String(line.dropFirst("catalogue: ".count)))
  }
}
