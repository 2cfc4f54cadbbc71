/// A package with a strategy of one's own, to begin with: it keeps screenfuls ahead, and nothing behind.
package struct StrategyTemplate: Sendable {
  /// The strategy's name, which is the package's, too.
  package let name: String
  /// The folder or the URL of the package that has the program.
  package let package: String

  /// Names a strategy.
  package init(name: String, package: String) {
    self.name = name
    self.package = package
  }

  /// The files by their paths in the package.
  package var files: KeyValuePairs<String, String> {
    ["Package.swift": manifest, "Sources/main.swift": program]
  }

  /// `keep-far` as `KeepFar`.
  private var type: String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private var manifest: String {
    let kind = package.contains("://") ? "url" : "path"
    let rest = kind == "url" ? ", branch: \"main\"" : ""
    let identity = package.split(separator: "/").last.map { String($0.replacing(/\.git$/, with: "")) } ?? ""
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(name)",
        platforms: [.macOS(.v15)],
        dependencies: [.package(\(kind): "\(package.quoted)"\(rest))],
        targets: [
          .executableTarget(
            name: "\(name)",
            dependencies: [
              .product(name: "GalleryEngine", package: "\(identity.quoted)"),
              .product(name: "ScrollSimCLI", package: "\(identity.quoted)"),
            ],
            path: "Sources")
        ]
      )

      """
  }

  private var program: String {
    """
    import GalleryEngine
    import ScrollSimCLI

    /// `\(name)`: keeps screenfuls ahead in the direction of travel, and nothing behind.
    ///
    /// A strategy is a pure function: no clock, no threads, no memory but its last window.
    struct \(type): CachingStrategy {
      static let descriptor = StrategyDescriptor(
        name: "\(name)", about: "Keeps screenfuls ahead in the direction of travel.",
        parameters: [
          StrategyDescriptor.Parameter(
            "reach", unit: "screenfuls", default: 1.5, in: 0...8, about: "How far ahead to cache.")
        ])

      let reach: Double

      init(_ parameters: StrategyParameters) { reach = parameters["reach"] }

      func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
        let direction = state.direction(after: last)
        return CachingWindow(
          state.segments(leading: reach, trailing: 0, direction: direction), anchor: state.offset,
          direction: direction)
      }
    }

    await ScrollSimProgram.main(strategies: [\(type).self])

    """
  }
}

extension String {
  /// For a literal in Swift.
  fileprivate var quoted: String { replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
}
