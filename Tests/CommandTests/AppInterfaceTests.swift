import Foundation
import TestSupport
import Testing

/// The modules as an app sees them, which is another package: only what is public is there.
@Suite(.timeLimit(.minutes(5)))
struct AppInterfaceTests {
  @Test(arguments: [
    ("RemoteOriginals", "configuration: .init(folder: \"Originals\", timeout: 15)", true),
    ("RetryPolicy", "", false),
  ])
  func `an app can make what downloads its originals, and sees nothing that is not public`(
    type: String, arguments: String, isPublic: Bool
  ) async throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let code = "import GalleryRequests\n\nlet made = \(type)(\(arguments))\n"
    let file = try folder.write(code, as: "App.swift")
    let modules = URL(fileURLWithPath: Program.path).deletingLastPathComponent().appending(path: "Modules")
    let outcome = try await Program.shell("swiftc -typecheck -swift-version 6 -I '\(modules.path)' '\(file)'")
    #expect((outcome.code == 0) == isPublic, "\(outcome.error)")
    #expect(isPublic || outcome.error.contains(type), "\(outcome.error)")
  }

  @Test func `PhotoGrid imports the products that its package names, and Apple's frameworks`() throws {
    let home = Repository.root.appending(path: "Examples/PhotoGrid")
    let package = try String(contentsOf: home.appending(path: "Package.swift"), encoding: .utf8)
    let sources = home.appending(path: "Sources/PhotoGrid").path
    for file in try FileManager.default.contentsOfDirectory(atPath: sources) {
      let code = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
      for line in code.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.count == 2, words[0] == "import" else { continue }
        let isNamed = package.contains(".product(name: \"\(words[1])\"")
        #expect(isNamed || ["Foundation", "SwiftUI"].contains(words[1]), "\(file): \(line)")
      }
    }
  }
}
