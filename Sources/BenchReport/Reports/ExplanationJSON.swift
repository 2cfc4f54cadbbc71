public import ScrollSim

extension RunRecord {
  /// The reasons for blank cells as JSON, with sorted keys and without absent values.
  ///
  /// It is `nil` without an explanation.
  ///
  /// - Throws: ``ResultFileError`` if a number is not finite, naming it.
  public func explanationJSON() throws -> String? {
    struct Explained: Encodable {
      let id: String
      let conclusion: String
      let explanation: RunExplanation
    }
    return try explanation.map { explanation in
      try Explained(id: id, conclusion: Conclusion(explanation).description, explanation: explanation)
        .stableJSON()
    }
  }
}

extension ResultFile {
  /// The causes of blank cells in each run, as JSON with sorted keys; a run without an explanation has no causes.
  ///
  /// - Throws: ``ResultFileError`` if a number is not finite, naming it.
  public func causesJSON() throws -> String {
    struct Entry: Encodable {
      let id: String
      let status: RunRecord.Status
      let blankAppearances: Int?
      let causes: [RunExplanation.CauseTotal]?
    }
    let entries = runs.map {
      Entry(
        id: $0.id, status: $0.status, blankAppearances: $0.explanation?.blankAppearances,
        causes: $0.explanation?.causes)
    }
    return try ["runs": entries].stableJSON()
  }
}
