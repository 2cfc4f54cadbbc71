internal import ArgumentParser
internal import Foundation
internal import ScrollSim
internal import Subprocess

/// `scrollsim init gate`: a repository's own gate.
struct InitGate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Writes a gate into this repository: a package, a workflow and the first baselines.",
    discussion: """
      Run it at the root of the repository whose pull requests it should check. The package holds your own \
      strategy, which the app can import, and two scenarios: one of flings, and one of twenty laps in which \
      memory must not grow. The workflow builds the package, checks every pull request against the \
      baselines, and comments. The first baselines are made by building the package, which takes minutes; \
      --no-baselines leaves that to you.

      Example: scrollsim init gate --package https://github.com/OWNER/REPOSITORY
      """)

  @Argument(help: "The folder of the new package, from the repository's root.", transform: Self.folder)
  var folder = "ScrollGate"

  @Option(help: "Your strategy's name.", transform: InitStrategy.name)
  var strategy = "ours"

  @Option(
    help: """
      The package of scrollsim: a URL, or a folder, preferably in this repository; by default the one whose .build holds \
      this program.
      """,
    transform: OptionValue.path)
  var package: String?

  @Flag(inversion: .prefixedNo, help: "Whether to build the package and make the first baselines.")
  var baselines = true

  func run() async throws {
    let template = GateTemplate(folder: folder, strategy: strategy, home: try home())
    for path in [folder, GateTemplate.workflowPath] where OutputFiles.exist(path) {
      throw Exit.because("\(path): expected no such file yet, found one; name another folder, or remove it")
    }
    for (path, text) in template.files { try OutputFiles.make(text, at: path) }
    Terminal.writeError("package:  \(folder)\nworkflow: \(GateTemplate.workflowPath)")
    if template.needsAction {
      Terminal.writeError(
        "to do:    name scrollsim's repository in \(GateTemplate.workflowPath); runners lack this machine's folders"
      )
    }
    if let place = template.folderElsewhere {
      Terminal.writeError(
        "to do:    name scrollsim's URL in \(folder)/Package.swift in place of \(place), which only this machine has"
      )
    }
    // Without it, SwiftPM may compile everything again each time.
    let build = [
      "SWIFT_DETERMINISTIC_HASHING=1", "swift", "build", "-c", "release", "--package-path", folder,
    ]
    let check =
      ["\(folder)/.build/release/\(GateTemplate.program)", "check"]
      + ["fling", "growth"].map { "\(folder)/scenarios/\($0).json" }
      + ["--baseline", "\(folder)/baselines", "--output", "\(folder)/.build/results", "--update", "--reason"]
    guard baselines else {
      let commands = [build, check + ["'The first baselines'"]].map { $0.joined(separator: " ") }
      Terminal.writeError("next:     \(commands.joined(separator: " && "))")
      return
    }
    try await execute(build)
    try await execute(check + ["The first baselines"])
    Terminal.writeError("next:     commit \(folder), its Package.resolved and \(GateTemplate.workflowPath)")
  }

  /// The place of scrollsim's package, as seen from the repository.
  private func home() throws -> GateTemplate.Home {
    let place = try InitStrategy.place(ofPackage: package)
    if place.contains("://") { return .remote(place) }
    let root = URL(fileURLWithPath: ".").standardizedFileURL.path
    if place == root { return .inside("") }
    return place.hasPrefix("\(root)/") ? .inside(String(place.dropFirst(root.count + 1))) : .outside(place)
  }

  /// Runs a program with this one's streams, which show its progress and errors; an interruption ends it, too.
  private func execute(_ words: [String]) async throws {
    var options = PlatformOptions()
    // A separate group, so that what it has started ends with it.
    options.processGroupID = 0
    options.teardownSequence = [
      .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(10))
    ]
    let ending: TerminationStatus?
    do {
      ending = try await Interrupt.cancels { [options] in
        // Standard output is for results, of which this command has none.
        try await Subprocess.run(
          .name("env"), arguments: Arguments(words), platformOptions: options, input: .none,
          output: .currentStandardError, error: .currentStandardError
        ).terminationStatus
      }
    } catch is CancellationError {
      ending = nil
    }
    guard ending != .exited(0) || Interrupt.happened else { return }
    throw Exit.because(
      "'\(words.joined(separator: " "))' \(Interrupt.happened ? "was interrupted" : "failed"); everything but the baselines "
        + "is written: \(Interrupt.happened ? "" : "fix it and ")run that again", Exit.notMeasured)
  }

  private static func folder(_ argument: String) throws -> String {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    let isInside =
      !argument.hasPrefix("/") && parts.allSatisfy { !["", ".", ".."].contains($0) }
      && argument.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) }
    return try OptionValue.value(
      argument, where: { isInside && $0.count <= 200 },
      "a folder below this one, of letters, digits, '.', '_' and '-'", found: argument)
  }
}
