/// A scroll as its keys say it.
struct TraceDraft: Sendable {
  var physics = ScrollPhysicsModels.all[0].name
  var settle = GestureScript.defaultSettle
  var script = GestureScript(gestures: [])
  var recording = RecordingSource(path: "", physics: "")
  var session: ScrollSession?
  var isRecording = false

  var source: TraceSource {
    if let session { return .session(session, physics: physics) }
    var (script, recording) = (script, recording)
    (script.settle, recording.settle, recording.physics) = (settle, settle, physics)
    return isRecording ? .recording(recording) : .gestures(script, physics: physics)
  }
}

extension KeyTable where Value == TraceDraft {
  static var trace: Self {
    let physics = Entry.key(
      "physics", \.physics, .word(among: ScrollPhysicsModels.all.map(\.name)),
      "The motion of content after a finger lets go.")
    let settle = Entry.key(
      "settle", \.settle, .number("seconds", 0...600), "Seconds at rest at the end.")
    var before = ValueKind.list(of: .gesture, "gestures", count: 0...Int.max)
    // The page lists the keys of gestures once.
    before.shape.forms = []
    return Self(
      .init(),
      forms: [
        .key(
          "gestures", \.script.gestures, .list(of: .gesture, "gestures"),
          "The user's gestures in order, or those of one lap."
        ).required,
        .key("before", \.script.before, before, "Gestures before the first lap; none if not given."),
        .key(
          "laps", \.script.laps, .integer("laps", 1...1000),
          "Repeats the gestures, with a rest after each lap; memory is compared lap over lap. No laps if not given."
        ), physics, settle,
      ],
      [
        .key(
          "recording", .recording,
          "A CSV file: time_s,offset_pt or time_s,phase,x_pt,y_pt; beside the scenario if relative."
        ) { ($1.recording.path, $1.isRecording) = ($0, true) }.required,
        .key(
          "from", \.recording.from, .number("an offset in points", 0...1e9),
          "The offset in points at which it starts."),
        .key(
          "invert", \.recording.isInverted, .flag, "Whether to reverse the direction of travel."),
        .key(
          "repeat", \.recording.repetitions, .integer("repetitions", 1...1000),
          "How often to play it, each time from where the last one ended."), physics, settle,
      ],
      [
        .key(
          "session", \.session, .session,
          "A long session, drawn by the scenario's seed from distributions of what users do."
        ).required, physics,
      ])
  }
}

extension ValueKind where Value == String {
  fileprivate static var recording: Self {
    text("a CSV file").then { text, field, scenario in
      let path = scenario.resolve(text)
      do { _ = try Recording.read(path: path) } catch {
        scenario.report(field, "expected a recording, found \(error)")
      }
      return path
    }
  }
}

extension ValueKind where Value == ScrollSession {
  fileprivate static var session: Self {
    object(.session).then { session, field, scenario in
      guard session.fastVelocity < session.velocity else { return session }
      if let fast = field["fastVelocity"] {
        scenario.report(fast, expected: "no less than velocity, \(Figure.plain(session.velocity))")
      } else if let velocity = field["velocity"] {
        scenario.report(
          velocity, expected: "no more than fastVelocity, \(Figure.plain(session.fastVelocity))")
      }
      return session
    }
  }
}

extension KeyTable where Value == ScrollSession {
  static var session: Self {
    let speed = ValueKind.number("points a second", 50...8000)
    let seconds = ValueKind.number("seconds", 0...60)
    let share = ValueKind.number("a share of bursts", 0...1)
    return Self(
      .init(seconds: 1),
      .key("seconds", \.seconds, .number("seconds", 1...3600), "The time until which bursts begin.").required,
      .key(
        "flicks", \.flicks, .number("flicks in a burst", 1...100), "Flicks in a burst, on average."),
      .key("velocity", \.velocity, speed, "The median speed of flicks."),
      .key(
        "fastVelocity", \.fastVelocity, speed,
        "The speed that 95 in 100 flicks towards the end stay below; no less than velocity."),
      .key("gap", \.gap, seconds, "The median seconds from one flick of a burst to the next."),
      .key("dwell", \.dwell, seconds, "The median seconds of looking between bursts."),
      .key("reversals", \.reversals, share, "The share of bursts that turn back."),
      .key("stops", \.stops, share, "The share of bursts that a finger stops."),
      .key("drags", \.drags, share, "The share of bursts that are one slow drag."),
      .key("scrubs", \.scrubs, share, "The share of scrubs to another place instead of bursts."))
  }
}

extension KeyTable where Value == Gesture {
  static var gesture: Self {
    Self(
      .pause(0),
      forms: [
        .key(
          "drag", .number("a distance in points", -100_000...100_000),
          "A finger moves the content by this many points, smoothly from rest to rest, and lifts."
        ) { $1 = .drag(distance: $0, duration: Gesture.defaultDragDuration) }.required,
        .key(
          "duration", .number("seconds", 0.01...60), "Seconds that the drag takes.",
          initial: Figure.plain(Gesture.defaultDragDuration)
        ) { if case .drag(let distance, _) = $1 { $1 = .drag(distance: distance, duration: $0) } },
      ],
      [
        .key(
          "fling", .number("points a second", -50_000...50_000),
          "A finger lands, which stops the content, accelerates for 0.1 s and lets go at this many points a second."
        ) { $1 = .fling(velocity: $0) }.required,
        .key(
          "carry", .flag,
          "Whether the momentum that it stops adds to its own, as with successive flicks on iOS.",
          initial: "false"
        ) { if case .fling(let velocity, _) = $1 { $1 = .fling(velocity: velocity, carries: $0) } },
      ],
      [
        .key("pause", .number("seconds", 0...600), "Time passes; momentum goes on.") { $1 = .pause($0) }
          .required
      ],
      [
        .key("touch", .number("seconds", 0...60), "A finger stops the content and stays for this long.") {
          $1 = .touch($0)
        }.required
      ],
      [
        .key(
          "wheel", .number("a notch in points", -10_000...10_000),
          "A mouse wheel turns by a notch of this many points: the content glides there, as in Chromium."
        ) { $1 = .wheel($0) }.required
      ],
      [
        .key(
          "jump", .jumpTarget,
          "A scrubber takes the content there at once: an offset in points, or a share of the content."
        ) { $1 = .jump($0) }.required
      ],
      [
        .key(
          "rotate", ValueKind<Gesture.Orientation>.word,
          "The device turns: the screen's width and height swap, unless it is already held that way."
        ) { $1 = .rotate(to: $0) }.required
      ],
      [
        .key(
          "columns", .integer("cells in a row", 1...1000),
          "A pinch: the number of cells in a row from now on, or in a column of a grid that scrolls sideways."
        ) { $1 = .columns($0) }.required
      ])
  }
}

extension ValueKind where Value == Gesture {
  fileprivate static var gesture: Self {
    let table = KeyTable.gesture
    let (verbs, gesture) = (table.tags, object(table))
    var shape = gesture.shape
    shape.rules = { ["$ref": "#/$defs/gesture"] }
    return Self(shape: shape) { field, scenario in
      guard let keys = field.members?.map(\.key) else {
        scenario.report(field, expected: "a gesture such as { \"fling\": 5200 }")
        return nil
      }
      let found = keys.filter(verbs.contains)
      guard found.count == 1 else {
        let hint = found.isEmpty ? keys.first.map { Spelling.hint(for: $0, among: verbs) } ?? "" : ""
        scenario.report(
          field,
          "expected one gesture of \(verbs.joined(separator: ", ")), found "
            + (keys.isEmpty ? "nothing" : keys.joined(separator: ", ")) + hint)
        return nil
      }
      if let turn = field["rotate"] { scenario.rotations.append(turn) }
      let read = gesture.read(field, &scenario)
      if case .columns(let columns) = read, let pinch = field["columns"] {
        scenario.pinches.append((pinch, columns))
      }
      return read
    }
  }
}

extension ValueKind where Value == Gesture.JumpTarget {
  fileprivate static var jumpTarget: Self {
    let offset = ValueKind<Double>.number("an offset in points, or { \"fraction\": 0.5 }", 0...1e9)
    let share = Self.object(
      KeyTable(
        .fraction(0),
        .key("fraction", .number("a share of the content", 0...1), "A share of the content.") {
          $1 = .fraction($0)
        }.required))
    var shape = share.shape
    shape.words = "\(offset.shape.words); or \(share.shape.words)"
    shape.rules = { ["anyOf": [offset.shape.schema, share.shape.schema]] }
    return Self(shape: shape) { field, scenario in
      field.members == nil
        ? offset.read(field, &scenario).map { .offset($0) } : share.read(field, &scenario)
    }
  }
}
