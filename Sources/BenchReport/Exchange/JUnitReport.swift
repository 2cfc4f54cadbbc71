/// A result as JUnit XML, for CI systems that show tests: a case for each run, which errs if it does not count as measured
/// and fails if it breaks a limit of the scenario.
public struct JUnitReport: Sendable {
  private let result: ResultFile

  /// Takes a result to write.
  public init(_ result: ResultFile) { self.result = result }

  /// The document.
  public func render() -> String {
    let unmeasured = Dictionary(result.unmeasured.map { ($0.runID, $0.description) }) { first, _ in first }
    let broken = Dictionary(grouping: result.brokenLimits, by: \.runID)
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites>",
      Self.tag(
        "testsuite",
        [
          ("name", result.scenario.name), ("tests", "\(result.runs.count)"), ("failures", "\(broken.count)"),
          ("errors", "\(unmeasured.count)"), ("timestamp", result.provenance.startedAt),
        ]),
    ]
    for run in result.runs {
      let open = Self.tag(
        "testcase", [("classname", "\(result.scenario.name).\(result.mode.rawValue)"), ("name", run.id)])
      var problems = unmeasured[run.id].map { [Self.tag("error", [("message", $0)]) + "</error>"] } ?? []
      problems += (broken[run.id] ?? []).map {
        Self.tag("failure", [("message", $0.description)]) + "</failure>"
      }
      lines.append(open + problems.joined() + "</testcase>")
    }
    return (lines + ["</testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private static func tag(_ name: String, _ attributes: [(String, String)]) -> String {
    "<\(name)" + attributes.map { " \($0.0)=\"\($0.1.escaped)\"" }.joined() + ">"
  }
}
