import CLibFuzzer
import Foundation

/// `Fuzz TARGET [libFuzzer's options and folders]`, `Fuzz list`, or `Fuzz seeds TARGET FOLDER`.
@main enum Fuzz {
  /// The target that the loop runs; set once, before it starts.
  private nonisolated(unsafe) static var target: any FuzzTarget.Type = ProbeTarget.self

  static func main() throws {
    var arguments = CommandLine.arguments
    switch arguments.count > 1 ? arguments[1] : "" {
    case "list":
      for target in FuzzTargets.all { print(target.name, target.longestInput) }
    case "seeds" where arguments.count == 4:
      try writeSeeds(of: named(arguments[2]), into: arguments[3])
    case let name:
      unsafe target = named(name)
      arguments.remove(at: 1)
      loop(arguments)
    }
  }

  private static func named(_ name: String) -> any FuzzTarget.Type {
    if let target = FuzzTargets.named(name) { return target }
    let names = FuzzTargets.all.map { $0.name }.joined(separator: ", ")
    FileHandle.standardError.write(
      Data("expected a target (\(names)), 'list', or 'seeds TARGET FOLDER', found '\(name)'\n".utf8))
    exit(64)
  }

  private static func writeSeeds(of target: any FuzzTarget.Type, into folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, bytes) in try target.seeds() {
      try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
    }
  }

  private static func loop(_ arguments: [String]) {
    var count = CInt(arguments.count)
    // libFuzzer keeps the arguments for as long as it runs, and it ends the process itself.
    let strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: arguments.count + 1)
    for (index, argument) in arguments.enumerated() { unsafe strings[index] = unsafe strdup(argument) }
    unsafe strings[arguments.count] = nil
    var pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe strings
    let code = unsafe LLVMFuzzerRunDriver(&count, &pointer) { bytes, count in
      unsafe Fuzz.target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
    exit(code)
  }
}
