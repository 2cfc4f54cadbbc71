import BenchReport
import Foundation
import ScrollSim
import Subprocess
import TestSupport
import Testing

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The built program, run from outside as people and scripts run it.
enum Program {
  /// The outcome of a run of the program.
  struct Outcome: Sendable {
    /// The exit code; `nil` if a signal ended the program.
    let code: Int32?
    let output: String
    let error: String

    /// Lines of standard error.
    var complaints: [String] { error.split(separator: "\n").map(String.init) }

    /// Expects an exit code and words on standard error, where such are given.
    fileprivate func expect(
      _ expected: Int32?, _ words: String?, of command: String, at place: SourceLocation
    ) {
      if let expected {
        #expect(code == expected, "\(command): \(output) \(error)", sourceLocation: place)
      }
      if let words { #expect(error.contains(words), "\(command): \(error)", sourceLocation: place) }
    }
  }

  /// The executable, which the build puts beside the tests.
  static let path: String = {
    #if canImport(Darwin)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return bundle.bundleURL.deletingLastPathComponent().appending(path: "scrollsim").path
    #else
      return Bundle.main.bundleURL.appending(path: "scrollsim").path
    #endif
  }()

  /// The folder of all tests' catalogues and synthetic libraries, and of their shared files; removed when they end.
  static let cache: String = {
    let path =
      FileManager.default.temporaryDirectory.path
      + "/scrollsim-cache-\(ProcessInfo.processInfo.processIdentifier)"
    atexit { try? FileManager.default.removeItem(atPath: Program.cache) }
    return path
  }()

  /// Runs a command line to its end.
  ///
  /// - Parameters:
  ///   - line: its words, as ``SmallScenario/words(_:)`` finds them; `run` gets its own defaults.
  ///   - environment: the differences from the tests' own environment.
  ///   - folder: the working folder.
  ///   - code: the exit code that is expected, if one is.
  ///   - words: what is expected on standard error.
  ///   - shown: what is expected on standard output.
  @discardableResult
  static func run(
    _ line: String, environment: [String: String] = [:], in folder: String? = nil, code: Int32? = nil,
    saying words: String? = nil, showing shown: [String] = [], at place: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let outcome = try await run(line, environment: environment, in: folder) { _ in }.outcome
    outcome.expect(code, words, of: line, at: place)
    for words in shown {
      #expect(outcome.output.contains(words), "\(outcome.output) \(outcome.error)", sourceLocation: place)
    }
    // Wrong usage is reported, and nothing else is done.
    if code == 64 {
      #expect(
        outcome.output == "" && outcome.error != "", "\(line): \(outcome.output)", sourceLocation: place)
    }
    return outcome
  }

  /// Runs a command line to its end, and passes the program's process identifier to `body` meanwhile.
  static func run<Value: Sendable>(
    _ line: String, environment: [String: String] = [:], in folder: String? = nil,
    meanwhile body: @escaping @Sendable (pid_t) async throws -> Value
  ) async throws -> (outcome: Outcome, value: Value) {
    let arguments = SmallScenario.words(line)
    if arguments.first == "run" { try await photos.value }
    var settings = ["SCROLLSIM_CACHE": cache]
    settings.merge(environment) { _, new in new }
    let result = try await Subprocess.run(
      .path(FilePath(path)),
      arguments: Arguments(arguments + defaults(for: arguments)),
      environment: .inherit.updating(
        Dictionary(uniqueKeysWithValues: settings.map { (Environment.Key(stringLiteral: $0), $1) })),
      workingDirectory: folder.map { FilePath($0) }, input: .none, output: .string(limit: 16 << 20),
      error: .string(limit: 1 << 20)
    ) { execution in
      try await body(execution.processIdentifier.value)
    }
    let code: Int32? = if case .exited(let code) = result.terminationStatus { code } else { nil }
    return (
      Outcome(code: code, output: result.standardOutput, error: result.standardError), result.closureResult
    )
  }

  /// Runs a line of the shell, for tests that need a shell.
  @discardableResult
  static func shell(
    _ line: String, code: Int32? = nil, saying words: String? = nil,
    at place: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let result = try await Subprocess.run(
      .path("/bin/sh"), arguments: ["-c", line],
      environment: .inherit.updating(["SCROLLSIM_CACHE": cache]), input: .none,
      output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
    let ended: Int32? = if case .exited(let code) = result.terminationStatus { code } else { nil }
    let outcome = Outcome(code: ended, output: result.standardOutput, error: result.standardError)
    outcome.expect(code, words, of: line, at: place)
    return outcome
  }

  /// Whether other programs are installed, by their names.
  static func has(_ programs: String...) async throws -> Bool {
    let line = programs.map { "command -v \($0)" }.joined(separator: " && ")
    return try await shell("PATH=\"$PATH:/usr/sbin\"; (\(line)) > /dev/null").code == 0
  }

  /// The synthetic photos, made by one process, so that the first ones do not all make them.
  private static let photos = Task {
    let folder = TemporaryFolder(in: cache)
    let run = "run '\(SmallScenario.path)' --strategy none --rounds 1 --repeats 0 --no-progress"
    try await shell("'\(path)' \(run) --output '\(folder.path)'")
  }

  /// The tests' defaults for `run`: no progress, one round, and of replays no repeats, whatever the machine does.
  private static func defaults(for arguments: [String]) -> [String] {
    guard arguments.first == "run" else { return [] }
    let isPaced = arguments.contains("--rounds") || arguments.contains("--at-most")
    let repeats = arguments.contains("--repeats") || arguments.contains("model") ? [] : ["--repeats", "0"]
    return ["--no-progress"] + (isPaced ? [] : ["--rounds", "1"]) + repeats
  }

  /// Waits until something holds, looking twenty times a second; fails after five minutes, for example if the
  /// moment was missed.
  static func wait(
    at place: SourceLocation = #_sourceLocation, until condition: () throws -> Bool
  ) async throws {
    let end = ContinuousClock.now + .seconds(300)
    while try !condition() {
      try #require(
        ContinuousClock.now < end, "expected this within five minutes, found it never", sourceLocation: place)
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}

/// A command line that a suite ends in one way or another, as in `check("--update", code: 0)`.
struct Command {
  /// How it begins; `SMALL` in it stands for the scenario.
  let start: String
  /// The differences from the tests' own environment.
  var environment: [String: String] = [:]
  /// The working folder.
  var folder: String?
  /// The exit code that is expected if none is named.
  var code: Int32?

  /// Runs it with more options, over another scenario if one is given; the rest is as for ``Program``.
  @discardableResult
  func callAsFunction(
    _ options: String = "", of scenario: String = "SMALL", code: Int32? = nil, saying words: String? = nil,
    showing shown: [String] = [], at place: SourceLocation = #_sourceLocation
  ) async throws -> Program.Outcome {
    try await Program.run(
      "\(start.replacing("SMALL", with: scenario)) \(options)", environment: environment, in: folder,
      code: code ?? self.code, saying: words, showing: shown, at: place)
  }
}

extension TemporaryFolder {
  /// The program, with this as its working folder.
  var scrollsim: Command { Command(start: "", folder: path) }

  /// The result of a name, as `small.model`.
  func result(_ name: String) throws -> ResultFile { try ResultFile.read(path: file("\(name).json")) }

  /// The search over the small scenario, in the folder or in one inside.
  func advice(in part: String = ".") throws -> AdviceFile {
    try AdviceFile.read(path: file("\(part)/small.advice.json"))
  }

  /// The number of runs that have ended in the partial result of a name; 0 while there is none.
  func completedRuns(of name: String, in part: String = ".") throws -> Int {
    guard let path = partial(of: name, in: part) else { return 0 }
    return try ResultFile.read(path: path).runs.count { $0.status == .completed }
  }
}

extension Trait where Self == ConditionTrait {
  /// Only in `make check-all`.
  static var long: Self { .enabled(if: LongTests.areWanted, Comment(rawValue: LongTests.skipReason)) }

  /// Not under the thread sanitizer, which itself does not start where files must be short.
  static var withShortFiles: Self {
    #if THREAD_SANITIZER
      return .disabled("the sanitizer itself does not start where files must be short")
    #else
      return .enabled(if: true)
    #endif
  }
}
