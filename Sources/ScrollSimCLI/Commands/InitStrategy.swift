internal import ArgumentParser
internal import Foundation
internal import ScrollSim

/// `scrollsim init strategy`: a package with a strategy of your own.
struct InitStrategy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strategy",
    abstract: "Writes a package of two files: a strategy of your own beside all others.",
    discussion: """
      The package is a scrollsim that knows one strategy more, in scenarios, tables, searches and gates:

      scrollsim init strategy farther
      cd farther
      swift run -c release farther run fling --mode model --strategy farther --strategy screens
      """)

  @Argument(help: "The strategy's name: lowercase letters, digits and hyphens.", transform: Self.name)
  var name: String

  @Option(
    help: "The package of scrollsim: a folder or a URL; by default the one that this program was built in.",
    transform: Choice.path)
  var package: String?

  func run() throws {
    guard !OutputFiles.exist(name) else {
      throw Exit.because("\(name): expected no such folder yet, found one; choose another name")
    }
    guard let package = package.map(Self.absolute) ?? Self.ownPackage else {
      throw Exit.because("--package: expected the folder or the URL of scrollsim's package, found none")
    }
    let template = StrategyTemplate(name: name, package: package)
    for (file, text) in template.files {
      let path = "\(name)/\(file)"
      try OutputFiles.checkFile(path)
      try OutputFiles.write(text, to: path)
    }
    Terminal.writeError(
      """
      package: \(name)
      next:    cd \(name) && swift run -c release \(name) run fling --mode model --strategy \(name) --strategy screens
      """)
  }

  /// The package whose `.build` contains the program.
  static var ownPackage: String? {
    var folder = URL(fileURLWithPath: ScrollSimCommand.executable).resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      if OutputFiles.exist(folder.appending(path: "Sources/ScrollSimCLI").path) { return folder.path }
    }
    return nil
  }

  /// A folder's absolute path, since the new package lies elsewhere; a URL stays as it is.
  private static func absolute(_ package: String) -> String {
    package.contains("://") ? package : URL(fileURLWithPath: package).path
  }

  static func name(_ argument: String) throws -> String {
    let isName =
      ScenarioFile.isName(argument) && argument.first?.isLetter == true && argument == argument.lowercased()
    guard isName else {
      throw ValidationError(
        "expected at most 64 lowercase letters, digits and hyphens, a letter first, found '\(argument)'")
    }
    if ComparedStrategies.named(argument) != nil {
      throw ValidationError("expected a name that no strategy has, found '\(argument)'")
    }
    return argument
  }
}
