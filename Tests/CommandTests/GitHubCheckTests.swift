import Foundation
import TestSupport
import Testing

/// The check as a step of a GitHub workflow, with a stub `gh` that notes its arguments.
@Suite(.timeLimit(.minutes(15)))
struct GitHubCheckTests {
  private static let script = Repository.path + "/scripts/github-check"

  /// A folder with a baseline, a `gh` that finds the comment `found`, if any, and ends with `code`.
  private func folder(found: String = "", ghCode: Int = 0) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try await Program.run(
      [
        "check", SmallScenario.path, "--baseline", folder.file("baselines"), "--update", "--reason",
        "the first",
        "--output", folder.file("results"),
      ], code: 0)
    let gh = """
      #!/bin/sh
      printf '%s\\n' "$*" >>'\(folder.file("asked"))'
      case "$*" in
      *--jq*) printf '%s' '\(found)' ;;
      *body=@*) for word; do case $word in body=@*) cat "${word#body=@}" >'\(folder.file("body"))' ;; esac; done ;;
      esac
      exit \(ghCode)

      """
    _ = try folder.write(gh, as: "gh")
    try await Program.shell("chmod +x '\(folder.file("gh"))'")
    return folder
  }

  @discardableResult
  private func step(
    in folder: TemporaryFolder, _ settings: [String: String] = [:], from place: String = ".",
    code: Int32? = nil, saying words: String? = nil, at line: SourceLocation = #_sourceLocation
  ) async throws -> Program.Outcome {
    let defaults = [
      "SCENARIOS": SmallScenario.path, "BASELINE": folder.file("baselines"), "SCROLLSIM": Program.path,
      "PATH": "\(folder.path):$PATH", "GITHUB_REPOSITORY": "someone/app", "PULL_REQUEST": "7",
      "GITHUB_STEP_SUMMARY": folder.file("summary.md"), "GITHUB_OUTPUT": folder.file("output"),
    ]
    let variables = defaults.merging(settings) { $1 }.map { "\($0)=\"\($1)\"" }.joined(separator: " ")
    return try await Program.shell(
      "cd '\(place)' && env \(variables) '\(Self.script)'", code: code, saying: words, at: line)
  }

  private func text(_ name: String, in folder: TemporaryFolder) throws -> String {
    try folder.text(name)
  }

  @Test func `a pull request gets one comment, and the step its summary and verdict`() async throws {
    let folder = try await folder()
    try await step(in: folder, code: 0)
    #expect(try text("output", in: folder) == "verdict=pass\n")
    let summary = try text("summary.md", in: folder)
    #expect(summary.contains("small"))
    #expect(try text("asked", in: folder).contains("--method POST repos/someone/app/issues/7/comments"))
    #expect(try text("body", in: folder) == "<!-- scrollsim check: model -->\n" + summary)
  }

  @Test func `the comment that is there already is brought up to date`() async throws {
    let folder = try await folder(found: "42")
    #expect(try await step(in: folder).code == 0)
    let asked = try text("asked", in: folder)
    #expect(asked.contains("--method PATCH repos/someone/app/issues/comments/42"))
    #expect(!asked.contains("POST"))
  }

  @Test func `a check that fails still comments, and the step ends as it does`() async throws {
    let folder = try await folder()
    let outcome = try await step(in: folder, ["BASELINE": folder.file("elsewhere")], code: 5)
    #expect(outcome.output.contains("::"))
    #expect(try text("output", in: folder) == "verdict=notComparable\n")
    #expect(try text("asked", in: folder).contains("--method POST"))
  }

  @Test func `a comment that may not be written is told, and decides nothing`() async throws {
    let folder = try await folder(ghCode: 1)
    let outcome = try await step(in: folder, code: 0)
    #expect(outcome.output.contains("::notice::The comment could not be written"))
    #expect(try text("summary.md", in: folder).contains("small"))
  }

  @Test func `outside of a pull request nothing is asked of GitHub`() async throws {
    let folder = try await folder()
    #expect(try await step(in: folder, ["PULL_REQUEST": ""]).code == 0)
    #expect(!folder.has("asked"))
  }

  @Test func `wrong arguments end the step with the program's own words`() async throws {
    let folder = try await folder()
    try await step(in: folder, ["ARGUMENTS": "--rounds 1"], code: 64, saying: "--rounds")
    #expect(!folder.has("asked"))
  }

  @Test func `the base branch's baselines stand beside a change that updates its own`() async throws {
    let folder = try await folder()
    let repository = folder.file("repository")
    let git = "git -C '\(repository)' -c user.name=a -c user.email=a@b"
    let made = try await Program.shell(
      "git init -q '\(repository)' && cp -r '\(folder.file("baselines"))' '\(repository)/baselines' && "
        + "sed -i.bak 's/\"decodes\" : .*,/\"decodes\" : 30,/' '\(repository)'/baselines/*.json && "
        + "\(git) add baselines/*.json baselines/*.jsonl && \(git) commit -qm base && \(git) rev-parse HEAD",
      code: 0)
    let commit = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    try await Program.shell("cp '\(folder.file("baselines"))'/* '\(repository)/baselines'")
    let outcome = try await step(
      in: folder, ["BASELINE": "baselines", "BEFORE": commit], from: repository, code: 0)
    #expect(outcome.output.contains("::warning title=accepts::Pass, accepts: decodes +"), "\(outcome.output)")
    #expect(try text("body", in: folder).contains("⚖️ Pass, accepts: decodes +"))
  }

  @Test func `an app's laps need no scenarios`() async throws {
    let folder = try await folder()
    let rows = (0..<20).map { "\(200_000 + $0 % 3)\n" }
    _ = try folder.write("resident_kb\n" + rows.joined(), as: "laps.csv")
    try await step(
      in: folder, ["SCENARIOS": "", "PROCESS": folder.file("laps.csv"), "BASELINE": "none"], code: 0)
    #expect(try text("summary.md", in: folder).contains("205 MB, "))
    #expect(try text("body", in: folder).hasPrefix("<!-- scrollsim check: process -->\n"))
    #expect(try await step(in: folder, ["SCENARIOS": ""]).code == 64)
  }

  @Test func `a package of the repository is built and checks, with a comment of its own`() async throws {
    let folder = try await folder()
    let swift = """
      #!/bin/sh
      printf '%s\\n' "$*" >>'\(folder.file("built"))'
      case "$*" in *--show-bin-path*) echo '\(folder.file("bin"))' ;; esac

      """
    _ = try folder.write(swift, as: "swift")
    try await Program.shell(
      "chmod +x '\(folder.file("swift"))' && mkdir '\(folder.file("bin"))' && "
        + "ln -s '\(Program.path)' '\(folder.file("bin/scroll-gate"))'")
    try await step(in: folder, ["SCROLLSIM": "", "PACKAGE": "App/ScrollGate"], code: 0)
    let here = FileManager.default.currentDirectoryPath
    #expect(
      try text("built", in: folder).hasPrefix(
        "build -c release --package-path \(here)/App/ScrollGate --product scroll-gate\n"))
    #expect(try text("body", in: folder).hasPrefix("<!-- scrollsim check: model of App/ScrollGate -->\n"))
  }

  @Test func `a release that calls the action brings its program, and anything else is built`() async throws {
    let folder = try TemporaryFolder()
    let stubs = [
      "gh":
        "for word; do case $word in -*) last=$word ;; *) [ \"$last\" = --dir ] && : >\"$word/scrollsim_1_amd64.deb\" ;; esac; done; "
        + "[ \"$3\" = v1 ]",
      "dpkg": "echo amd64", "apt-get": ":", "sudo": "exec \"$@\"", "scrollsim": ":", "make": "echo \"$*\"",
    ]
    for (name, body) in stubs { _ = try folder.write("#!/bin/sh\n\(body)\n", as: name) }
    let script = (Self.script as NSString).deletingLastPathComponent + "/gate-program"
    func program(_ release: String) async throws -> Program.Outcome {
      try await Program.shell(
        "chmod +x '\(folder.path)'/*; env PATH=\"\(folder.path):$PATH\" RELEASE=\(release) REPOSITORY=some/one '\(script)' /tree"
      )
    }
    let released = try await program("v1")
    #expect(released.output == folder.file("scrollsim") + "\n", "\(released.error)")
    #expect(released.error.contains("scrollsim is the one of release v1; nothing was built"))
    for other in ["main", "''"] {
      let built = try await program(other)
      #expect(built.output == "/tree/.build/release/scrollsim\n", "\(built.error)")
      #expect(built.error.contains("-C /tree build"))
    }
  }

  @Test func `a package that does not build ends the step`() async throws {
    let folder = try await folder()
    _ = try folder.write("#!/bin/sh\necho broken >&2\nexit 1\n", as: "swift")
    try await Program.shell("chmod +x '\(folder.file("swift"))'")
    let outcome = try await step(in: folder, ["SCROLLSIM": "", "PACKAGE": "App/ScrollGate"])
    #expect(outcome.code != 0)
    #expect(outcome.error.contains("broken"))
    #expect(!folder.has("asked"))
  }
}
