/// A package with a user's own strategy, as a start: it keeps screenfuls ahead, and nothing behind.
package struct StrategyTemplate: Sendable {
  package let name: String
  /// The folder or the URL of the package that has the program.
  package let package: String
  package let program: String

  package init(name: String, package: String, program: String? = nil) {
    (self.name, self.package, self.program) = (name, package, program ?? name)
  }

  /// The files by their paths in the package.
  package var files: KeyValuePairs<String, String> {
    [
      "Package.swift": PackageResources.strategy_package_txt.filled(places),
      "Sources/main.swift": PackageResources.strategy_main_txt.filled(places),
    ]
  }

  /// The texts for the marked places; `strategy` is the declaration of an internal type.
  var places: [String: String] {
    var places = [
      "name": name, "type": type, "program": program, "place": place, "identity": identity, "access": "",
    ]
    places["strategy"] = PackageResources.strategy_txt.filled(places)
    return places
  }

  /// The strategy's type: `KeepFar` for `keep-far`.
  var type: String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The place of the package that has the program, for a manifest.
  private var place: String {
    isRemote
      ? "url: \"\(package.quoted)\", branch: \"main\"" : "name: \"scrollsim\", path: \"\(package.quoted)\""
  }

  /// The name of that package in a manifest: a folder may be called anything, but a URL names its package.
  private var identity: String {
    isRemote
      ? (package.split(separator: "/").last.map { String($0.replacing(/\.git$/, with: "")) } ?? "").quoted
      : "scrollsim"
  }

  private var isRemote: Bool { package.contains("://") }
}

extension [UInt8] {
  /// A file of `Templates` with texts in its marked places (`<#name#>`), without the lines whose place has none.
  func filled(_ places: [String: String]) -> String {
    let mark = /<#(\w+)#>/
    let lines = String(decoding: self, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { line in line.matches(of: mark).allSatisfy { places[String($0.1)] != nil } }
      .map { line in line.replacing(mark) { places[String($0.1)] ?? "" } }
      .joined(separator: "\n")
  }
}

extension String {
  /// The text, escaped for a literal in Swift.
  fileprivate var quoted: String { replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
}
