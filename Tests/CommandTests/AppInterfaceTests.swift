import Foundation
import TestSupport
import Testing

/// The modules as an app sees them, which is another package: only what is public is there.
@Suite(.timeLimit(.minutes(5)))
struct AppInterfaceTests {
  private func compile(_ code: String) async throws -> Program.Outcome {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = try folder.write(code, as: "App.swift")
    let modules = URL(fileURLWithPath: Program.path).deletingLastPathComponent().appending(path: "Modules")
    return try await Program.shell("swiftc -typecheck -swift-version 6 -I '\(modules.path)' '\(file)'")
  }

  @Test func `an app can make what downloads its originals`() async throws {
    let outcome = try await compile(
      """
      import GalleryRequests

      let originals = RemoteOriginals(configuration: .init(folder: "Originals", timeout: 15))
      """)
    #expect(outcome.code == 0, "\(outcome.error)")
  }

  @Test func `an app sees no part of the package that is not public`() async throws {
    let outcome = try await compile(
      """
      import GalleryRequests

      let policy = RetryPolicy()
      """)
    #expect(outcome.code != 0 && outcome.error.contains("RetryPolicy"), "\(outcome.error)")
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
