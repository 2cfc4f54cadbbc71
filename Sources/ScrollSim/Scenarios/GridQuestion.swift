internal import GalleryKit

/// A user's question about a grid other than a scenario's.
package struct GridQuestion: Codable, Hashable, Sendable {
  /// Cells in a row; `nil` for the scenario's.
  package var columns: Int?
  /// A recording of how the grid is scrolled; `nil` for the scenario's trace.
  package var recording: RecordingSource?

  package init(columns: Int? = nil, recording: RecordingSource? = nil) {
    (self.columns, self.recording) = (columns, recording)
  }
}

extension Scenario {
  /// Takes a question's grid and scroll in place of the scenario's own; throws if columns, or those of a pinch, have no room.
  package mutating func ask(_ question: GridQuestion) throws(ScenarioError) {
    self.question = question
    let other = [
      question.columns.map { "\($0) \(grid.key)" },
      question.recording.map { "scrolled as \($0.path.split(separator: "/").last ?? "recorded")" },
    ].compactMap(\.self)
    if !other.isEmpty { about += " Asked of another grid: \(other.joined(separator: ", "))." }
    if let recording = question.recording { trace = .recording(recording) }
    if let columns = question.columns { grid.columns = columns }
    let pinches = trace.gestures.compactMap { gesture -> Int? in
      if case .columns(let columns) = gesture { columns } else { nil }
    }
    guard let crowded = ([grid.columns] + pinches).first(where: { !hasRoom(forColumns: $0) }) else { return }
    let message =
      "expected room for \(crowded) cells between spacings of \(grid.spacing) points, found none"
    throw ScenarioError(path: path, problems: [.init(keyPath: "grid.\(grid.key)", message: message)])
  }

  /// The SHA-256 of the file and of what was asked in addition to it; a recording counts by the current
  /// content of its file.
  var askedSHA256: String {
    var recording: String?
    if case .recording(let source) = trace {
      let content = (try? InputFile.bytes(path: source.path)).map { SHA256.hex(of: $0) } ?? source.path
      recording = "\(content) \(source.physics) \(source.isInverted)"
    }
    guard recording != nil || question.columns != nil else { return sha256 }
    return SHA256.hex(of: Array("\(sha256) \(question.columns ?? 0) \(recording ?? "")".utf8))
  }
}
