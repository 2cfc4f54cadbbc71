/// Why there is no trace.
package enum TraceError: Error, Hashable {
  /// The file cannot be opened or read.
  case unreadable(path: String, reason: String)
  /// A line of a recording is not what it should be.
  case malformed(path: String, line: Int, expected: String, found: String)
  /// There is no physics of that name.
  case unknownPhysics(String)
}

extension TraceError: CustomStringConvertible {
  /// What went wrong and where, ready for people.
  package var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "\(path): cannot be read: \(reason)"
    case .malformed(let path, let line, let expected, let found):
      "\(path):\(line): expected \(expected), found \(found)"
    case .unknownPhysics(let name):
      "there is no scroll physics '\(name)'; there is "
        + ScrollPhysicsModels.all.map(\.name).joined(separator: ", ")
    }
  }
}
