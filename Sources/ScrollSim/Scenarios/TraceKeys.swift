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
    guard isRecording else {
      return .gestures(
        GestureScript(before: script.before, gestures: script.gestures, laps: script.laps, settle: settle),
        physics: physics)
    }
    var source = recording
    (source.physics, source.settle) = (physics, settle)
    return .recording(source)
  }
}

extension FormTable where Value == TraceDraft {
  /// Gestures, a recording, or a session.
  static var trace: Self {
    typealias Entry = KeyTable<Value>.Entry
    let gesture = Shape.named("gesture", FormTable<Gesture>.gesture.shape)
    let physics = Entry(
      name: "physics", shape: .word(ScrollPhysicsModels.all.map(\.name)), initial: { "\"\($0.physics)\"" },
      about: "The motion of content after a finger lets go.",
      read: {
        let word = $2.reader.word($0, among: ScrollPhysicsModels.all.map(\.name))
        if !word.isEmpty { $1.physics = word }
      })
    let settle = Entry.number("settle", \.settle, "seconds", 0...600, "Seconds at rest at the end.")
    let gestures: [Entry] = [
      .init(
        name: "gestures", shape: .list(gesture, of: "gestures", count: 1...Int.max, isSet: false),
        isRequired: true, about: "The user's gestures in order, or those of one lap."
      ) { $1.script.gestures = $2.gestures($0, minimum: 1) },
      .init(
        name: "before", shape: .list(gesture, of: "gestures", count: 0...Int.max, isSet: false),
        about: "Gestures before the first lap; none if not given."
      ) { $1.script.before = $2.gestures($0, minimum: 0) },
      .integer(
        "laps", \.script.laps, "laps", 1...1000,
        "Repeats the gestures, with a rest after each lap; memory is compared lap over lap. No laps if not given."
      ),
    ]
    let recording: [Entry] = [
      .init(
        name: "recording", shape: .text("a CSV file"), isRequired: true,
        about:
          "A CSV file: time_s,offset_pt or time_s,phase,x_pt,y_pt; beside the scenario if relative."
      ) { ($1.recording.path, $1.isRecording) = ($2.recording($0), true) },
      .number(
        "from", \.recording.from, "an offset in points", 0...1e9, "The offset in points at which it starts."),
      .flag("invert", \.recording.isInverted, "Whether to turn the direction of travel round."),
      .integer(
        "repeat", \.recording.repetitions, "repetitions", 1...1000,
        "How often to play it, each time from where the last one ended."),
    ]
    let session = Entry.object(
      "session", \.session, .session,
      "A long session that is drawn, by the scenario's seed, from distributions of what users do."
    ).required
    return Self(forms: [
      ("gestures", KeyTable(.init(), gestures + [physics, settle])),
      ("recording", KeyTable(.init(), recording + [physics, settle])),
      ("session", KeyTable(.init(), [session, physics])),
    ])
  }
}

extension KeyTable where Value == ScrollSession {
  static var session: Self {
    let (speed, seconds, share) = (50.0...8000, 0.0...60, 0.0...1)
    return Self(
      .init(seconds: 1),
      [
        .number("seconds", \.seconds, "seconds", 1...3600, "Bursts begin until then.").required,
        .number("flicks", \.flicks, "flicks in a burst", 1...100, "Flicks in a burst, in the mean."),
        .number("velocity", \.velocity, "points a second", speed, "The median of the speeds of flicks."),
        .init(
          name: "fastVelocity", shape: .number("points a second", speed),
          initial: { FieldReader.text($0.fastVelocity) },
          about: "The speed below which 95 in 100 flicks towards the end are; no less than velocity.",
          read: {
            $1.fastVelocity = $2.reader.number($0, "points a second", in: speed)
            guard $1.fastVelocity < $1.velocity else { return }
            $2.reader.report($0, expected: "no less than velocity, \(FieldReader.text($1.velocity))")
          }),
        .number(
          "gap", \.gap, "seconds", seconds, "The median of the seconds from one flick of a burst to the next."
        ),
        .number("dwell", \.dwell, "seconds", seconds, "The median of the seconds of looking between bursts."),
        .number("reversals", \.reversals, "a share of bursts", share, "The share of bursts that turn back."),
        .number("stops", \.stops, "a share of bursts", share, "The share of bursts that a finger stops."),
        .number("drags", \.drags, "a share of bursts", share, "The share of bursts that are one slow drag."),
        .number(
          "scrubs", \.scrubs, "a share of bursts", share,
          "The share of scrubs to another place instead of bursts."),
      ])
  }
}

extension FormTable where Value == Gesture {
  /// Gestures, each told by its verb.
  static var gesture: Self {
    typealias Entry = KeyTable<Gesture>.Entry
    func form(
      _ verb: String, _ shape: Shape, _ about: String, _ more: [Entry] = [],
      _ read: @escaping @Sendable (Field, inout ScenarioReader) -> Gesture
    ) -> (String, KeyTable<Gesture>) {
      let entry = Entry(name: verb, shape: shape, isRequired: true, about: about) { $1 = read($0, &$2) }
      return (verb, KeyTable(.pause(0), [entry] + more))
    }
    func number(
      _ verb: String, _ unit: String, _ range: ClosedRange<Double>, _ about: String, _ more: [Entry] = [],
      _ make: @escaping @Sendable (Double) -> Gesture
    ) -> (String, KeyTable<Gesture>) {
      form(verb, .number(unit, range), about, more) { make($1.reader.number($0, unit, in: range)) }
    }
    let duration = Entry(
      name: "duration", shape: .number("seconds", 0.01...60),
      initial: { _ in FieldReader.text(Gesture.defaultDragDuration) }, about: "Seconds that the drag takes.",
      read: {
        guard case .drag(let distance, _) = $1 else { return }
        $1 = .drag(distance: distance, duration: $2.reader.number($0, "seconds", in: 0.01...60))
      })
    let carry = Entry(
      name: "carry", shape: .flag, initial: { _ in "false" },
      about: "Whether the momentum that it lands on adds to it, as flicks one after the other do on iOS.",
      read: {
        guard case .fling(let velocity, _) = $1 else { return }
        $1 = .fling(velocity: velocity, carries: $2.reader.flag($0))
      })
    return Self(forms: [
      number(
        "drag", "a distance in points", -100_000...100_000,
        "A finger moves the content so many points, smoothly from rest to rest, and lifts.", [duration]
      ) { .drag(distance: $0, duration: Gesture.defaultDragDuration) },
      number(
        "fling", "points a second", -50_000...50_000,
        "A finger lands, which stops the content, accelerates for 0.1 s and lets go at so many points a second.",
        [carry]
      ) { .fling(velocity: $0) },
      number("pause", "seconds", 0...600, "Time passes; momentum goes on.") { .pause($0) },
      number("touch", "seconds", 0...60, "A finger stops the content and stays for so long.") { .touch($0) },
      number(
        "wheel", "a notch in points", -10_000...10_000,
        "A mouse wheel turns by a notch of so many points: the content glides there, as in Chromium."
      ) { .wheel($0) },
      form(
        "jump",
        .either([
          .number("an offset in points", 0...1e9),
          .object([
            [
              Shape.Key(
                name: "fraction", shape: .number("a share of the content", 0...1), isRequired: true,
                initial: nil,
                about: "A share of the content.")
            ]
          ]),
        ]), "A scrubber takes the content there at once: an offset in points, or a share of the content."
      ) { .jump($1.jumpTarget($0)) },
      form(
        "rotate", .word(Gesture.Orientation.allCases.map(\.rawValue)),
        "The device turns: the screen's width and height change places, unless it is held so already."
      ) { field, scenario in
        scenario.rotations.append(field)
        let word = scenario.reader.word(field, among: Gesture.Orientation.allCases.map(\.rawValue))
        return Gesture.Orientation(rawValue: word).map { .rotate(to: $0) } ?? .pause(0)
      },
      form(
        "columns", .integer("cells in a row", 1...1000),
        "A pinch: the number of cells in a row from now on, or in a column of a grid that scrolls sideways."
      ) { field, scenario in
        let columns = scenario.reader.integer(field, "cells in a row", in: 1...1000)
        scenario.pinches.append((field, columns))
        return .columns(columns)
      },
    ])
  }
}
