/// An app's own log of painted frames.
///
/// The CSV has a row for each painted frame and a header of ``Column`` in any order. Time, offset, and either shares or counts of
/// final, degraded and blank cells are required; if both exist, shares apply. A missing column of failed cells counts as 0.
public struct PaintedFrames: Hashable, Sendable {
  /// A fact about a frame.
  public enum Column: String, Hashable, Sendable, CaseIterable {
    /// The time it was shown, in seconds on any monotonic clock.
    case time = "time_s"
    /// Points by which the content was scrolled.
    case offset = "offset_pt"
    /// Cells on screen, wholly or in part, that showed their image.
    case finalCells = "final_cells"
    /// Cells that showed a degraded image.
    case degradedCells = "degraded_cells"
    /// Cells with nothing to show.
    case blankCells = "blank_cells"
    /// Cells whose photo cannot be read.
    case failedCells = "failed_cells"
    /// The share of the area of all cells on screen that showed their image, 0…1.
    case finalShare = "final_share"
    /// The share that showed a degraded image.
    case degradedShare = "degraded_share"
    /// The share with nothing to show.
    case blankShare = "blank_share"
    /// The share of cells whose photo cannot be read.
    case failedShare = "failed_share"
    /// The share that showed the wrong photo, as read from pixels (`scrollsim watch`).
    case wrongShare = "wrong_share"
    /// The share whose pixels do not tell what it showed.
    case unknownShare = "unknown_share"
    /// The time to prepare and paint the frame, in milliseconds.
    case workMs = "work_ms"
    /// Bytes of all images in memory.
    case imageBytes = "image_bytes"
    /// The most bytes of images so far.
    case peakImageBytes = "peak_image_bytes"
    /// Resident memory of the process, in bytes.
    case residentBytes = "resident_bytes"

    fileprivate static let shares: [Column] = [
      .finalShare, .degradedShare, .blankShare, .failedShare, .wrongShare, .unknownShare,
    ]
    fileprivate static let counts: [Column] = [.finalCells, .degradedCells, .blankCells, .failedCells]
  }

  /// The file, which names the log.
  public let path: String
  /// When each frame was shown, in seconds from the first.
  public private(set) var times: [Double] = []
  /// Points by which the content was scrolled in each frame.
  public private(set) var offsets: [Double] = []
  /// The share of the area of cells with nothing to show, in each frame.
  public private(set) var blankShares: [Double] = []
  /// The share with a degraded image, in each frame.
  public private(set) var degradedShares: [Double] = []
  /// The share whose pixels do not tell what it showed, in each frame.
  private(set) var unknownShares: [Double] = []
  /// Milliseconds of work; empty if the log lacks them.
  public private(set) var workMs: [Double] = []
  /// The most bytes of images; `nil` if the log lacks them.
  public private(set) var peakImageBytes: Int?
  /// The most resident bytes; `nil` if the log lacks them.
  public private(set) var peakResidentBytes: Int?

  /// The most frames that a log may have: four and a half hours at 60 Hz.
  public static let mostFrames = 1_000_000
  private static let longestSeconds = 86_400.0
  /// The permitted error of a sum of rounded shares: six of three decimals are 0.003 off at most.
  private static let rounding = 0.004

  /// Reads a file's CSV text; an error names the line, the column, the expectation and the finding.
  public init(csv: String, path: String) throws(ResultFileError) {
    var reader = CSVReader(csv, path: path)
    let places = try Self.places(in: reader)
    self.path = path
    var firstTime: Double?
    while let fields = try reader.next() {
      let row = Row(fields: fields, places: places, reader: reader)
      let time = try row.number(.time, from: 0, to: 1e12, "seconds")
      let start = firstTime ?? time
      firstTime = start
      if let last = times.last, time - start <= last {
        throw row.problem(.time, "a time after that of the frame before, \(start + last)")
      }
      guard time - start <= Self.longestSeconds else {
        throw row.problem(.time, "a time within a day of the first")
      }
      times.append(time - start)
      offsets.append(try row.number(.offset, from: -1e9, to: 1e9, "points"))
      try addCells(of: row)
      if places[.workMs] != nil { workMs.append(try row.number(.workMs, from: 0, to: 1e9, "milliseconds")) }
      for column in [Column.imageBytes, .peakImageBytes] where places[column] != nil {
        peakImageBytes = max(peakImageBytes ?? 0, try row.count(column))
      }
      if places[.residentBytes] != nil {
        peakResidentBytes = max(peakResidentBytes ?? 0, try row.count(.residentBytes))
      }
      guard times.count <= Self.mostFrames else {
        throw reader.problem("expected at most \(Self.mostFrames) frames, found more; log less of the scroll")
      }
    }
    guard times.count > 1 else { throw reader.problem("expected at least two frames, found \(times.count)") }
  }

  /// Reads a CSV file of at most 100 MB.
  public static func read(path: String) throws(ResultFileError) -> PaintedFrames {
    try PaintedFrames(csv: CSVReader.text(of: path, holding: "painted frames"), path: path)
  }

  private static func places(in reader: CSVReader) throws(ResultFileError) -> [Column: Int] {
    var places: [Column: Int] = [:]
    for (place, title) in reader.header.enumerated() {
      guard let column = Column(rawValue: title), places.updateValue(place, forKey: column) == nil else {
        throw reader.problem(title, among: names(Column.allCases))
      }
    }
    let isWhole = [Column.shares, Column.counts].contains { $0.prefix(3).allSatisfy { places[$0] != nil } }
    guard places[.time] != nil, places[.offset] != nil, isWhole else {
      throw reader.problem(
        "expected the columns \(names([.time, .offset])), and \(names(Column.shares.prefix(3))) or "
          + "\(names(Column.counts.prefix(3))), found \(CSVReader.quoted(reader.header.joined(separator: ",")))"
      )
    }
    return places
  }

  private static func names(_ columns: some Sequence<Column>) -> String {
    columns.map(\.rawValue).joined(separator: ", ")
  }

  /// Adds the content of a frame's cells; counts and shares must both be valid, even if only one of them applies.
  private mutating func addCells(of row: Row) throws(ResultFileError) {
    var (blank, degraded, unknown) = (0.0, 0.0, 0.0)
    if row.has(Column.counts) {
      let cells = try row.values(of: Column.counts) { column throws(ResultFileError) in
        Double(try row.count(column, upTo: 1_000_000))
      }
      let all = max(1, cells.reduce(0, +))
      (degraded, blank) = (cells[1] / all, cells[2] / all)
    }
    if row.has(Column.shares) {
      let shares = try row.values(of: Column.shares) { column throws(ResultFileError) in
        try row.number(column, from: 0, to: 1, "a share")
      }
      let sum = shares.reduce(0, +)
      guard sum == 0 || abs(sum - 1) <= Self.rounding else {
        throw row.reader.problem(
          "expected shares of all cells on screen, 1 in all, or 0 without cells, found \(sum) in all")
      }
      // Another photo is not the final image, but something to see.
      (degraded, blank, unknown) = (shares[1] + shares[4], shares[2], shares[5])
    }
    unknownShares.append(unknown)
    blankShares.append(blank)
    degradedShares.append(degraded)
  }

  private struct Row {
    let fields: [String]
    let places: [Column: Int]
    let reader: CSVReader

    /// Whether the log has these columns; those after the third may be missing.
    func has(_ columns: [Column]) -> Bool { columns.prefix(3).allSatisfy { places[$0] != nil } }

    /// The value of each column; 0 for a missing one.
    func values(
      of columns: [Column], _ value: (Column) throws(ResultFileError) -> Double
    ) throws(ResultFileError) -> [Double] {
      try columns.map { column throws(ResultFileError) in places[column] == nil ? 0 : try value(column) }
    }

    func number(
      _ column: Column, from least: Double, to most: Double, _ what: String
    ) throws(ResultFileError) -> Double {
      guard let number = Double(field(column)), (least...most).contains(number) else {
        throw problem(column, "\(what) from \(Figure.plain(least)) to \(Figure.plain(most))")
      }
      return number
    }

    func count(_ column: Column, upTo most: Int = CSVReader.mostBytes) throws(ResultFileError) -> Int {
      guard let count = Int(field(column)), (0...most).contains(count) else {
        throw problem(column, "a whole number from 0 to \(most)")
      }
      return count
    }

    func problem(_ column: Column, _ expected: String) -> ResultFileError {
      reader.problem(
        "expected \(expected), found \(CSVReader.quoted(field(column)))", inColumn: places[column])
    }

    private func field(_ column: Column) -> String { places[column].map { fields[$0] } ?? "" }
  }
}

extension PaintedFrames {
  /// The mean share whose pixels do not tell what it showed, over the refreshes of a display.
  package func unknownShare(refreshRate: Int) -> Double {
    let shown = shown(refreshRate: refreshRate)
    return shown.reduce(0) { $0 + unknownShares[$1] } / Double(shown.count)
  }

  /// The frame that a display shows at each refresh: the last one painted, up to half a refresh later, so that a clock's jitter
  /// counts no frame twice.
  package func shown(refreshRate: Int) -> [Int] {
    let rate = Double(refreshRate)
    var place = 0
    return (0...Int(((times.last ?? 0) * rate).rounded())).map { refresh in
      while place + 1 < times.count, times[place + 1] * rate < Double(refresh) + 0.5 { place += 1 }
      return place
    }
  }
}
