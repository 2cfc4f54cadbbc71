import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

struct TraceNotesTests {
  private let folder = TemporaryFolder()

  /// `fling` with some of its values replaced.
  private func laidOut(_ changes: [String: Any], itemCount: Int = 5000) throws -> LaidOutScenario {
    let object = try Shipped.object("fling").merging(changes) { $1 }
    let data = try JSONSerialization.data(withJSONObject: object)
    let scenario = try ScenarioFile.parse([UInt8](data), path: Shipped.path("test"), library: "/photos")
    return try #require(scenario.overPhotos(itemCount))
  }

  private func notes(_ changes: [String: Any], itemCount: Int = 5000) throws -> [String] {
    try laidOut(changes, itemCount: itemCount).traceNotes()
  }

  private func recording(_ text: String, _ keys: [String: Any] = [:]) throws -> [String: Any] {
    let path = try folder.write(text, as: "\(UUID().uuidString).csv")
    return ["trace": keys.merging(["recording": path]) { $1 }]
  }

  /// The refusal of a scenario that leaves nothing to measure.
  private func refusal(_ changes: [String: Any]) throws -> String {
    try #require(throws: TraceError.self) { try notes(changes) }.description
  }

  @Test func `a trace that never leaves the start is refused, with what reverses it`() throws {
    let wheel = try recording("time_s,offset_pt\n0,0\n1,-3000\n")
    let words = try refusal(wheel)
    for part in [
      ".csv: expected a scroll that brings photos on screen", "never leaves the start", "\"invert\": true",
      "'--invert'",
    ] { #expect(words.contains(part), "\(words)") }
    let twitch = try recording("time_s,offset_pt\n0,0\n0.1,8\n1,-3000\n")
    #expect(try refusal(twitch).contains("\"invert\": true"))
    let turned = try recording("time_s,offset_pt\n0,0\n1,-3000\n", ["invert": true])
    #expect(try notes(turned) == [])
  }

  @Test func `a trace that comes back past its start says where it could begin`() throws {
    let there = try recording("time_s,offset_pt\n0,0\n1,2000\n2,-1500\n")
    #expect(try #require(try notes(there).first).contains("\"from\": 1500"))
  }

  @Test func `a trace that the content is too short for says how many photos would do`() throws {
    let note = try #require(try notes([:], itemCount: 100).first)
    #expect(note.contains("the content ends there"))
    let photos = try #require(note.firstMatch(of: /"photos": (\d+) beside "path"/).flatMap { Int($0.1) })
    #expect(try notes([:], itemCount: photos) == [])
    #expect(try !notes([:], itemCount: photos / 2).isEmpty)
    // A jump to a share of the content says nothing of how long the content has to be.
    let gestures: [[String: Any]] = [["jump": ["fraction": 0.9]], ["fling": 4000]]
    let jumps = try #require(try notes(["trace": ["gestures": gestures]], itemCount: 10).first)
    #expect(jumps.contains("nothing scrolls; a larger \"photos\" beside \"path\" in library"), "\(jumps)")
    let far = try #require(try notes(recording("time_s,offset_pt\n0,0\n1,600000000\n")).first)
    #expect(far.contains("\"photos\": 10000000, the most there can be, beside \"path\""), "\(far)")
    // While the library changes, photos cannot be repeated.
    let changing = ["library": ["synthetic": ["photos": 100], "changes": ["interval": 1]]]
    let words = try #require(try notes(changing, itemCount: 100).first)
    #expect(words.hasSuffix("the content ends there"), "\(words)")
  }

  @Test func `a pause of minutes is questioned, as milliseconds would be`() throws {
    let trace: [String: Any] = ["gestures": [["pause": 600], ["fling": 4000], ["pause": 60]]]
    #expect(
      try notes(["trace": trace]) == [
        "a pause takes 600 seconds; if milliseconds were meant, { \"pause\": 0.6 } in trace.gestures"
      ])
  }

  @Test func `photos that fill no screen are reported to scroll nowhere`() throws {
    #expect(try #require(try notes([:], itemCount: 10).first).contains("nothing scrolls"))
    // Rotated, fifteen photos fill more.
    let gestures: [[String: Any]] = [["rotate": "landscape"], ["fling": 6000]]
    let turned = try notes(["trace": ["gestures": gestures]], itemCount: 15)
    #expect(turned.count == 1 && turned[0].contains("it is stopped by the content's ends"), "\(turned)")
  }

  @Test func `a recording that hardly moves, or not at all, is refused, and may be looked at`() throws {
    let still = try recording("time_s,offset_pt\n0,5\n1,5\n")
    #expect(try refusal(still).contains("the recording never moves"))
    #expect(try laidOut(still).allTraceNotes().map(\.leavesNothing) == [true])
    let words = try refusal(recording("time_s,offset_pt\n0,0\n1,3\n2,0\n"))
    #expect(words.contains("hardly moves: it goes 6 points in all"), "\(words)")
    // In any speed and columns, so that no variation of a recording is refused that is not itself.
    #expect(try notes(recording("time_s,offset_pt\n0,0\n1,250\n")) == [])
  }

  @Test func `a recording in milliseconds is refused, for its speed`() throws {
    let rows = (0...100).map { "\($0 * 16),\($0 * 112)" }
    let words = try refusal(recording("time_s,offset_pt\n\(rows.joined(separator: "\n"))\n"))
    #expect(words.contains("nowhere faster than 7 points a second"), "\(words)")
    #expect(words.contains("if its times are milliseconds, divide them by 1000"), "\(words)")
    // The same finger, in seconds.
    let seconds = (0...100).map { "\(Double($0) * 0.016),\($0 * 112)" }
    #expect(
      try notes(recording("time_s,offset_pt\n\(seconds.joined(separator: "\n"))\n"), itemCount: 9000) == [])
  }

  @Test func `a recording that never lifts its finger says so`() throws {
    let cutOff = "time_s,phase,x_pt,y_pt\n0,down,0,700\n0.1,move,0,400\n"
    let notes = try notes(recording(cutOff))
    #expect(notes.count == 1 && notes[0].contains("no last 'up'"))
  }

  @Test func `gestures that pull past the start point at themselves`() throws {
    #expect(try refusal(["trace": ["gestures": [["fling": -3000]]]]).contains("trace.gestures"))
  }

  @Test func `gestures or a session that never move are run, with a note`() throws {
    for gesture in [["pause": 1], ["fling": 0], ["jump": 5000]] {
      let notes = try notes(["trace": ["gestures": [gesture]]])
      #expect(notes.count == 1 && notes[0].hasPrefix("the trace never moves"), "\(gesture): \(notes)")
    }
    #expect(
      try notes(["trace": ["session": ["seconds": 1]]]) == [
        "the trace never moves, so that all figures are of the grid at rest; give the session more seconds in trace.session"
      ])
    #expect(try notes(["trace": ["gestures": [["pause": 1], ["jump": 5000]]]]) == [])
  }
}
