internal import ArgumentParser
internal import Foundation
internal import ScrollSim

/// `scrollsim worker`: measures one run, as told on standard input.
///
/// Not for people: `scrollsim run` starts it.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Measures one run, as told on standard input.", shouldDisplay: false)

  func run() throws {
    let task = try JSONDecoder().decode(WorkerTask.self, from: FileHandle.standardInput.readDataToEndOfFile())
    FileHandle.standardOutput.write(try JSONEncoder().encode(try Worker.perform(task)))
  }
}
