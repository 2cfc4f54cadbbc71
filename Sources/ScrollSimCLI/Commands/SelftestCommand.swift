internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim selftest`: plants faults, and shows that the gate catches each.
struct SelftestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest", abstract: "Plants faults, and shows that 'check' catches each.",
    discussion: """
      A gate that is never seen to fail may be one that cannot. Runs models only, and takes seconds. Ends with 0 if \
      everything was caught and the unchanged program passes, with 1 if not.
      """)

  @Argument(help: "A scenario with laps to plant the faults in; one that comes with the program by default.")
  var scenario: String?

  @Option(help: "Plant so many leaks of 256 KiB a lap and more, too, and run as often without one.")
  var leaks = 0

  @Option(of: .text, .json, .markdown) var format = Format.text

  @OptionGroup var progress: ProgressOption

  func validate() throws {
    guard (0...10_000).contains(leaks) else {
      throw ValidationError("--leaks: expected 0 to 10000, found \(leaks)")
    }
  }

  func run() async throws {
    let chosen = try scenario.map { try ScenarioFiles.read($0) }
    let provenance = await ScrollSimCommand.provenance
    let line = progress.line
    let file = try Exit.onFailure {
      defer { line.clear() }
      return try Selftest(scenario: chosen, provenance: provenance).run(leaks: leaks, note: line.show)
    }
    try Terminal.write(format.render(Document(file), [.json: file.json]))
    if !file.holds { throw Exit.internalError }
  }
}
