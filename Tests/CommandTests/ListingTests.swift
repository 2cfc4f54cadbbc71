import Foundation
import GalleryKit
import ScrollSim
import ScrollSimCLI
import TestSupport
import Testing

/// Commands that only tell: strategies and traces.
@Suite(.timeLimit(.minutes(15)))
struct ListingTests {
  private let folder = TemporaryFolder()

  @Test func `strategies are listed with their parameters, units, ranges and defaults`() async throws {
    let outcome = try await Program.run("list strategies", code: 0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let titles = ComparedStrategies.all.map { $0.descriptor.name }
    for title in titles + ["Orders", "Libraries", "Other choices", "glide"] {
      #expect(lines.contains(title), "\(title)")
    }
    #expect(lines.contains { $0.contains("leading   │       2 │ 0 to 20 │ screenfuls │ How far ahead") })
    #expect(lines.contains { $0.contains("cells: retained, released, reused") })
    #expect(lines.contains { $0.hasPrefix("Source: Glide@bf4901de ") })
    let orders = try await Program.run("list orders", code: 0, showing: ["\nurgency\n"])
    #expect(!orders.output.contains("\nscreens\n"))
  }

  @Test func `a custom strategy or order whose name is taken is refused in words`() async throws {
    let strategy = await #expect(processExitsWith: .exitCode(64), observing: [\.standardErrorContent]) {
      await ScrollSimProgram.main(strategies: [BankStrategy.self])
    }
    let order = await #expect(processExitsWith: .exitCode(64), observing: [\.standardErrorContent]) {
      await ScrollSimProgram.main(orders: [.fifo])
    }
    for (result, words) in [
      (strategy, "for each strategy, found two that are called 'bank'"), (order, "'fifo'"),
    ] {
      #expect(String(decoding: try #require(result).standardErrorContent, as: UTF8.self).contains(words))
    }
  }

  @Test func `cost tables are listed, and one is shown with its source`() async throws {
    let list = try await Program.run("list costs", code: 0)
    for name in ["epyc-2core", "apple-m5-max", "galaxy-s6-edge", "iphone-6"] {
      #expect(list.output.split(separator: "\n").contains { $0.hasPrefix("  \(name) ") })
    }
    try await Program.run(
      "list costs iphone-6", code: 0, showing: ["scaled from epyc-2core; published: ", "https://"])
  }

  @Test func `names and words of files do not control the terminal`() async throws {
    let shipped = "\(Repository.path)/Sources/ScrollSim/Costs/epyc-2core.json"
    let table = try String(contentsOfFile: shipped, encoding: .utf8)
      .replacing("\"What decoding", with: "\"\\u001B]0;A\\u0007 decoding")
    let costs = try folder.write(table, as: "costs.json")
    try await Program.run("list costs \(costs)", code: 0, showing: [": \\x1B]0;A\\x07 decoding"])
    let moves = (0...40).map { "\(Double($0) / 20),\($0 * 60)" }.joined(separator: "\n")
    let recording = try folder.write("time_s,offset_pt\n\(moves)\n", as: "\u{1B}[2J.csv")
    try await Program.run("trace info \(recording)", code: 0, showing: ["\\x1B[2J\n  duration "])
    let path = try SmallScenario.variant([("\"A fling and", "\"\\u001B]0;A\\u0007 fling and")], in: folder)
    try await Program.run(
      "run \(path) --dry-run --mode model --costs epyc-2core --no-variations", code: 0,
      showing: ["  asks       \\x1B]0;A\\x07 fling and the way back"])
  }

  @Test func `a scenario's trace is described`() async throws {
    let outcome = try await Program.run(
      "trace info SMALL", code: 0,
      showing: [
        "1.15 s, 70 frames at 60 Hz", "4,000 pt/s", "flings     1, turns 1, jumps 0", "laps       1",
      ])
    #expect(outcome.output.hasPrefix("small\n"))
  }

  @Test func `a trace over few photos ends where they do`() async throws {
    let few = try await Program.run("trace info SMALL --photos 3", code: 0)
    let many = try await Program.run("trace info SMALL")
    #expect(few.output != many.output)
    try await Program.run(
      "trace info scroll.csv --photos 3", code: 64, saying: "--photos: expected a scenario")
  }

  @Test func `a trace is drawn`() async throws {
    let outcome = try await folder.scrollsim("trace plot SMALL", code: 0)
    #expect(outcome.output == "")
    #expect(outcome.error == "drawn: small.svg\n")
    let drawing = try folder.text("small.svg")
    #expect(drawing.contains("<svg") && drawing.contains("offset") && drawing.contains("velocity"))
    try await folder.scrollsim("trace plot SMALL", code: 64, saying: "small.svg: expected no such file yet")
    try await folder.scrollsim("trace plot SMALL --output small.svg", code: 0)
  }

  @Test(
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.skipReason)),
    arguments: [
      "touch/gesture-01.csv", "touch/gesture-13.csv", "wheel/swipe-up-trackpad.csv",
      "wheel/slow-drag-right.csv",
    ])
  func `recordings are described and drawn`(recording: String) async throws {
    let path = "\(try #require(SharedData.root))/traces/\(recording)"
    try await Program.run("trace info \(path)", code: 0, showing: ["duration"])
    try await Program.run("trace plot \(path) --output \(folder.file("drawing.svg"))", code: 0)
    #expect(folder.has("drawing.svg"))
  }

  @Test func `what a browser recorded becomes a recording, and what is odd about it is reported`()
    async throws
  {
    let events = "[{ \"deltaY\": -40, \"timeStamp\": 10 }, { \"deltaY\": -60, \"timeStamp\": 26 }]"
    try folder.write(events, as: "wheel.json")
    let outcome = try await folder.scrollsim("trace import wheel.json --scale 2", code: 0)
    #expect(outcome.complaints.first == "recording: wheel.csv")
    #expect(outcome.error.contains("\"invert\": true"))
    let recording = try folder.text("wheel.csv")
    #expect(recording == "time_s,offset_pt\n0.000000,0.0000\n0.016667,-20.0000\n0.032667,-50.0000\n")
    try await folder.scrollsim("trace info wheel.csv", showing: ["odd"])
    try await folder.scrollsim(
      "trace import wheel.csv", code: 64, saying: "expected a file other than the one that is read")
  }

  @Test(arguments: [
    ("{ \"events\": [{ \"deltaY\": 40, \"timeStamp\": 10 }] }", "events; 'scrollsim trace import' makes"),
    ("{ \"schema\": \"scrollsim.check/1\" }", "another file of scrollsim's (scrollsim.check/1)"),
  ])
  func `what is not a trace is named for what it is`(text: String, words: String) async throws {
    try folder.write(text, as: "scrolls.json")
    let outcome = try await folder.scrollsim("trace info scrolls.json", code: 64, saying: words)
    #expect(outcome.complaints.count == 1)
    #expect(
      outcome.error.hasPrefix("scrolls.json: expected a scenario (.json) or a recording (.csv), found "))
  }

  @Test func `an import replaces a file only if it is named`() async throws {
    try folder.write("[{ \"deltaY\": 40, \"timeStamp\": 10 }]", as: "swipe.json")
    try folder.write("mine", as: "swipe.csv")
    try await folder.scrollsim(
      "trace import swipe.json", code: 64, saying: "swipe.csv: expected no such file yet, found one")
    #expect(try folder.text("swipe.csv") == "mine")
    try await folder.scrollsim("trace import swipe.json --output swipe.csv", code: 0)
    #expect(try folder.text("swipe.csv").hasPrefix("time_s,offset_pt\n"))
  }
}
