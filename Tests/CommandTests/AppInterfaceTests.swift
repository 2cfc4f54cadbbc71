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
}
