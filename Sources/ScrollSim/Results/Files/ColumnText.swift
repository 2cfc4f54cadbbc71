internal import Foundation
internal import Support

extension ResultFile: StoredFile {
  package static let kind = StoredFileKind(
    name: "a result file", unreadable: "`scrollsim run` says where it writes its results",
    otherKind: "name a file that 'scrollsim run' wrote",
    otherSchema: "read it with the version of scrollsim that wrote it, or run the scenario again",
    broken: "run the scenario again")

  /// The result as JSON with a line for each column.
  package func json() throws -> String {
    try ColumnText.place(runs, in: ColumnText.$leavesMarks.withValue(true) { try stableJSON() })
  }

  /// Reports, which draw columns side by side, rely on equal lengths; verdicts rely on a definition of each metric.
  package var problem: String? {
    for run in runs {
      let undefined = run.status == .completed ? run.metrics.keys.filter { metricDefinitions[$0] == nil } : []
      if let metric = undefined.min() {
        return "expected metricDefinitions to say what \(metric) of run \(run.id) is, found nothing about it"
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

  /// The columns of a log in alphabetical order: its properties, except those that are `nil`.
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
  /// The logs that a result file has in columns, in the order in which it has them.
  fileprivate var logs: [(name: String, log: Any)] {
    let logs: [(String, Any?)] = [("blankCells", blankCells), ("decodes", decodes), ("timeline", timeline)]
    return logs.compactMap { name, log in log.map { (name, $0) } }
  }
}

extension BlankLog {
  /// As columns, or as a mark in their place.
  package func encode(to encoder: any Encoder) throws { try ColumnText.encode(self, to: encoder) }
}

extension DecodeLog {
  /// As columns, or as a mark in their place.
  package func encode(to encoder: any Encoder) throws { try ColumnText.encode(self, to: encoder) }
}

extension Timeline {
  /// As columns, or as a mark in their place.
  package func encode(to encoder: any Encoder) throws { try ColumnText.encode(self, to: encoder) }
}

/// A result's columns as JSON, each on one line: with a line for each number, encoding takes longer than a model run.
///
/// The result is encoded with a mark in place of each log; then columns take the marks' places.
private enum ColumnText {
  /// Whether logs are encoded as marks, for columns to take their places.
  @TaskLocal static var leavesMarks = false
  private static let mark = "columns"

  static func encode(_ log: Any, to encoder: any Encoder) throws {
    if leavesMarks {
      var container = encoder.singleValueContainer()
      return try container.encode(mark)
    }
    var container = encoder.container(keyedBy: FieldKey.self)
    for column in FileColumn.all(of: log) {
      try container.encode(column.values, forKey: FieldKey(stringValue: column.name))
    }
  }

  /// Puts the runs' columns in the places of their marks in `json`, which encodes the runs with sorted keys.
  static func place(_ runs: [RunRecord], in json: String) throws -> String {
    let logs = try Array(runs.enumerated()).concurrentMap { index, run in
      try run.logs.map { name, log in
        let columns = try written(FileColumn.all(of: log), at: "runs[\(index)].\(name)")
        // No text from outside looks like a mark with its name, as JSON escapes quotation marks in strings.
        return (
          marked: Array("\"\(name)\" : \"\(mark)\"".utf8),
          text: Array("\"\(name)\" : {".utf8) + columns + Array("\n      }".utf8)
        )
      }
    }
    var waiting = logs.joined().makeIterator()
    var next = waiting.next()
    // Bytes, because a string takes a third longer to grow.
    var text: [UInt8] = []
    for line in json.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let content = line.drop { $0 == UInt8(ascii: " ") }
      if let log = next, content.starts(with: log.marked) {
        text += line.prefix(line.count - content.count)
        text += log.text
        text += content.dropFirst(log.marked.count)
        next = waiting.next()
      } else {
        text += line
      }
      text.append(UInt8(ascii: "\n"))
    }
    precondition(next == nil, "expected a mark for every log in a result's JSON")
    return String(decoding: text.dropLast(), as: UTF8.self)
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
