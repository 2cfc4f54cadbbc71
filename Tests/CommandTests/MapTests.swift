import Foundation
import TestSupport
import Testing

/// The map of the sources in CONTRIBUTING, compared with the sources.
struct MapTests {
  /// A step of the map: its folders, and the names that it places in them.
  struct Step {
    var folders: [String] = []
    var names: [String] = []
  }

  private static func steps() throws -> [Step] {
    let page = try String(contentsOf: Repository.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let map = try #require(
      page.split(separator: "\n## ").first { $0.hasPrefix("How a scroll becomes a table\n") })
    return map.split(separator: /\n(?=\d+\. )/).dropFirst().map { text in
      var step = Step()
      // The text after the list is not part of its last item.
      let item = text.firstRange(of: "\n\n").map { text[..<$0.lowerBound] } ?? text
      for word in item.matches(of: /`([^` ]+)`/).map({ String($0.output.1) }) {
        if word.contains("/") { step.folders.append(word) } else { step.names.append(word) }
      }
      return step
    }
  }

  /// The code of a folder of the sources, with the folders in it.
  private static func code(in folder: String) throws -> String {
    let place = Repository.root.appending(path: "Sources/\(folder)").path
    return try FileManager.default.subpathsOfDirectory(atPath: place).filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOfFile: "\(place)/\($0)", encoding: .utf8) }.joined()
  }

  @Test func `every name on the map is declared in the folder beside it`() throws {
    let steps = try Self.steps()
    #expect(steps.count > 10)
    for step in steps {
      let code = try step.folders.map(Self.code).joined()
      #expect(!step.folders.isEmpty && !step.names.isEmpty, "\(step)")
      for name in step.names {
        // A member comes after its type.
        let parts = name.split(separator: ".")
        let type = try Regex(#"\b(struct|class|enum|actor|protocol) \#(parts[0])\b"#)
        #expect(code.contains(type), "\(name): expected its type in \(step.folders)")
        guard parts.count > 1 else { continue }
        #expect(code.contains(try Regex(#"\b(func|var|let) \#(parts[1])\b"#)), "\(name)")
      }
    }
  }

  @Test func `every module of the program is on the map`() throws {
    let modules = Set(try Self.steps().flatMap(\.folders).map { $0.prefix { $0 != "/" } })
    #expect(modules == ["ScrollSimCLI", "ScrollSim", "GalleryKit", "BenchReport"])
  }
}
