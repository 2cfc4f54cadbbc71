import Foundation
import TestSupport
import Testing

/// The check as a step of a GitHub workflow, with a stub `gh` that notes its arguments.
@Suite(.timeLimit(.minutes(15)))
struct GitHubCheckTests {
  private static let script = Repository.path + "/scripts/github-check"

  private let folder = TemporaryFolder()

  /// The folder has a baseline.
  init() async throws {
    try await folder.scrollsim(
      "check SMALL --baseline baselines --update --reason first --output results", code: 0)
  }

  /// Runs the step, with a `gh` that finds the comment `found`, if any, and exits with `ghCode`.
  @discardableResult
  private func step(
    _ settings: [String: String] = [:], from place: String = ".", found: String = "", ghCode: Int = 0,
    code: Int32? = nil, saying words: String? = nil, at line: SourceLocation = #_sourceLocation
  ) async throws -> Program.Outcome {
    let gh = """
      #!/bin/sh
      printf '%s\\n' "$*" >>'\(folder.file("asked"))'
      case "$*" in
      *--jq*) printf '%s' '\(found)' ;;
      *body=@*) for word; do case $word in body=@*) cat "${word#body=@}" >'\(folder.file("body"))' ;; esac; done ;;
      esac
      exit \(ghCode)

      """
    try folder.writeProgram(gh, as: "gh")
    let defaults = [
      "SCENARIOS": SmallScenario.path, "BASELINE": folder.file("baselines"), "SCROLLSIM": Program.path,
      "PATH": "\(folder.path):$PATH", "GITHUB_REPOSITORY": "someone/app", "PULL_REQUEST": "7",
      "GITHUB_STEP_SUMMARY": folder.file("summary.md"), "GITHUB_OUTPUT": folder.file("output"),
    ]
    let variables = defaults.merging(settings) { $1 }.map { "\($0)=\"\($1)\"" }.joined(separator: " ")
    return try await Program.shell(
      "cd '\(place)' && env \(variables) '\(Self.script)'", code: code, saying: words, at: line)
  }

  @Test func `a pull request gets one comment, and the step its summary and verdict`() async throws {
    try await step(code: 0)
    #expect(try folder.text("output") == "verdict=pass\n")
    let summary = try folder.text("summary.md")
    #expect(summary.contains("small"))
    #expect(try folder.text("asked").contains("--method POST repos/someone/app/issues/7/comments"))
    #expect(try folder.text("body") == "<!-- scrollsim check: model -->\n" + summary)
  }

  @Test func `the comment that is there already is brought up to date`() async throws {
    try await step(found: "42", code: 0)
    let asked = try folder.text("asked")
    #expect(asked.contains("--method PATCH repos/someone/app/issues/comments/42"))
    #expect(!asked.contains("POST"))
  }

  @Test func `a check that fails still comments, and the step exits with its code`() async throws {
    let outcome = try await step(["BASELINE": folder.file("elsewhere")], code: 5)
    #expect(outcome.output.contains("::"))
    #expect(try folder.text("output") == "verdict=notComparable\n")
    #expect(try folder.text("asked").contains("--method POST"))
  }

  @Test func `a comment that may not be written is reported, and decides nothing`() async throws {
    let outcome = try await step(ghCode: 1, code: 0)
    #expect(outcome.output.contains("::notice::The comment could not be written"))
    #expect(try folder.text("summary.md").contains("small"))
  }

  @Test func `outside of a pull request nothing is asked of GitHub`() async throws {
    try await step(["PULL_REQUEST": ""], code: 0)
    #expect(!folder.has("asked"))
  }

  @Test func `wrong arguments end the step with the program's own words`() async throws {
    try await step(["ARGUMENTS": "--rounds 1"], code: 64, saying: "--rounds")
    #expect(!folder.has("asked"))
  }

  @Test func `a change that updates its baselines is compared with the base branch's`() async throws {
    let repository = folder.file("repository")
    let git = "git -C '\(repository)' -c user.name=a -c user.email=a@b"
    let made = try await Program.shell(
      "git init -q '\(repository)' && cp -r '\(folder.file("baselines"))' '\(repository)/baselines' && "
        + "sed -i.bak 's/\"decodes\" : .*,/\"decodes\" : 30,/' '\(repository)'/baselines/*.json && "
        + "\(git) add baselines/*.json baselines/*.jsonl && \(git) commit -qm base && \(git) rev-parse HEAD",
      code: 0)
    let commit = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    try await Program.shell("cp '\(folder.file("baselines"))'/* '\(repository)/baselines'")
    let outcome = try await step(["BASELINE": "baselines", "BEFORE": commit], from: repository, code: 0)
    #expect(outcome.output.contains("::warning title=accepts::Pass, accepts: decodes +"), "\(outcome.output)")
    #expect(try folder.text("body").contains("⚖️ Pass, accepts: decodes +"))
  }

  @Test(arguments: ["none", "baselines"])
  func `an app's laps need no scenarios, and no baseline beside those of scenarios`(
    baselines: String
  ) async throws {
    let rows = (0..<20).map { "\(200_000 + $0 % 3)\n" }
    try folder.write("resident_kb\n" + rows.joined(), as: "laps.csv")
    let settings = ["PROCESS": folder.file("laps.csv"), "BASELINE": folder.file(baselines)]
    try await step(settings.merging(["SCENARIOS": ""]) { $1 }, code: 0)
    #expect(try folder.text("summary.md").contains("205 MB, "))
    #expect(try folder.text("body").hasPrefix("<!-- scrollsim check: process -->\n"))
    try await step(["SCENARIOS": ""], code: 64)
  }

  @Test func `a package of the repository is built and checks, with a separate comment`() async throws {
    let swift = """
      #!/bin/sh
      printf '%s\\n' "$*" >>'\(folder.file("built"))'
      case "$*" in *--show-bin-path*) echo '\(folder.file("bin"))' ;; esac

      """
    try folder.writeProgram(swift, as: "swift")
    try await Program.shell(
      "mkdir '\(folder.file("bin"))' && ln -s '\(Program.path)' '\(folder.file("bin/scroll-gate"))'")
    try await step(["SCROLLSIM": "", "PACKAGE": "App/ScrollGate"], code: 0)
    let here = FileManager.default.currentDirectoryPath
    #expect(
      try folder.text("built").hasPrefix(
        "build -c release --package-path \(here)/App/ScrollGate --product scroll-gate\n"))
    #expect(try folder.text("body").hasPrefix("<!-- scrollsim check: model of App/ScrollGate -->\n"))
  }

  @Test func `a release that calls the action brings its program, and anything else is built`() async throws {
    let stubs = [
      "gh":
        "for word; do case $word in -*) last=$word ;; *) [ \"$last\" = --dir ] && : >\"$word/scrollsim_1_amd64.deb\" ;; esac; done; "
        + "[ \"$3\" = v1 ]",
      "dpkg": "echo amd64", "apt-get": ":", "sudo": "exec \"$@\"", "scrollsim": ":", "make": "echo \"$*\"",
    ]
    for (name, body) in stubs { try folder.writeProgram("#!/bin/sh\n\(body)\n", as: name) }
    let script = (Self.script as NSString).deletingLastPathComponent + "/gate-program"
    func program(_ release: String) async throws -> Program.Outcome {
      try await Program.shell(
        "env PATH=\"\(folder.path):$PATH\" RELEASE=\(release) REPOSITORY=some/one '\(script)' /tree")
    }
    let released = try await program("v1")
    #expect(released.output == folder.file("scrollsim") + "\n", "\(released.error)")
    #expect(released.error.contains("using scrollsim of release v1; nothing was built"))
    for other in ["main", "''"] {
      let built = try await program(other)
      #expect(built.output == "/tree/.build/release/scrollsim\n", "\(built.error)")
      #expect(built.error.contains("-C /tree build"))
    }
  }

  @Test func `a package that does not build ends the step`() async throws {
    try folder.writeProgram("#!/bin/sh\necho broken >&2\nexit 1\n", as: "swift")
    let outcome = try await step(["SCROLLSIM": "", "PACKAGE": "App/ScrollGate"], saying: "broken")
    #expect(outcome.code != 0)
    #expect(!folder.has("asked"))
  }
}
