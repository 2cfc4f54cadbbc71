/// A gate for a user's repository: a package with a strategy, which the app can import, and scenarios, and a workflow that holds
/// pull requests to its baselines.
package struct GateTemplate: Sendable {
  /// The folder of the package, from the repository's root.
  package let folder: String
  /// The program that the package builds.
  package static let program = "scroll-gate"
  /// The library of the package that the app imports.
  package static let library = "GridStrategy"
  /// The workflow's file, from the repository's root.
  package static let workflowPath = ".github/workflows/scroll-gate.yml"

  /// The location of the program's own package.
  package enum Home: Hashable, Sendable {
    /// A URL that GitHub's runners can reach.
    case remote(String)
    /// A folder of the repository, from its root; empty for the root itself.
    case inside(String)
    /// A folder elsewhere on this machine, which no runner has.
    case outside(String)
  }

  private let strategy: StrategyTemplate
  private let home: Home

  /// Makes a template.
  ///
  /// - Parameters:
  ///   - folder: a relative path without `.` and `..`.
  ///   - strategy: the name of the strategy to begin with.
  package init(folder: String, strategy: String, home: Home) {
    self.folder = folder
    self.home = home
    let package =
      switch home {
      case .remote(let url): url
      case .outside(let path): path
      case .inside(let path):
        (folder.split(separator: "/").map { _ in ".." } + (path.isEmpty ? [] : [path])).joined(separator: "/")
      }
    self.strategy = StrategyTemplate(name: strategy, package: package, program: Self.program)
  }

  /// Whether the user must state where a runner finds `action.yml`.
  package var needsAction: Bool { action.hasPrefix("OWNER/") }

  /// The folder of scrollsim that no runner has; `nil` if there is none.
  package var folderElsewhere: String? { if case .outside(let path) = home { path } else { nil } }

  /// The files by their paths from the repository's root.
  package var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifest), ("Sources/\(Self.library)/\(strategy.type).swift", source),
      ("Sources/\(Self.program)/main.swift", program), ("scenarios/fling.json", scenario(.blank)),
      ("scenarios/growth.json", scenario(.memory)), ("README.md", readme),
      (".gitignore", ".build/\nresults/\n"),
      // Two branches that update a baseline each add a line.
      (".gitattributes", "*.history.jsonl merge=union\n"),
    ].map { ("\(folder)/\($0)", $1) } + [(Self.workflowPath, workflow)]
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(Self.program)",
      platforms: [.macOS(.v15), .iOS(.v18)],
      products: [.library(name: "\(Self.library)", targets: ["\(Self.library)"])],
      // A model decodes nothing: it needs no libraries for WebP and HEIF.
      dependencies: [.package(\(strategy.place), traits: [])],
      targets: [
        // What the app imports, too.
        .target(
          name: "\(Self.library)", dependencies: [.product(name: "GalleryEngine", package: "\(strategy.identity)")]),
        .executableTarget(
          name: "\(Self.program)",
          dependencies: ["\(Self.library)", .product(name: "ScrollSimCLI", package: "\(strategy.identity)")]),
      ]
    )

    """
  }

  private var source: String { "import GalleryEngine\n\n\(strategy.declaration(access: "public "))" }

  private var program: String {
    """
    import \(Self.library)
    import ScrollSimCLI

    await ScrollSimProgram.main(strategies: [\(strategy.type).self])

    """
  }

  /// A shipped scenario that compares the strategy with the recommended one, in `released` cells on a phone.
  private func scenario(_ worry: ScenarioTemplate.Worry) -> String {
    let template = ScenarioTemplate(
      name: worry.scenario, device: .phone, columns: 3, photos: .synthetic(5000), worry: worry)
    let isMemory = worry == .memory
    let about = isMemory ? "Twenty laps: memory must not grow." : "Flings through five years of photos."
    var text = template.text
      .replacing(/"strategies": \[[^\]]*\]/, with: "\"strategies\": [\"\(strategy.name)\", \"bank\"]")
      .replacing(/"cells": \[[^\]]*\]/, with: "\"cells\": [\"released\"]")
      .replacing(/"about": .*/, with: "\"about\": \"\(about)\",")
      // A phone's published decode times: a baseline must not depend on the machine.
      .replacing(/"costs": "[^"]*"/, with: "\"costs\": \"galaxy-s6-edge\"")
      .replacing(/\ \ "\$schema": .*\n/, with: schema.map { "  \"$schema\": \"\($0)\",\n" } ?? "")
    if isMemory {
      // The laps fill it, so that a cache that never lets go shows.
      text = text.replacing(/"memoryBudget": "[^"]*"/, with: "\"memoryBudget\": \"25 MB\"")
        .replacing(
          "  \"iterations\": 1", with: "  \"limits\": { \"growth\": \"flat\" },\n  \"iterations\": 1")
    }
    return text
  }

  /// The schema's place as seen from a scenario; `nil` if it is neither in the repository nor on the web.
  private var schema: String? {
    let file = "scenarios/scenario.schema.json"
    switch home {
    case .remote(let url) where url.hasPrefix("https://github.com/"):
      return
        "https://raw.githubusercontent.com/\(url.dropFirst(19).replacing(/\.git$/, with: ""))/main/\(file)"
    case .inside(let path):
      let up = folder.split(separator: "/").map { _ in ".." } + [".."]
      return (up + (path.isEmpty ? [] : [path]) + [file]).joined(separator: "/")
    case .remote, .outside: return nil
    }
  }

  private var workflow: String {
    """
    # Fails a pull request that makes scrolling worse, and says what changed in a comment.
    #
    # The default branch builds, too, so that pull requests find what it built. A check that must pass before a merge runs for each
    # pull request: take its paths away.
    name: scroll gate
    on:
      push:
        branches: [main, master]
        paths: [\(paths)]
      pull_request:
        paths: [\(paths)]

    concurrency:
      group: scroll-gate-${{ github.ref }}
      cancel-in-progress: true

    permissions:
      contents: read
      pull-requests: write

    jobs:
      check:
        runs-on: ubuntu-24.04
        container: swift:6.3
        timeout-minutes: 60
        steps:
          - name: Tools that the container lacks
            run: apt-get update -qq && apt-get install -y -qq make git gh
          - uses: actions/checkout@v4
          - uses: \(action)
            with:
              package: \(folder)
              scenarios: \(folder)/scenarios/*.json
              baseline: \(folder)/baselines

    """
  }

  /// The paths on which the gate depends.
  private var paths: String {
    let own = ["\(folder)/**", Self.workflowPath]
    var others: [String] = []
    if case .inside(let path) = home {
      others = path.isEmpty ? ["Package.*", "Sources/**", "scripts/**", "action.yml"] : ["\(path)/**"]
    }
    return (own + others).map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// The name by which the workflow calls `action.yml`.
  private var action: String {
    switch home {
    case .remote(let url) where url.hasPrefix("https://github.com/"):
      url.dropFirst(19).replacing(/\.git$/, with: "") + "@main"
    case .inside(let path): "./\(path)"
    case .remote, .outside: "OWNER/REPOSITORY@COMMIT # of scrollsim"
    }
  }

  private var readme: String {
    """
    # Scroll gate

    This gate checks a strategy, not an app: what `\(strategy.name)`, the caching strategy in
    [Sources/\(Self.library)](Sources/\(Self.library)), does to memory and to blank cells on a phone that is modelled. That is exact, on any
    machine, in seconds. The app imports the same target, `\(Self.library)`, so that what is checked is what ships.

        export SWIFT_DETERMINISTIC_HASHING=1
        swift build -c release --package-path \(folder)
        \(folder)/.build/release/\(Self.program) check \(folder)/scenarios/*.json --baseline \(folder)/baselines --output \(folder)/results

    Without the first line, SwiftPM compiles everything again at times, once the package asks for traits.

    The check fails when memory, growth, blank or unsharp area, the time to sharp, the hit rate or the number of decodes is worse
    than in `baselines`. To accept a change, or after a change of a scenario, make the baselines again with
    `--update --reason 'why'`, and commit them with it; the comment on the pull request says what is accepted. `run` in place of
    `check` shows a table and a page; `scenarios` say what is scrolled, over how many photos, on which screen. `check --selftest
    scenarios/growth.json` shows that the gate catches leaks.

    The memory of the app itself is checked from a UI test that scrolls and writes it down lap by lap:

        \(folder)/.build/release/\(Self.program) check --process laps.csv

    """
  }
}
