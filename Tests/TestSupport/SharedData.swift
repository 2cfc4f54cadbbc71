internal import Foundation

/// Photos and recordings that are not part of the repository: tests that need them skip, with a word, without them.
public enum SharedData {
  /// The folder that holds `corpus` and `traces`, as `SCROLLSIM_SHARED` names it.
  public static let root: String? = {
    guard let path = ProcessInfo.processInfo.environment["SCROLLSIM_SHARED"], !path.isEmpty else {
      return nil
    }
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  /// Whether the folder is there.
  public static var isPresent: Bool { root != nil }

  /// What a skipped test says.
  public static let skipReason: String = "set SCROLLSIM_SHARED to a folder that holds corpus/ and traces/"

  /// A part of the corpus, such as `photos`.
  public static func corpus(_ part: String) -> String? { root.map { "\($0)/corpus/\(part)" } }
}
