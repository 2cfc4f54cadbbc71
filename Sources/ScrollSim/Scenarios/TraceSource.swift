internal import GalleryKit

/// The source of a scroll: gestures, a recording, or a session of typical scrolls.
package enum TraceSource: Codable, Hashable, Sendable {
  case gestures(GestureScript, physics: String)
  case recording(RecordingSource)
  case session(ScrollSession, physics: String)

  /// The number of laps by which to compare memory.
  var laps: Int { if case .gestures(let script, _) = self { script.laps ?? 0 } else { 0 } }

  /// All gestures; none of a recording or a session.
  var gestures: [Gesture] {
    if case .gestures(let script, _) = self { script.before + script.gestures } else { [] }
  }

  var turns: Bool { gestures.contains { if case .rotate = $0 { true } else { false } } }

  /// In points.
  var start: Double { if case .recording(let source) = self { source.from } else { 0 } }

  /// Whether the user rotates the device or pinches during the trace, which changes the layout.
  package var changesLayout: Bool {
    turns || gestures.contains { if case .columns = $0 { true } else { false } }
  }

  /// The trace within these limits, from another offset than its own if one is given.
  package func trace(
    within limits: ScrollLimits, seed: UInt64 = 0, from offset: Double? = nil
  ) throws(TraceError) -> ScrollTrace {
    let start = offset ?? start
    switch self {
    case .gestures(let script, let name):
      return try script.trace(physics: ScrollPhysicsModels.physics(named: name), limits: limits, from: start)
    case .recording(let source):
      let physics = try ScrollPhysicsModels.physics(named: source.physics)
      return try Recording.read(path: source.path, along: limits.grid?.layout.axis ?? .vertical).trace(
        physics: physics, limits: limits, from: start, inverted: source.isInverted,
        repetitions: source.repetitions, settle: source.settle)
    case .session(let session, let name):
      return try session.trace(
        physics: ScrollPhysicsModels.physics(named: name), limits: limits, seed: seed, from: start)
    }
  }
}

/// A recording in a file, and how to play it: what the keys of a trace say.
package struct RecordingSource: Codable, Hashable, Sendable {
  package var path: String
  /// The physics of the momentum after a recorded finger lifts.
  package var physics: String
  package var from: Double
  package var isInverted: Bool
  package var repetitions: Int
  package var settle: Double

  package init(
    path: String, physics: String, from: Double = 0, isInverted: Bool = false, repetitions: Int = 1,
    settle: Double = GestureScript.defaultSettle
  ) {
    (self.path, self.physics, self.from) = (path, physics, from)
    (self.isInverted, self.repetitions, self.settle) = (isInverted, repetitions, settle)
  }
}
