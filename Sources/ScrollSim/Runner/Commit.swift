internal import Foundation
internal import Subprocess

#if canImport(System)
  internal import System
#else
  internal import SystemPackage
#endif

/// Finds out which commit the running program was built from.
enum Commit {
  /// The commit of the checkout that holds the program, with `-dirty` if the checkout has changes; `nil` where the
  /// program was installed elsewhere, or there is no git.
  static func ofProgram() async -> String? {
    guard let program = Bundle.main.executablePath else { return nil }
    let folder = FilePath((program as NSString).deletingLastPathComponent)
    // Only a build folder belongs to the checkout around it; an installed program does not.
    guard program.contains("/.build/") else { return nil }
    guard
      let result = try? await Subprocess.run(
        .name("git"), arguments: ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"],
        workingDirectory: folder, output: .string(limit: 4096)),
      case .exited(0) = result.terminationStatus
    else { return nil }
    return result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
