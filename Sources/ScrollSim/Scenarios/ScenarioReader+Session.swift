/// A population of scrolls.
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
