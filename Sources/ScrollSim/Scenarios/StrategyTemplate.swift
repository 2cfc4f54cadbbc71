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
    filled(PackageResources.gate_strategy_txt).replacing("public ", with: "")
      .replacing("import GalleryEngine\n", with: "import GalleryEngine\nimport ScrollSimCLI\n")
      + "\nawait ScrollSimProgram.main(strategies: [\(type).self])\n"
  }

  /// A file of this repository's own gate with this strategy in the place of its `ours`.
  func filled(_ file: [UInt8]) -> String {
    String(decoding: file, as: UTF8.self).replacing("Ours", with: type)
      .replacing(/([`"])ours([`"])/) { "\($0.1)\(name)\($0.2)" }
  }
}

extension String {
  /// The text, escaped for a literal in Swift.
  fileprivate var quoted: String { replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
}
