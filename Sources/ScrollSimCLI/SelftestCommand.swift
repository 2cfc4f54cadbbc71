internal import ArgumentParser
internal import BenchReport
internal import GalleryKit
internal import ScrollSim

/// `scrollsim selftest`: plants faults, and shows that the gate catches each.
struct SelftestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest", abstract: "Plants faults, and shows that 'check' catches each.",
    discussion: """
      A gate that is never seen to fail may be one that cannot. Runs models only, and takes seconds. Ends with 0 if \
      everything was caught and the unchanged program passes, with 1 if not.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case markdown
  }

  @Argument(help: "A scenario with laps to plant the faults in; one that comes with the program by default.")
  var scenario: String?

  @Option(help: "Plant so many leaks of 256 KiB a lap and more, too, and run as often without one.")
  var leaks = 0

  @Option(help: "What standard output gets: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.text

  @Flag(name: .customLong("no-progress"), help: "Show no progress, even on a terminal.")
  var hidesProgress = false

  func validate() throws {
    guard (0...10_000).contains(leaks) else {
      throw ValidationError("--leaks: expected 0 to 10000, found \(leaks)")
    }
  }

  func run() async throws {
    let chosen = try scenario.map { try ScenarioList.read([$0]) }?.first
    let provenance = await Provenance.current(
      command: CommandLine.arguments, libraries: ImageLibraries.versions)
    let showsProgress = Terminal.showsProgress && !hidesProgress
    let file = try Exit.onFailure {
      defer { if showsProgress { Terminal.clearProgress() } }
      return try Selftest(scenario: chosen, provenance: provenance).run(leaks: leaks) { message in
        if showsProgress { Terminal.writeProgress(message) }
      }
    }
    switch format {
    case .text:
      try Terminal.write(Document(file).terminal(colour: Terminal.showsColour, width: Terminal.width))
    case .json: try Terminal.write(try file.json() + "\n")
    case .markdown: try Terminal.write(Document(file).markdown())
    }
    if !file.holds { throw Exit.internalError }
  }
}
