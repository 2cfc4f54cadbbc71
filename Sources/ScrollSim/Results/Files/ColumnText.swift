internal import Support

extension ResultFile: StoredFile {
  /// The file's name and the remedies for one that cannot be read.
  public static let kind = StoredFileKind(
    name: "a result file", unreadable: "`scrollsim run` says where it writes its results",
    otherSchema: "read it with the version of scrollsim that wrote it, or run the scenario again",
    broken: "run the scenario again")

  /// The result as JSON with sorted keys, two-space indentation and a line for each column, so that equal results are equal
  /// bytes.
  ///
  /// - Throws: ``ResultFileError`` that names a number that is not finite.
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

/// A column of a run's timeline, decodes or blank cells.
private struct FileColumn {
  /// Its name in a file.
  let name: String
  let values: Values

  enum Values {
    case numbers([Double])
    case texts([String])
  }

  var count: Int {
    switch values {
    case .numbers(let numbers): numbers.count
    case .texts(let texts): texts.count
    }
  }

  /// The columns of a log in alphabetical order: its properties, but for those that are `nil`.
  static func all(of log: Any?) -> [FileColumn] {
    guard let log else { return [] }
    return Mirror(reflecting: log).children.compactMap { name, values in
      guard let name else { return nil }
      if let numbers = values as? [Double] { return FileColumn(name: name, values: .numbers(numbers)) }
      return (values as? [String]).map { FileColumn(name: name, values: .texts($0)) }
    }
    .sorted { $0.name < $1.name }
  }
}

/// A result's columns as JSON, each on one line: a run's timeline, its decodes and its blank cells.
///
/// They are most of a result's numbers. An encoder that gives each number its own line takes longer than a model run, and the
/// file is three times as long.
enum ColumnText {
  private static let closing = "      }"

  /// Replaces the columns in `json`, which encodes the same runs, with the runs' columns.
  ///
  /// - Throws: ``ResultFileError`` that names a number that is not finite.
  /// - Complexity: O(characters).
  static func place(_ runs: [RunRecord], in json: String) throws -> String {
    let columns = try Array(runs.enumerated()).concurrentMap { index, run -> [Object: [UInt8]] in
      try Object.allCases.reduce(into: [:]) { texts, object in
        texts[object] = try written(object.columns(of: run), at: "runs[\(index)].\(object.rawValue)")
      }
    }
    // Bytes, because a string takes a third longer to grow.
    var text: [UInt8] = []
    var run = 0
    var isInside = false
    for line in json.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if isInside {
        // The closing line may have a comma.
        isInside = !line.starts(with: closing.utf8)
        if isInside { continue }
      }
      if !text.isEmpty { text.append(UInt8(ascii: "\n")) }
      text += line
      guard let object = Object.opened(by: line) else { continue }
      text += columns[run][object] ?? []
      isInside = true
      // Keys are sorted, and every run has a timeline, so the timeline is the last of a run's objects.
      if object == .timeline { run += 1 }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// An object with columns.
  private enum Object: String, CaseIterable {
    case blankCells
    case decodes
    case timeline

    /// The object that begins with this line of an encoded ``ResultFile``.
    ///
    /// No text from outside can look like one of these lines, because JSON escapes line breaks in strings.
    static func opened(by line: Substring.UTF8View) -> Self? {
      openings.first { line.elementsEqual($0.text) }?.object
    }

    private static let openings = allCases.map { object in
      (object: object, text: Array("      \"\(object.rawValue)\" : {".utf8))
    }

    func columns(of run: RunRecord) -> [FileColumn] {
      switch self {
      case .blankCells: FileColumn.all(of: run.blankCells)
      case .decodes: FileColumn.all(of: run.decodes)
      case .timeline: FileColumn.all(of: run.timeline)
      }
    }
  }

  private static func written(_ columns: [FileColumn], at place: String) throws -> [UInt8] {
    var text: [UInt8] = []
    for (index, column) in columns.enumerated() {
      text += "\(index == 0 ? "" : ",")\n        \"\(column.name)\" : ".utf8
      switch column.values {
      case .numbers(let numbers): try write(numbers, at: "\(place).\(column.name)", to: &text)
      case .texts(let texts): text += try texts.stableJSON(isIndented: false).utf8
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
