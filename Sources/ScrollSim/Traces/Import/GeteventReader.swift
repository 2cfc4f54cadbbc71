/// Reads the output of Android's `getevent -lt` for a touch screen: names or numbers, of one device or of all.
///
/// The first finger on the screen counts until it lifts. Lengths are in the screen's units, which are pixels on most phones.
struct GeteventReader {
  private enum Code: String {
    case slot = "ABS_MT_SLOT"
    case x = "ABS_MT_POSITION_X"
    case y = "ABS_MT_POSITION_Y"
    case tracking = "ABS_MT_TRACKING_ID"
    case report = "SYN_REPORT"

    init?(_ type: Substring, _ code: Substring) {
      switch (type, code) {
      case ("0003", "002f"): self = .slot
      case ("0003", "0035"): self = .x
      case ("0003", "0036"): self = .y
      case ("0003", "0039"): self = .tracking
      case ("0000", "0000"): self = .report
      default: self.init(rawValue: String(code))
      }
    }
  }

  private struct Device {
    var slot = 0
    /// Places across and down the screen by slot; an unchanged one is not reported again.
    var sides: [Int: Double] = [:]
    var heights: [Int: Double] = [:]
    /// The slot of the finger that counts.
    var finger: Int?
    var isLifting = false
    var time: Double?
  }

  private let path: String
  private var line = 0
  private var devices: [Substring: Device] = [:]
  /// The device whose finger counts.
  private var followed: Substring?
  private var collector = StrokeCollector()
  private var start: Double?
  /// The time at which the last finger lifted.
  private var lifted = 0.0

  static func read(_ text: String, path: String) throws(TraceError) -> Recording {
    var reader = GeteventReader(path: path)
    let rows = text.drop { $0 == "\u{FEFF}" }
    for row in rows.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      reader.line += 1
      try reader.read(row)
    }
    guard let recording = reader.collector.finish() else {
      throw reader.problem("a finger on the screen: ABS_MT_TRACKING_ID and ABS_MT_POSITION_Y", found: "none")
    }
    return recording
  }

  private mutating func read(_ row: Substring) throws(TraceError) {
    let words = row.split(whereSeparator: \.isWhitespace)
    guard let first = words.first else { return }
    guard first.hasPrefix("[") else {
      // Lines about devices, which come and go.
      if ["add", "remove", "name:", "could", "Can't"].contains(first) { return }
      throw problem("'[seconds]' and an event, as 'getevent -lt' prints them", found: row)
    }
    guard let bracket = row.firstIndex(of: "]"),
      let time = Double(String(row[row.index(after: row.startIndex)..<bracket].filter { !$0.isWhitespace })),
      (0...1e10).contains(time)
    else { throw problem("the time in seconds between '[' and ']'", found: row) }
    var fields = row[row.index(after: bracket)...].split(whereSeparator: \.isWhitespace)[...]
    var device: Substring = ""
    if let name = fields.first, name.hasPrefix("/dev/") { (device, fields) = (name, fields.dropFirst()) }
    guard fields.count >= 3 else { throw problem("a type, a code and a value", found: row) }
    let value = fields[fields.startIndex + 2]
    guard let code = Code(fields[fields.startIndex], fields[fields.startIndex + 1]) else { return }
    try check(time, of: device)
    if code == .report { return report(device, at: time) }
    guard let number = UInt32(value, radix: 16) else { throw problem("a hexadecimal value", found: value) }
    note(code, Int(Int32(bitPattern: number)), of: device)
  }

  /// Checks that a device's events are in order of time; of several devices, `getevent` prints one event each in turn.
  private mutating func check(_ time: Double, of name: Substring) throws(TraceError) {
    let (first, last) = (start ?? time, devices[name]?.time)
    guard time >= last ?? time, time - first <= Recording.longestSeconds else {
      throw problem("a time from \(last ?? first) s on, within a day of the first", found: "\(time) s")
    }
    start = first
    devices[name, default: Device()].time = time
  }

  private mutating func note(_ code: Code, _ value: Int, of name: Substring) {
    var device = devices[name] ?? Device()
    switch code {
    case .slot: device.slot = value
    case .x: device.sides[device.slot] = Double(value)
    case .y: device.heights[device.slot] = Double(value)
    case .tracking where value < 0: device.isLifting = device.isLifting || device.finger == device.slot
    case .tracking: device.finger = device.finger ?? device.slot
    case .report: break
    }
    devices[name] = device
  }

  /// Applies the changes since the last report.
  private mutating func report(_ name: Substring, at time: Double) {
    guard var device = devices[name], let finger = device.finger else { return }
    // A finger on another device than the last one may land before that one lifts.
    let time = max(time, lifted)
    if followed ?? name == name, let height = device.heights[finger] {
      let side = device.sides[finger] ?? 0
      if followed == nil {
        collector.land(at: time, place: height, across: side)
        followed = name
      } else if !device.isLifting {
        // A lift reports no new position: as a move, the last one would say that the finger had stopped.
        collector.moveAfterRest(to: height, across: side, at: time)
      }
    }
    guard device.isLifting else { return }
    (device.finger, device.isLifting) = (nil, false)
    devices[name] = device
    guard followed == name else { return }
    collector.lift(at: time, isCancelled: false)
    (followed, lifted) = (nil, time)
  }

  private func problem(_ expected: String, found: some StringProtocol) -> TraceError {
    .malformed(path: path, line: line, expected: expected, found: "'\(found.prefix(60))'")
  }
}
