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
    /// Standard output.
    let output: String
    /// Standard error.
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

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: the command line; `run` gets defaults of its own.
  ///   - environment: the differences from the tests' own environment.
  ///   - folder: the working folder.
  ///   - code: the exit code that is expected, if one is.
  ///   - words: what is expected on standard error.
  @discardableResult
  static func run(
    _ arguments: [String], environment: [String: String] = [:], in folder: String? = nil, code: Int32? = nil,
    saying words: String? = nil, at place: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let outcome = try await run(arguments, environment: environment, in: folder) { _ in }.outcome
    outcome.expect(code, words, of: arguments.joined(separator: " "), at: place)
    return outcome
  }

  /// Runs the program to its end, and passes its process identifier to `body` meanwhile.
  static func run<Value: Sendable>(
    _ arguments: [String], environment: [String: String] = [:], in folder: String? = nil,
    meanwhile body: @escaping @Sendable (pid_t) async throws -> Value
  ) async throws -> (outcome: Outcome, value: Value) {
    if arguments.first == "run" { try await photos.value }
    return try await launch(arguments, environment: environment, in: folder, meanwhile: body)
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
      output: .string(limit: 1 << 20),
      error: .string(limit: 1 << 20))
    let ended: Int32? = if case .exited(let code) = result.terminationStatus { code } else { nil }
    let outcome = Outcome(code: ended, output: result.standardOutput, error: result.standardError)
    outcome.expect(code, words, of: line, at: place)
    return outcome
  }

  /// The synthetic photos, made by one process, so that the first ones do not all make them.
  private static let photos = Task {
    let folder = try TemporaryFolder(in: cache)
    let arguments = ["run", SmallScenario.path, "--strategy", "none", "--output", folder.path]
    _ = try await launch(arguments, environment: [:], in: nil) { _ in }
  }

  /// The tests' defaults for `run`: no progress, one round, and no repeats, whatever the machine does.
  private static func defaults(for arguments: [String]) -> [String] {
    guard arguments.first == "run" else { return [] }
    let isPaced = arguments.contains("--rounds") || arguments.contains("--at-most")
    return ["--no-progress"] + (isPaced ? [] : ["--rounds", "1"])
      + (arguments.contains("--repeats") ? [] : ["--repeats", "0"])
  }

  private static func launch<Value: Sendable>(
    _ arguments: [String], environment: [String: String], in folder: String?,
    meanwhile body: @escaping @Sendable (pid_t) async throws -> Value
  ) async throws -> (outcome: Outcome, value: Value) {
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

  /// Waits until something holds, looking twenty times a second; fails after five minutes, as where the moment was missed.
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
