internal import Support

extension ResultFile: StoredFile {
  /// The file's name and the remedies for one that cannot be read.
  public static let kind = StoredFileKind(
    name: "a result file", unreadable: "`scrollsim run` says where it writes its results",
    otherSchema: "read it with the version of scrollsim that wrote it, or run the scenario again",
    broken: "run the scenario again")

  /// The result as JSON with a line for each column.
  public func json() throws -> String {
    var frame = self
    for index in frame.runs.indices {
      frame.runs[index].timeline = Timeline()
      if frame.runs[index].blankCells != nil { frame.runs[index].blankCells = BlankLog() }
      if frame.runs[index].decodes != nil { frame.runs[index].decodes = DecodeLog() }
    }
    return try ColumnText.place(runs, in: try frame.stableJSON())
  }

  /// Reports, which draw columns side by side, rely on equal lengths; verdicts rely on a definition of each metric.
  public var problem: String? {
    for run in runs {
      let undefined = run.status == .completed ? run.metrics.keys.filter { metricDefinitions[$0] == nil } : []
      if let metric = undefined.min() {
        return "expected metricDefinitions to say what \(metric) of run \(run.id) is, found nothing of it"
      }
      let log = FileColumn.all(of: run.decodes).filter { !["assets", "files"].contains($0.name) }
      let groups = [
        ("timeline", FileColumn.all(of: run.timeline)),
        ("decodes", log.filter { !$0.name.hasPrefix("wait") }),
        ("decodes", log.filter { $0.name.hasPrefix("wait") }),
        ("blankCells", FileColumn.all(of: run.blankCells).filter { $0.name != "assets" }),
      ]
      for (name, columns) in groups where Set(columns.map(\.count)).count > 1 {
        let counts = columns.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
        return
          "expected the \(name) of run \(run.id) to have equally long columns, found entries: \(counts)"
      }
    }
    return nil
  }
}

/// A column of a run's timeline, decodes or blank cells: numbers or texts.
private struct FileColumn {
  let name: String
  let values: any Collection & Encodable

  var count: Int { values.count }

  /// The columns of a log in alphabetical order: its properties, but for those that are `nil`.
  static func all(of log: Any?) -> [FileColumn] {
    guard let log else { return [] }
    return Mirror(reflecting: log).children.compactMap { name, values in
      guard let name, let values = values as? any Collection & Encodable else { return nil }
      return FileColumn(name: name, values: values)
    }
    .sorted { $0.name < $1.name }
  }
}

extension RunRecord {
  fileprivate var logs: [(name: String, log: Any)] {
    let logs: [(String, Any?)] = [("blankCells", blankCells), ("decodes", decodes), ("timeline", timeline)]
    return logs.compactMap { name, log in log.map { (name, $0) } }
  }
}

/// A result's columns as JSON, each on one line: with a line for each number, encoding takes longer than a model run.
private enum ColumnText {
  /// The lines that begin an object with columns, which no text from outside can look like, as JSON escapes line breaks in strings.
  private static let openings = ["blankCells", "decodes", "timeline"].map {
    Array("      \"\($0)\" : {".utf8)
  }
  private static let closing = "      }"

  /// Replaces the columns in `json`, which encodes the same runs with sorted keys, with the runs' columns.
  static func place(_ runs: [RunRecord], in json: String) throws -> String {
    let columns = try Array(runs.enumerated()).concurrentMap { index, run in
      try run.logs.map { try written(FileColumn.all(of: $0.log), at: "runs[\(index)].\($0.name)") }
    }
    var next = columns.joined().makeIterator()
    // Bytes, because a string takes a third longer to grow.
    var text: [UInt8] = []
    var isInside = false
    for line in json.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // The closing line may have a comma.
      if isInside, !line.starts(with: closing.utf8) { continue }
      if !text.isEmpty { text.append(UInt8(ascii: "\n")) }
      text += line
      isInside = openings.contains { line.elementsEqual($0) }
      if isInside { text += next.next() ?? [] }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func written(_ columns: [FileColumn], at place: String) throws -> [UInt8] {
    var text: [UInt8] = []
    for (index, column) in columns.enumerated() {
      text += "\(index == 0 ? "" : ",")\n        \"\(column.name)\" : ".utf8
      if let numbers = column.values as? [Double] {
        try write(numbers, at: "\(place).\(column.name)", to: &text)
      } else {
        text += try column.values.stableJSON(isIndented: false).utf8
      }
    }
    return text
  }

  private static func write(
    _ numbers: [Double], at place: String, to text: inout [UInt8]
  ) throws(ResultFileError) {
    text.append(UInt8(ascii: "["))
    for (row, value) in numbers.enumerated() {
      guard value.isFinite else { throw .notFinite(value, at: "\(place)[\(row)]") }
      if row > 0 { text.append(UInt8(ascii: ",")) }
      // As the encoder writes them: a whole number has no point.
      text += (Int(exactly: value)?.description ?? value.description).utf8
    }
    text.append(UInt8(ascii: "]"))
  }
}
