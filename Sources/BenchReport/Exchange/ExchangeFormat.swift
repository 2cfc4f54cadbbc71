public import ScrollSim

/// Formats of a result for other tools.
public enum ExchangeFormat: String, CaseIterable, Sendable {
  /// A row for each run; see ``CSVReport``.
  case csv
  /// A row for each frame of each run; see ``Timeline``.
  case csvFrames = "csv-frames"
  /// A row for each decode of each run; see ``DecodeLog``.
  case csvDecodes = "csv-decodes"
  /// A row for each blank cell of each run, with its reason; see ``BlankLog``.
  case csvBlankCells = "csv-blank-cells"
  /// Go's benchmark format, which benchstat compares; see ``GoBenchmarkReport``.
  case benchfmt
  /// JUnit XML, for CI systems that show tests; see ``JUnitReport``.
  case junit
  /// Chrome's trace events, which Perfetto opens; see ``TraceEventReport``.
  case traceEvents = "trace-events"

  /// The result in this format, ending with a line end.
  ///
  /// - Throws: ``ResultFileError`` if a number is not finite, in formats that are JSON.
  public func render(_ result: ResultFile) throws -> String {
    switch self {
    case .csv: CSVReport(result).render()
    case .csvFrames: CSVReport(framesOf: result).render()
    case .csvDecodes: CSVReport(decodesOf: result).render()
    case .csvBlankCells: CSVReport(blankCellsOf: result).render()
    case .benchfmt: GoBenchmarkReport(result: result).render()
    case .junit: JUnitReport(result).render()
    case .traceEvents: try TraceEventReport(result).render()
    }
  }
}
