/// A gate for a user's repository: a package with scenarios and a strategy, which the app can import, and a
/// workflow that compares pull requests with its baselines.
package struct GateTemplate: Sendable {
  package let folder: String
  /// The program and the library of the package; the app imports the latter.
  package static let program = "scroll-gate"
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
  /// The schema's place as seen from a scenario; `nil` if it is neither in the repository nor on the web.
  private let schema: String?
  /// What the workflow adds to its checkout.
  private var checkout = ""
  /// The name by which the workflow calls `action.yml`.
  private let action: String
  /// The paths on which the gate depends, besides its own.
  private let sources: [String]

  /// - Parameter folder: a relative path without `.` and `..`.
  package init(folder: String, strategy: String, home: Home) {
    (self.folder, self.home) = (folder, home)
    let file = "scenarios/scenario.schema.json"
    let package: String
    switch home {
    case .remote(let url) where url.hasPrefix("https://github.com/"):
      let name = url.dropFirst(19).replacing(/(\.git)?\/?$/, with: "")
      (package, schema) = (url, "https://raw.githubusercontent.com/\(name)/main/\(file)")
      (action, sources) = ("\(name)@main", [])
    case .inside(let path):
      let up = folder.split(separator: "/").map { _ in ".." }
      let there = path.isEmpty ? [] : [path]
      package = (up + there).joined(separator: "/")
      schema = (up + [".."] + there + [file]).joined(separator: "/")
      action = "./\(path)"
      if path.isEmpty {
        sources = ["Package.*", "Sources/**", "scripts/**", "action.yml"]
      } else {
        // A submodule moves as a path without files, and is not checked out by itself.
        sources = [path, "\(path)/**"]
        checkout = "\n        with: { submodules: true }"
      }
    case .remote(let place), .outside(let place):
      (package, schema) = (place, nil)
      (action, sources) = ("OWNER/REPOSITORY@COMMIT # of scrollsim", [])
    }
    self.strategy = StrategyTemplate(name: strategy, package: package, program: Self.program)
  }

  /// Whether the user must state where a runner finds `action.yml`.
  package var needsAction: Bool { action.hasPrefix("OWNER/") }

  /// The folder of scrollsim that no runner has; `nil` if there is none.
  package var folderElsewhere: String? { if case .outside(let path) = home { path } else { nil } }

  /// The files by their paths from the repository's root.
  package var files: [(path: String, text: String)] {
    var places = strategy.places
    places["access"] = "public "
    places["strategy"] = PackageResources.strategy_txt.filled(places)
    places["library"] = Self.library
    places["folder"] = folder
    places["paths"] = (["\(folder)/**", Self.workflowPath] + sources).map { "\"\($0)\"" }
      .joined(separator: ", ")
    places["action"] = action
    places["checkout"] = checkout
    return [
      ("Package.swift", PackageResources.gate_package_txt.filled(places)),
      ("Sources/\(Self.library)/\(strategy.type).swift", PackageResources.gate_library_txt.filled(places)),
      ("Sources/\(Self.program)/main.swift", PackageResources.gate_main_txt.filled(places)),
      ("scenarios/fling.json", scenario(.blank)), ("scenarios/growth.json", scenario(.memory)),
      ("README.md", PackageResources.gate_readme_txt.filled(places)), (".gitignore", ".build/\nresults/\n"),
      // Two branches that update a baseline each add a line.
      (".gitattributes", "*.history.jsonl merge=union\n"),
    ].map { ("\(folder)/\($0)", $1) } + [
      (Self.workflowPath, PackageResources.gate_workflow_txt.filled(places))
    ]
  }

  /// A shipped scenario that compares the strategy with the recommended one.
  private func scenario(_ worry: ScenarioTemplate.Worry) -> String {
    var places = ScenarioTemplate(
      name: worry.scenario, device: .phone, columns: 3, photos: .synthetic(5000), worry: worry
    ).places
    places["schema"] = schema.map { "\"\($0)\"" }
    places["about"] = "\"Flings through five years of photos.\""
    places["strategies"] = "[\"\(strategy.name)\", \"bank\"]"
    places["cells"] = "[\"released\"]"
    // A phone's published decode times: a baseline must not depend on the machine.
    places["costs"] = "\"galaxy-s6-edge\""
    if worry == .memory {
      places["about"] = "\"Twenty laps: memory must not grow.\""
      places["limits"] = "{ \"growth\": \"flat\" }"
      // The laps fill it, so that a cache that never lets go shows.
      places["budget"] = "25 MB"
    }
    return PackageResources.scenario_txt.filled(places)
  }
}
