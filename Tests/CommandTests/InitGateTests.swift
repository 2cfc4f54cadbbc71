import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// A gate for another repository, from outside.
@Suite(.timeLimit(.minutes(60)))
struct InitGateTests {
  private static let example = "Examples/ScrollGate"
  private static let workflow = ".github/workflows/scroll-gate.yml"

  private let folder = TemporaryFolder()
  private var initGate: Command {
    Command(start: "init gate --no-baselines --package", folder: folder.path, code: 0)
  }

  /// The folder is a repository with scrollsim's package at its root, and in a folder.
  init() throws {
    for place in ["", "vendor/scrollsim/"] { try folder.write([], as: "\(place)Package.swift") }
  }

  @Test func `the example in this repository is what the command writes`() async throws {
    try await initGate(". \(Self.example)")
    let files = try #require(FileManager.default.enumerator(atPath: folder.file(Self.example)))
      .compactMap { $0 as? String }.filter { $0.contains(".") && !$0.hasSuffix("/") }
    #expect(
      Set(files).isSuperset(of: [
        "Package.swift", "README.md", ".gitignore", ".gitattributes", "Sources/scroll-gate/main.swift",
      ]))
    for path in files.map({ "\(Self.example)/\($0)" }) + [Self.workflow] {
      let known = try String(contentsOfFile: "\(Repository.path)/\(path)", encoding: .utf8)
      #expect(try folder.text(path) == known, "\(path)")
    }
  }

  @Test(arguments: ["fling", "growth"])
  func `the example's baselines are of the same photos as this repository's`(scenario: String) throws {
    let photos = try ["\(Self.example)/baselines", "results/baselines"].map { baselines in
      let path = "\(Repository.path)/\(baselines)/\(scenario).model.baseline.json"
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      return try #require(lines.first { $0.contains("librarySHA256") })
    }
    #expect(photos[0] == photos[1])
  }

  @Test(arguments: [
    ("https://github.com/some/one.git", "uses: some/one@main\n"),
    ("https://github.com/some/one/", "uses: some/one@main\n"), (".", "uses: ./\n"),
    ("vendor/scrollsim", "uses: ./vendor/scrollsim\n"),
    (Repository.path, "uses: OWNER/REPOSITORY@COMMIT # of scrollsim\n"),
  ])
  func `a workflow calls the action where a runner finds it`(package: String, action: String) async throws {
    let made = try await initGate(package)
    let workflow = try folder.text(Self.workflow)
    #expect(workflow.contains(action))
    // It may be a submodule.
    let isFolder = package.hasPrefix("vendor")
    #expect(workflow.contains("checkout@v4\n        with: { submodules: true }\n") == isFolder)
    #expect(workflow.contains("\"vendor/scrollsim\", \"vendor/scrollsim/**\"]") == isFolder)
    #expect(made.error.contains("to do: ") == action.contains("OWNER"))
    #expect(
      made.error.contains("in place of \(Repository.path), which only this machine has")
        == (package == Repository.path))
    #expect(made.error.contains("next:     SWIFT_DETERMINISTIC_HASHING=1 swift build"))
    #expect(
      try folder.text("ScrollGate/Sources/GridStrategy/Ours.swift").contains(
        "public struct Ours: CachingStrategy"))
  }

  @Test func `its scenarios are a phone's, point to the schema, and their faults are caught`() async throws {
    try await initGate("https://github.com/some/one.git")
    let files = ["fling", "growth"].map { "ScrollGate/scenarios/\($0).json" }
    for file in files {
      let text = try folder.text(file)
      #expect(text.contains("\"costs\": \"galaxy-s6-edge\""))
      #expect(
        text.contains(
          "\"$schema\": \"https://raw.githubusercontent.com/some/one/main/scenarios/scenario.schema.json\""))
    }
    #expect(!folder.has("ScrollGate/scenarios/scenario.schema.json"))
    #expect(try folder.text("ScrollGate/.gitignore").contains("results/"))
    // This program has no `ours`, but one that does the same.
    let growth = try folder.text(files[1]).replacing(
      "\"ours\"", with: "{ \"screens\": { \"leading\": 1.5, \"trailing\": 0 } }")
    let scenario = try folder.write(growth, as: "growth.json")
    try await Program.run("check --selftest \(scenario)", code: 0)
  }

  @Test func `what is there is never overwritten`() async throws {
    try await initGate(".")
    for name in ["", "Another"] {
      try await initGate(". \(name)", code: 64, saying: "expected no such file yet, found one")
    }
    #expect(!folder.has("Another"))
  }

  @Test(arguments: ["../x", "/x", "a//b", ".", "a b", ""])
  func `a folder outside of the repository is refused`(name: String) async throws {
    try await initGate(". '\(name)'", code: 64, saying: "expected a folder below this one")
  }

  @Test(.long)
  func `the example passes, and fails where its strategy gets worse, with a picture of it`() async throws {
    let package = folder.file("ScrollGate")
    for name in ["Package.swift", "Sources", "scenarios", "baselines"] {
      try FileManager.default.createDirectory(atPath: package, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: "\(Repository.path)/\(Self.example)/\(name)", toPath: "\(package)/\(name)")
    }
    func replace(_ old: String, with new: String, in file: String) throws {
      let before = try folder.text("ScrollGate/\(file)")
      try #require(before.contains(old))
      try folder.write(before.replacing(old, with: new), as: "ScrollGate/\(file)")
    }
    try replace("\"../..\"", with: "\"\(Repository.path)\"", in: "Package.swift")
    func check() async throws -> Program.Outcome {
      let built = try await Program.shell(
        "SWIFT_DETERMINISTIC_HASHING=1 swift build --package-path '\(package)' 2>&1")
      try #require(built.code == 0, "\(built.output.suffix(4000))")
      return try await Program.shell(
        "'\(package)/.build/debug/scroll-gate' check '\(package)'/scenarios/*.json --baseline '\(package)/baselines' "
          + "--output '\(folder.file("results"))' --format markdown")
    }
    let before = try await check()
    #expect(before.code == 0, "\(before.output)\n\(before.error)")
    try replace("default: 1.5", with: "default: 6", in: "Sources/GridStrategy/Ours.swift")
    let after = try await check()
    #expect(after.code == 2 || after.code == 3, "\(after.error)")
    #expect(after.output.contains("/ours(reach=6)/") || after.output.contains("/ours/"))
    #expect(after.output.contains("❌") || after.output.contains("⚠️"))
    #expect(after.output.contains("```mermaid"))
  }
}
