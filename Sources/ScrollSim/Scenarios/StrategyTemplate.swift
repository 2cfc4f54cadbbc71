/// A package with a user's own strategy, as a start: it keeps screenfuls ahead, and nothing behind.
package struct StrategyTemplate: Sendable {
  /// The strategy's name.
  package let name: String
  /// The folder or the URL of the package that has the program.
  package let package: String
  /// The name of the new package and of its program.
  package let program: String

  /// Names a strategy, and the program that knows it; by default both have the same name.
  package init(name: String, package: String, program: String? = nil) {
    self.name = name
    self.package = package
    self.program = program ?? name
  }

  /// The files by their paths in the package.
  package var files: KeyValuePairs<String, String> {
    ["Package.swift": manifest, "Sources/main.swift": source]
  }

  /// The strategy's type: `KeepFar` for `keep-far`.
  var type: String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The place of the package that has the program, for a manifest.
  var place: String {
    isRemote
      ? "url: \"\(package.quoted)\", branch: \"main\"" : "name: \"scrollsim\", path: \"\(package.quoted)\""
  }

  /// The name of that package in a manifest: a folder may be called anything, but a URL names its package.
  var identity: String {
    isRemote
      ? (package.split(separator: "/").last.map { String($0.replacing(/\.git$/, with: "")) } ?? "").quoted
      : "scrollsim"
  }

  private var isRemote: Bool { package.contains("://") }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(program)",
      platforms: [.macOS(.v15)],
      dependencies: [.package(\(place))],
      targets: [
        .executableTarget(
          name: "\(program)",
          dependencies: [
            .product(name: "GalleryEngine", package: "\(identity)"),
            .product(name: "ScrollSimCLI", package: "\(identity)"),
          ],
          path: "Sources")
      ]
    )

    """
  }

  private var source: String {
    """
    import GalleryEngine
    import ScrollSimCLI

    \(declaration(access: ""))
    await ScrollSimProgram.main(strategies: [\(type).self])

    """
  }

  /// The strategy itself.
  ///
  /// - Parameter access: `public ` for a library.
  func declaration(access: String) -> String {
    """
    /// `\(name)`: keeps screenfuls ahead in the direction of travel, and nothing behind.
    ///
    /// A strategy is a pure function: no clock, no threads, no memory but its last window.
    \(access)struct \(type): CachingStrategy {
      \(access)static let descriptor = StrategyDescriptor(
        name: "\(name)", about: "Keeps screenfuls ahead in the direction of travel.",
        parameters: [
          StrategyDescriptor.Parameter(
            "reach", unit: "screenfuls", default: 1.5, in: 0...8, about: "How far ahead to cache.")
        ])

      let reach: Double

      \(access)init(_ parameters: StrategyParameters) { reach = parameters["reach"] }

      \(access)func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
        let direction = state.direction(after: last)
        return CachingWindow(
          state.segments(leading: reach, trailing: 0, direction: direction), anchor: state.offset,
          direction: direction)
      }
    }

    """
  }
}

extension String {
  /// The text, escaped for a literal in Swift.
  fileprivate var quoted: String { replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
}
