/// A gate for a user's repository: a package with a strategy, which the app can import, and scenarios, and a workflow that holds
/// pull requests to its baselines.
///
/// It is `Examples/ScrollGate`, this repository's own gate, embedded by links in `Gate`, with other names in the places of its own.
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
      ("Package.swift", filled(PackageResources.gate_package_txt)),
      ("Sources/\(Self.library)/\(strategy.type).swift", filled(PackageResources.gate_strategy_txt)),
      ("Sources/\(Self.program)/main.swift", filled(PackageResources.gate_main_txt)),
      ("scenarios/fling.json", filled(PackageResources.gate_fling_txt)),
      ("scenarios/growth.json", filled(PackageResources.gate_growth_txt)),
      ("README.md", filled(PackageResources.gate_readme_txt)), (".gitignore", ".build/\nresults/\n"),
      // Two branches that update a baseline each add a line.
      (".gitattributes", "*.history.jsonl merge=union\n"),
    ].map { ("\(folder)/\($0)", $1) } + [(Self.workflowPath, filled(PackageResources.gate_workflow_txt))]
  }

  /// A file of this repository's gate, as the user's repository has it.
  private func filled(_ file: [UInt8]) -> String {
    strategy.filled(file)
      .replacing("name: \"scrollsim\", path: \"../..\"", with: strategy.place)
      .replacing("package: \"scrollsim\"", with: "package: \"\(strategy.identity)\"")
      .replacing(/\ \ "\$schema": .*\n/, with: schema.map { "  \"$schema\": \"\($0)\",\n" } ?? "")
      .replacing("uses: ./\n", with: "uses: \(action)\n")
      .replacing(#", "Package.*", "Sources/**", "scripts/**", "action.yml""#, with: packagePaths)
      .replacing("Examples/ScrollGate", with: folder)
  }

  /// The paths of scrollsim's package, on which the gate depends where they are in the repository, each after a comma.
  private var packagePaths: String {
    guard case .inside(let path) = home else { return "" }
    let paths = path.isEmpty ? ["Package.*", "Sources/**", "scripts/**", "action.yml"] : ["\(path)/**"]
    return paths.map { ", \"\($0)\"" }.joined()
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

  /// The name by which the workflow calls `action.yml`.
  private var action: String {
    switch home {
    case .remote(let url) where url.hasPrefix("https://github.com/"):
      url.dropFirst(19).replacing(/\.git$/, with: "") + "@main"
    case .inside(let path): "./\(path)"
    case .remote, .outside: "OWNER/REPOSITORY@COMMIT # of scrollsim"
    }
  }
}
