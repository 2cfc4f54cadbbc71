/// The memory of a process lap by lap, as another program measured it.
///
/// The CSV has a row for each lap and a header of any of ``Column``, and `lap` or `time_s`, which are ignored. Values are whole
/// numbers from 0 up; a name that ends with `_kb` in place of `_bytes` counts 1,024 bytes, as Linux does. A probe that measures
/// nothing is refused: zeros, and memory of a process that is the same to the byte in each lap.
public struct LapSeries: Hashable, Sendable {
  /// A quantity measured at the end of each lap.
  public enum Column: String, Hashable, Sendable, CaseIterable {
    /// Resident memory of the process, in bytes.
    case resident = "resident_bytes"
    /// Memory that the system counts against the process, in bytes: `phys_footprint` on Apple's platforms.
    case footprint = "footprint_bytes"
    /// Bytes of live images, if the program counts them.
    case images = "image_bytes"
    /// Live images.
    case liveImages = "live_images"
  }

  /// The file, which names the series.
  public let path: String
  /// A value for each lap, by column.
  public let values: [Column: [Int]]
  /// The number of laps.
  public let lapCount: Int

  /// The most laps that a file may have; their median slope compares all pairs.
  public static let mostLaps = 2000

  /// Reads a file's CSV text; an error names the line, the expectation and the finding.
  public init(csv: String, path: String) throws(ResultFileError) {
    var reader = CSVReader(csv, path: path)
    var columns: [(place: Int, column: Column, scale: Int)] = []
    for (place, title) in reader.header.enumerated() where !Self.passedOver.contains(title) {
      let name = title.hasSuffix("_kb") ? title.dropLast(2) + "bytes" : title
      guard let column = Column(rawValue: String(name)), !columns.contains(where: { $0.column == column })
      else { throw reader.problem(title, among: Self.names) }
      columns.append((place, column, title == name ? 1 : 1024))
    }
    guard !columns.isEmpty else { throw reader.problem("expected a column of \(Self.names), found none") }
    var values: [Column: [Int]] = [:]
    var lapCount = 0
    while let fields = try reader.next() {
      for (place, column, scale) in columns {
        guard let value = Int(fields[place]), (0...CSVReader.mostBytes).contains(value) else {
          throw reader.problem(
            "expected \(reader.header[place]) to be a whole number from 0 to \(CSVReader.mostBytes), "
              + "found \(CSVReader.quoted(fields[place]))")
        }
        values[column, default: []].append(value * scale)
      }
      lapCount += 1
      guard lapCount <= Self.mostLaps else {
        throw reader.problem("expected at most \(Self.mostLaps) laps, found more; leave some out, evenly")
      }
    }
    for (place, column, scale) in columns {
      guard let series = values[column], let doubt = column.doubt(about: series, scale: scale) else {
        continue
      }
      throw ResultFileError(path: path, "\(reader.header[place]): \(doubt)")
    }
    (self.path, self.values, self.lapCount) = (path, values, lapCount)
  }

  /// Reads a CSV file of at most 100 MB.
  public static func read(path: String) throws(ResultFileError) -> LapSeries {
    try LapSeries(csv: CSVReader.text(of: path, holding: "laps"), path: path)
  }

  private static let passedOver = ["lap", "time_s"]
  private static let names = Column.allCases.map { column in
    column.nameInKilobytes.map { "\(column.rawValue) or \($0)" } ?? column.rawValue
  }.joined(separator: ", ")
}

extension LapSeries.Column {
  /// Whether it is memory that the system counts for the process, which is never the same to the byte; the
  /// app counts the others.
  var isOfProcess: Bool { self == .resident || self == .footprint }

  /// The name of the same column in kilobytes; `nil` if it is not in bytes.
  fileprivate var nameInKilobytes: String? {
    rawValue.hasSuffix("_bytes") ? rawValue.replacing("_bytes", with: "_kb") : nil
  }

  /// Why the values, which the file has divided by `scale`, cannot be true; `nil` if they can.
  fileprivate func doubt(about series: [Int], scale: Int) -> String? {
    guard let most = series.max(), let least = series.min() else { return nil }
    if most == 0 { return "expected a measurement, found 0 in each lap; does the probe measure?" }
    guard isOfProcess else { return nil }
    if least == 0 { return "expected memory above 0, found a lap with 0; does the probe measure?" }
    // No process that shows photos takes less than a megabyte.
    if most < 1_000_000, scale == 1 {
      return "expected bytes, found at most \(most); if these are kilobytes, as VmRSS is, name the column "
        + (nameInKilobytes ?? rawValue)
    }
    let written = most / scale
    if most < 1_000_000 {
      return "expected kilobytes, found at most \(written), less than a megabyte; does the probe measure?"
    }
    if series.count > 1, most == least {
      return "expected memory that changes a little, found \(written) in each lap; does the probe measure?"
    }
    return nil
  }
}
