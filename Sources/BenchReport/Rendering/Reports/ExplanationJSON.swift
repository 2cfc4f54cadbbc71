extension RunRecord {
  /// Why cells were blank, as JSON: keys sorted; what has no value is absent.
  ///
  /// `nil` if there is no explanation.
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
  /// The causes of blank cells in each run, as JSON: keys sorted; a run that has no explanation has no causes.
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
