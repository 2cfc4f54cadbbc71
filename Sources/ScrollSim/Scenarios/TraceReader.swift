/// Reads `trace`: gestures, a recording, or a session.
extension ScenarioReader {
  mutating func trace(_ field: Field?) -> TraceSource {
    let isRecording = field?.has("recording") == true
    let isSession = !isRecording && field?.has("session") == true
    // Keys that a misspelt one may stand for.
    let others = field?.has("gestures") == true ? [] : ["recording", "session"]
    let fields = reader.object(
      field,
      keys: isSession
        ? ["physics", "session"]
        : ["physics", "settle"]
          + (isRecording
            ? ["recording", "from", "invert", "repeat"] : ["gestures", "before", "laps"] + others))
    let names = ScrollPhysicsModels.all.map(\.name)
    let physics = fields["physics"].map { reader.word($0, among: names) } ?? names[0]
    if isSession { return .session(session(fields["session"]), physics: physics) }
    let settle =
      fields["settle"].map { reader.number($0, "seconds, a number", in: 0...600) }
      ?? GestureScript.defaultSettle
    if isRecording {
      return .recording(recording(fields, physics: physics, settle: settle))
    }
    let script = GestureScript(
      before: reader.list(fields["before"], of: "gestures", minimum: 0).compactMap { gesture($0) },
      gestures: reader.list(
        reader.require("gestures", in: fields, expected: "\"gestures\", a \"recording\" or a \"session\""),
        of: "gestures"
      ).compactMap { gesture($0) },
      laps: fields["laps"].map { reader.integer($0, "laps", in: 1...1000) }, settle: settle)
    return .gestures(script, physics: physics)
  }

  private mutating func recording(_ fields: Fields, physics: String, settle: Double) -> RecordingSource {
    let text = reader.text(fields["recording"], "a CSV file")
    let path = resolve(text)
    if let field = fields["recording"], !text.isEmpty {
      do {
        _ = try Recording.read(path: path)
      } catch {
        reader.report(field.node.position, field.keyPath, "expected a recording, found \(error)")
      }
    }
    return RecordingSource(
      path: path, physics: physics,
      from: fields["from"].map { reader.number($0, "an offset in points", in: 0...1e9) } ?? 0,
      isInverted: fields["invert"].map { reader.flag($0) } ?? false,
      repetitions: fields["repeat"].map { reader.integer($0, "repetitions", in: 1...1000) } ?? 1,
      settle: settle)
  }

  /// One gesture: an object with one word that says which it is.
  private mutating func gesture(_ field: Field) -> Gesture? {
    let verbs = ["drag", "fling", "pause", "touch", "wheel", "jump", "rotate", "columns"]
    guard case .object(let members) = field.node.value else {
      reader.report(field, expected: "a gesture such as { \"fling\": 5200 }")
      return nil
    }
    let found = members.map(\.key).filter { verbs.contains($0) }
    guard found.count == 1, let verb = found.first else {
      let keys = members.map(\.key)
      let hint = keys.first.map { Spelling.hint(for: $0, among: verbs) } ?? ""
      reader.report(
        field.node.position, field.keyPath,
        "expected one gesture of \(FieldReader.list(verbs)), found "
          + (keys.isEmpty ? "nothing" : FieldReader.list(keys)) + (found.isEmpty ? hint : ""))
      return nil
    }
    let fields = reader.object(
      field, keys: [verb] + (verb == "drag" ? ["duration"] : verb == "fling" ? ["carry"] : []))
    let seconds = "seconds, a number"
    switch verb {
    case "drag":
      return .drag(
        distance: reader.number(fields[verb], "a distance in points", in: -100_000...100_000),
        duration: fields["duration"].map { reader.number($0, seconds, in: 0.01...60) }
          ?? Gesture.defaultDragDuration)
    case "fling":
      return .fling(
        velocity: reader.number(fields[verb], "points a second", in: -50_000...50_000),
        carries: fields["carry"].map { reader.flag($0) } ?? false)
    case "pause":
      return .pause(reader.number(fields[verb], seconds, in: 0...600))
    case "touch":
      return .touch(reader.number(fields[verb], seconds, in: 0...60))
    case "wheel":
      return .wheel(reader.number(fields[verb], "a notch in points", in: -10_000...10_000))
    case "rotate":
      if let field = fields[verb] { rotations.append(field) }
      let word = reader.word(fields[verb], among: Gesture.Orientation.allCases.map(\.rawValue))
      return Gesture.Orientation(rawValue: word).map { .rotate(to: $0) }
    case "columns":
      let columns = reader.integer(fields[verb], "cells in a row", in: 1...1000)
      if let field = fields[verb] { pinches.append((field, columns)) }
      return .columns(columns)
    default:
      return fields[verb].map { .jump(jumpTarget($0)) }
    }
  }

  /// Reports gestures after which a row has no room for its cells beside the spacing, however the device is held.
  mutating func checkRoom(in grid: Scenario.Grid, on screen: Scenario.Screen) {
    // Stand-ins for wrong lengths say nothing.
    let isRead = !reader.problems.contains { problem in
      ["screen", "grid"].contains { problem.keyPath == $0 || problem.keyPath.hasPrefix("\($0).") }
    }
    guard isRead else { return }
    let breadth = grid.breadth(of: screen, turns: !rotations.isEmpty)
    func hasRoom(_ columns: Int) -> Bool { grid.spacing * Double(columns - 1) < breadth }
    let room = "room for cells between spacings of \(FieldReader.text(grid.spacing)) on "
    for pinch in pinches where !hasRoom(pinch.columns) {
      reader.report(pinch.field, expected: "\(room)\(FieldReader.text(breadth))")
    }
    if let rotation = rotations.first, !hasRoom(grid.columns) {
      reader.report(
        rotation,
        expected: "\(room)\(FieldReader.text(breadth)) for \(grid.columns) \(grid.key) (grid.\(grid.key))")
    }
  }

  private mutating func jumpTarget(_ field: Field) -> Gesture.JumpTarget {
    if case .object = field.node.value {
      let fields = reader.object(field, keys: ["fraction"])
      let fraction = reader.require("fraction", in: fields, expected: "a share of the content, 0 to 1")
      return .fraction(reader.number(fraction, "a share of the content", in: 0...1))
    }
    return .offset(
      reader.number(field, "an offset in points, or { \"fraction\": 0.5 }, a number", in: 0...1e9))
  }
}

extension ScenarioReader {
  /// Reads `library.remote`.
  mutating func remote(_ field: Field) -> RemoteSource {
    let fields = reader.object(
      field, keys: ["share", "latency", "bandwidth", "failures", "storage", "downloads"])
    var source = RemoteSource(
      share: reader.number(
        reader.require("share", in: fields, expected: "the share of photos in the cloud"),
        "a share, a number", in: 0...1))
    if let latency = fields["latency"] {
      source.latency = reader.number(latency, "seconds, a number", in: 0...60)
    }
    if let bandwidth = fields["bandwidth"] { source.bandwidth = self.bandwidth(bandwidth) }
    if let failures = fields["failures"] {
      source.failures = reader.number(failures, "a share of requests, a number", in: 0...1)
    }
    if let storage = fields["storage"] { source.storageBytes = reader.memory(storage) }
    if let downloads = fields["downloads"] {
      source.downloads = reader.integer(downloads, "downloads at a time", in: 1...64)
    }
    return source
  }

  private mutating func bandwidth(_ field: Field) -> Double {
    switch field.node.value {
    case .string(let text), .number(let text):
      if let bits = Bandwidth.bits(in: text) { return bits }
    default: break
    }
    reader.report(field, expected: Bandwidth.example)
    return 1
  }
}

extension ScenarioReader {
  /// Reads `library.changes`.
  mutating func changes(_ field: Field) -> ChangeSource {
    let fields = reader.object(
      field, keys: ["interval", "insertions", "removals", "moves", "edits", "touches"])
    var source = ChangeSource(
      interval: reader.number(
        reader.require("interval", in: fields, expected: "seconds from one change to the next"),
        "seconds, a number", in: 0.01...60))
    if let insertions = fields["insertions"] { source.insertions = photos(insertions) }
    if let removals = fields["removals"] { source.removals = photos(removals) }
    if let moves = fields["moves"] { source.moves = photos(moves) }
    if let edits = fields["edits"] { source.edits = photos(edits) }
    if let touches = fields["touches"] { source.touches = photos(touches) }
    return source
  }

  private mutating func photos(_ field: Field) -> Int { reader.integer(field, "photos", in: 0...10_000) }
}

/// Reads a population of scrolls.
extension ScenarioReader {
  /// Reads `trace.session`.
  mutating func session(_ field: Field?) -> ScrollSession {
    let fields = reader.object(
      field,
      keys: [
        "seconds", "flicks", "velocity", "fastVelocity", "gap", "dwell", "reversals", "stops", "drags",
        "scrubs",
      ])
    var session = ScrollSession(
      seconds: reader.number(
        reader.require("seconds", in: fields, expected: "how long the session goes on"), "seconds, a number",
        in: 1...3600))
    let (speed, seconds, share) = (50.0...8000, 0.0...60, 0.0...1)
    func read(
      _ key: String, _ path: WritableKeyPath<ScrollSession, Double>, _ what: String,
      _ range: ClosedRange<Double>
    ) {
      if let field = fields[key] {
        session[keyPath: path] = reader.number(field, "\(what), a number", in: range)
      }
    }
    read("flicks", \.flicks, "flicks in a burst", 1...100)
    read("velocity", \.velocity, "points a second", speed)
    read("fastVelocity", \.fastVelocity, "points a second", speed)
    read("gap", \.gap, "seconds", seconds)
    read("dwell", \.dwell, "seconds", seconds)
    read("reversals", \.reversals, "a share of bursts", share)
    read("stops", \.stops, "a share of bursts", share)
    read("drags", \.drags, "a share of bursts", share)
    read("scrubs", \.scrubs, "a share of bursts", share)
    if let field = fields["fastVelocity"], session.fastVelocity < session.velocity {
      reader.report(field, expected: "no less than velocity, \(FieldReader.text(session.velocity))")
    }
    return session
  }
}
