internal import ArgumentParser
internal import Foundation
public import GalleryKit
internal import ScrollSim

/// The program as a library, so that your own strategies and orders need no fork.
///
///     await ScrollSimProgram.main(strategies: [MyStrategy.self])
///
/// A `main.swift` with this line is a `scrollsim` with one more strategy: in scenarios, tables, searches and
/// gates, next to all others. `scrollsim init strategy` writes one.
public enum ScrollSimProgram {
  /// Performs the command line and ends the process; two strategies or two orders of one name are wrong usage.
  ///
  /// - Parameters:
  ///   - strategies: strategies besides GalleryKit's.
  ///   - orders: orders besides GalleryKit's.
  @MainActor public static func main(
    strategies: [any CachingStrategy.Type] = [], orders: [RequestOrder] = []
  ) async {
    // Also in replays, whose processes are this program.
    ImageManager.returnMemoryWhenFreed()
    for strategy in strategies {
      refuse(
        "strategy", strategy.descriptor.name, if: ComparedStrategies.named(strategy.descriptor.name) != nil)
      CachingStrategies.add(strategy)
    }
    for order in orders {
      refuse("order", order.name, if: ComparedOrders.named(order.name) != nil)
      RequestOrder.add(order)
    }
    await ScrollSimCommand.main()
  }

  private static func refuse(_ kind: String, _ name: String, if isTaken: Bool) {
    guard isTaken else { return }
    ScrollSimCommand.exit(
      withError: Exit.because(
        "main.swift: expected a name for each \(kind), found two that are called '\(name)'; rename your own"))
  }
}

struct ScrollSimCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrollsim",
    abstract: "Replays how people scroll over a photo library and compares caching strategies.",
    discussion: """
      scrollsim run fling                       compare strategies on one trace
      scrollsim run resize-modes                exact against fast resizing
      scrollsim run fling --library ~/Pictures  over your own photos
      scrollsim init                            a scenario for your app
      scrollsim advise                          how far ahead, and in which order

      Exit codes: 0 pass, 1 internal error, 2 a regression or a broken limit,
      3 not measured, 4 an improvement (only if asked for), 5 no baseline or not
      comparable, 64 wrong usage or a bad scenario, 74 the disk or a file cannot be
      read or written.
      """,
    version: "0.1.0",
    subcommands: [
      RunCommand.self, CheckCommand.self, CompareCommand.self, ReportCommand.self, ExplainCommand.self,
      AdviseCommand.self, InitCommand.self, LibraryCommand.self, TraceCommand.self, CalibrateCommand.self,
      ValidateCommand.self, WatchCommand.self, ListCommand.self, WorkerCommand.self,
    ])

  @MainActor static func main() async {
    Terminal.openClosedStreams()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == WorkerCommand.configuration.commandName {
      // The main thread shows frames; awaited work runs on others.
      WorkerCommand.main(Array(arguments.dropFirst()))
    } else if arguments == ["--version"] {
      print(await version, terminator: "")
    } else if let complaint = RemovedWords.complaint(of: arguments) ?? unknownCommand(in: arguments) {
      exit(withError: Exit.because(complaint))
    } else {
      await perform()
    }
  }

  private static func perform() async {
    do {
      var command = try await asyncParseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      let message = Self.message(for: error)
      // The parser knows nothing of errors that commands throw.
      if exitCode(for: error) == .failure { exit(withError: Exit.because(of: error)) }
      guard exitCode(for: error) == Exit.usage, !message.isEmpty else { exit(withError: error) }
      exit(
        withError: Exit.because("\(message)\n'scrollsim help' lists commands, '--help' after one its options")
      )
    }
  }

  /// The message about a word in a command's place that names no command; `nil` if the arguments name one as
  /// far as they must.
  private static func unknownCommand(in arguments: [String]) -> String? {
    var (path, command): (String, any ParsableCommand.Type) = (_commandName, self)
    for argument in arguments {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return nil }
      guard let next = commands.first(where: { $0._commandName == argument }) else {
        // The argument may be one of the default subcommand.
        if command.configuration.defaultSubcommand != nil { return nil }
        let known = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        let expected = "a command: \(known.joined(separator: ", "))"
        return "\(path): \(OptionValue.refusal(of: argument, among: known, expected: expected))"
      }
      (path, command) = ("\(path) \(argument)", next)
    }
    return nil
  }

  /// The version, the commit of the checkout that contains the program, and the libraries that read photos.
  private static var version: String {
    get async {
      let provenance = await provenance
      let libraries = provenance.libraries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      let others = ImageFormat.allCases.filter { !$0.isReadable && $0 != .unknown }.map(\.rawValue)
      return Rows(
        title: "scrollsim \(configuration.version)",
        rows: [
          ("checkout", provenance.git ?? "none"),
          ("build", "\(provenance.build), Swift \(provenance.swift)"),
          ("libraries", libraries.joined(separator: ", ")),
          ("without", others.joined(separator: ", ")),
        ].filter { !$0.1.isEmpty }
      ).text
    }
  }

  static var executable: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }

  /// The place, time and program of the measurements.
  static var provenance: Provenance {
    get async { await .current(command: CommandLine.arguments, libraries: ImageLibraries.versions) }
  }
}

/// Commands and options of earlier builds, and what replaces them.
private enum RemovedWords {
  private static let commands = [
    "export": "scrollsim report NAME -o FILE",
    "results": "scrollsim list results', 'scrollsim report NAME' and 'scrollsim compare NAME",
    "strategies": "scrollsim list strategies", "metrics": "scrollsim list metrics",
    "costs": "scrollsim list costs", "tune": "scrollsim advise --combinations 400",
    "sweep": "scrollsim advise --every", "merge": "scrollsim advise --join",
    "selftest": "scrollsim check --selftest", "thumbnail": "scrollsim library thumbnail",
    "cache": "swift run -c release CacheReplay replay FILE BYTES POLICY",
  ]

  /// By the command.
  private static let options = [
    "run": ["--export-requests": "swift run -c release CacheReplay requests SCENARIO FILE"],
    "report": [
      "--tune": "--advice", "--video": "-o FILE.html", "--filmstrip": "-o FILE.html",
      "--at": "-o FILE.html", "--columns": "--show",
    ],
    "advise": ["--iterations": "--rounds"],
    "check": ["--pairs": "--rounds"],
    "list": ["--measured": "python3 Benchmarks/strategies.py"],
  ]

  /// The message about the first of them; `nil` if there is none.
  static func complaint(of arguments: [String]) -> String? {
    guard let command = arguments.first else { return nil }
    if let successor = commands[command] {
      return "scrollsim: expected '\(successor)', found '\(command)', which it replaces"
    }
    return arguments.dropFirst().prefix { $0 != "--" }.lazy.compactMap { argument in
      let option = String(argument.prefix { $0 != "=" })
      return options[command]?[option].map {
        "\(command): expected '\($0)', found '\(option)', which it replaces"
      }
    }.first
  }
}

/// Started by `scrollsim run`; not for people.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Measures one run, as told on standard input.", shouldDisplay: false)

  func run() throws {
    let task = try JSONDecoder().decode(WorkerTask.self, from: FileHandle.standardInput.readDataToEndOfFile())
    FileHandle.standardOutput.write(try JSONEncoder().encode(try Worker.perform(task)))
  }
}
