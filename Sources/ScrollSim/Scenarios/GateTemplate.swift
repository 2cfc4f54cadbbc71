/// A gate for a user's repository: a package with a strategy and scenarios, and a workflow that holds pull requests to
/// its baselines.
package struct GateTemplate: Sendable {
  /// The folder of the package, from the repository's root.
  package let folder: String
  /// The program that the package builds.
  package static let program = "scroll-gate"
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

  /// The files by their paths from the repository's root.
  package var files: [(path: String, text: String)] {
    strategy.files.map { ("\(folder)/\($0.key)", $0.value) } + [
      ("\(folder)/scenarios/fling.json", scenario(.blank)),
      ("\(folder)/scenarios/growth.json", scenario(.memory)),
      ("\(folder)/scenarios/scenario.schema.json", String(decoding: ShippedScenarios.schema, as: UTF8.self)),
      ("\(folder)/README.md", readme), ("\(folder)/.gitignore", ".build/\n"), (Self.workflowPath, workflow),
    ]
  }

  /// A shipped scenario that compares the strategy with the recommended one, in `released` cells.
  private func scenario(_ worry: ScenarioTemplate.Worry) -> String {
    let template = ScenarioTemplate(
      name: worry.scenario, device: .phone, columns: 3, photos: .synthetic(5000), worry: worry)
    return template.text
      .replacing(/"strategies": \[[^\]]*\]/, with: "\"strategies\": [\"\(strategy.name)\", \"bank\"]")
      .replacing(/"cells": \[[^\]]*\]/, with: "\"cells\": [\"released\"]")
      .replacing(
        /"about": .*/,
        with:
          "\"about\": \"\(worry == .blank ? "Flings through five years of photos." : "Twenty laps: memory must not grow.")\","
      )
      .replacing(
        "  \"iterations\": 1",
        with: worry == .memory
          ? "  \"limits\": { \"growth\": \"flat\" },\n  \"iterations\": 1" : "  \"iterations\": 1")
  }

  private var workflow: String {
    """
    # Fails a pull request that makes scrolling worse, and says what changed in a comment.
    name: scroll gate
    on:
      pull_request:

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

    Checks in each pull request what `\(strategy.name)`, the caching strategy in [Sources/main.swift](Sources/main.swift), does
    to memory and to blank cells, on a phone that is modelled: exact, on any machine, in seconds.

        swift build -c release --package-path \(folder)
        \(folder)/.build/release/\(Self.program) check \(folder)/scenarios/*.json --baseline \(folder)/baselines

    The check fails when a figure is worse than in `baselines`. To accept a change, or after a change of a scenario, make the
    baselines again with `--update --reason 'why'`, and commit them with it. `run` in place of `check` shows a table and a page;
    `scenarios` say what is scrolled, over how many photos, on which screen.

    """
  }
}
