internal import GalleryKit

/// What a user asks about another grid than a scenario's.
package struct GridQuestion: Codable, Hashable, Sendable {
  /// Cells in a row; `nil` for the scenario's.
  package var columns: Int?
  /// A recording of how the grid is scrolled; `nil` for the scenario's trace.
  package var recording: RecordingSource?

  package init(columns: Int? = nil, recording: RecordingSource? = nil) {
    self.columns = columns
    self.recording = recording
  }
}

extension Scenario {
  /// Takes a question's grid and scroll in place of the scenario's own.
  ///
  /// - Throws: ``ScenarioError`` if so many columns have no room.
  package mutating func ask(_ question: GridQuestion) throws(ScenarioError) {
    self.question = question
    let other = [
      question.columns.map { "\($0) \(grid.key)" },
      question.recording.map { "scrolled as \($0.path.split(separator: "/").last ?? "recorded")" },
    ].compactMap(\.self)
    if !other.isEmpty { about += " Asked of another grid: \(other.joined(separator: ", "))." }
    if let recording = question.recording { trace = .recording(recording) }
    guard let columns = question.columns else { return }
    guard hasRoom(forColumns: columns) else {
      let message =
        "expected room for \(columns) cells between spacings of \(grid.spacing) points, found none"
      throw ScenarioError(path: path, problems: [.init(keyPath: "grid.columns", message: message)])
    }
    grid.columns = columns
  }

  /// The SHA-256 of the question that is answered: of the file and what was asked beside it.
  ///
  /// A recording counts by its content as its path names it now.
  var askedSHA256: String {
    guard question != GridQuestion() else { return sha256 }
    let recording = question.recording.map { source in
      [
        (try? InputFile.bytes(path: source.path)).map { SHA256.hex(of: $0) } ?? source.path, source.physics,
        "\(source.isInverted)",
      ].joined(separator: " ")
    }
    return SHA256.hex(of: Array("\(sha256) \(question.columns ?? 0) \(recording ?? "")".utf8))
  }
}
