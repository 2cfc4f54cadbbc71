package import Foundation

/// Photos and recordings outside the repository: tests that need them skip without them, and say so.
package enum SharedData {
  /// The folder that holds `corpus` and `traces`, as `SCROLLSIM_SHARED` names it.
  package static let root: String? = {
    guard let path = ProcessInfo.processInfo.environment["SCROLLSIM_SHARED"], !path.isEmpty else {
      return nil
    }
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  package static var isPresent: Bool { root != nil }

  package static let skipReason: String = "set SCROLLSIM_SHARED to a folder that holds corpus/ and traces/"

  /// The files of a part in the corpus's list, and its notes on each, which end with the plain decoders' verdict.
  package static func files(of part: String) throws -> [(name: String, path: String, notes: String)] {
    guard let root else { return [] }
    let list = try String(contentsOfFile: "\(root)/corpus/MANIFEST.tsv", encoding: .utf8)
    var files: [(name: String, path: String, notes: String)] = []
    for line in list.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count > 6, fields[0].hasPrefix(part + "/") else { continue }
      let name = String(fields[0].dropFirst(part.count + 1))
      files.append((name, "\(root)/corpus/\(fields[0])", String(fields[6])))
    }
    return files
  }

  /// The most pixels of a picture that tests look at one by one: without optimisation, a large one takes seconds.
  /// `make check-all` runs optimised tests, which look at all.
  #if DEBUG
    package static let mostPixels = 500_000
  #else
    package static let mostPixels = Int.max
  #endif

  /// A part of the corpus, such as `photos`.
  package static func corpus(_ part: String) -> String? { root.map { "\($0)/corpus/\(part)" } }
}

/// The checkout that these tests belong to.
package enum Repository {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  package static let path = root.path
}

/// Tests that take too long for every change: `make check-all` runs them, by `SCROLLSIM_ALL`.
package enum LongTests {
  package static let areWanted: Bool = ProcessInfo.processInfo.environment["SCROLLSIM_ALL"] != nil

  /// Whether arithmetic is to be repeated over many random cases: a sanitizer sees as much in a dozen as in
  /// hundreds.
  package static let haveMany: Bool =
    areWanted && ProcessInfo.processInfo.environment["SCROLLSIM_OPTIMISED"] == nil

  package static let skipReason: String = "make check-all runs it"
}
