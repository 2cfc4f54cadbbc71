import Foundation
import Testing

/// The code of the pages in GalleryKit.docc, which is also in the files beside this one, where it is compiled and run.
@Suite("Pages of the documentation")
struct PageTests {
  static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
  static let pages = here + "/../../../Sources/GalleryKit/Library/GalleryKit.docc"

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: pages)) ?? []
    return files.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
  }()

  /// The pieces between the lines of two kinds, each without the indentation that all its lines share.
  static func pieces(of path: String, from begin: String, to end: String) throws -> [String] {
    var pieces: [String] = []
    var piece: [Substring]?
    for line in try String(contentsOfFile: path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      switch line.drop(while: { $0 == " " }) {
      case begin[...]: piece = []
      case end[...]:
        guard let lines = piece else { continue }
        let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
        pieces.append(lines.map { $0.dropFirst(indents.min() ?? 0) }.joined(separator: "\n"))
        piece = nil
      default: piece?.append(line)
      }
    }
    #expect(piece == nil, "\(path): a piece does not end")
    return pieces
  }

  @Test(arguments: names)
  func `show code that is compiled, to the letter`(name: String) throws {
    let shown = try Self.pieces(of: "\(Self.pages)/\(name).md", from: "```swift", to: "```")
    let snippets = "\(Self.here)/\(name)Snippets.swift"
    guard FileManager.default.fileExists(atPath: snippets) else {
      #expect(shown == [], "\(snippets) is missing")
      return
    }
    let compiled = try Self.pieces(of: snippets, from: "// begin", to: "// end")
    #expect(shown == compiled)
    #expect(!shown.isEmpty)
  }

  @Test func `are there for every topic that has code`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.here)
    let topics = files.filter { $0.hasSuffix("Snippets.swift") }
      .map { String($0.dropLast("Snippets.swift".count)) }
    #expect(topics.count >= 6)
    #expect(Set(topics).isSubset(of: Self.names))
  }
}
