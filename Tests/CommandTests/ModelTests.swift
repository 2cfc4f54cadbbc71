import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The same scenario on a virtual clock.
// Calibrating decodes photos by the hundred, which takes unoptimised code under the thread sanitizer minutes.
@Suite(.timeLimit(.minutes(20)))
struct ModelTests {
  private let folder = TemporaryFolder()
  private var cache: [String: String] { ["SCROLLSIM_CACHE": folder.file("cache")] }
  private var run: Command {
    Command(start: "run SMALL --mode model --output \(folder.file("results"))", environment: cache)
  }

  @Test func `a model run leaves a result and a page, makes no photo, and is the same each time`()
    async throws
  {
    try await run("--costs epyc-2core", code: 0, showing: ["small · model", "oracle (ref.)"])
    #expect(!folder.has("cache"))
    #expect(folder.has("results/small.model.html"))

    var one = try folder.result("results/small.model")
    #expect(one.mode == .model)
    #expect(one.verdict == .pass)
    try await run("--costs epyc-2core")
    let two = try folder.result("results/small.model")
    #expect(two.variations?.count == 27)
    one.provenance = two.provenance
    #expect(try one.json() == two.json())
  }

  @Test func `unknown costs are answered with the known ones`() async throws {
    try await run("--costs phone", code: 64, saying: "expected one of this-machine, epyc-2core")
    let table = try folder.write("{}", as: "costs.json")
    try await run("--costs \(table)", code: 64, saying: "expected a cost table")
  }

  @Test func `a table of another name does not take the place of this machine's`() async throws {
    try await Program.run(
      "calibrate --name laptop", code: 64, saying: "--name: expected '--output FILE.json'")
  }

  @Test(.long) func `calibrate measures a table that a model can use`() async throws {
    try folder.write("before", as: "cache/costs/this-machine.json")
    // Of eleven, the only progressive one carries a thumbnail, so that no first scans stand in for it.
    let measured = try await Program.run(
      "calibrate --rounds 1 --photos 11 --megapixels 0.05-0.1 --force", environment: cache, code: 0)
    #expect(measured.output.contains("jpegProgressive fast"))
    #expect(measured.error.contains(#/measuring takes about .* more; let nothing else run/#))
    #expect(measured.error.contains(#/measured in \d+/#))
    let earlier = "cache/costs/history/\(try #require(try folder.names(in: "cache/costs/history").first))"
    #expect(try folder.text(earlier) == "before")
    #expect(measured.error.contains("previous: \(folder.file(earlier))"))
    #expect(measured.output.contains("pngInterlaced   exact"))
    let table = try #require(
      try JSONSerialization.jsonObject(with: folder.data("cache/costs/this-machine.json")) as? [String: Any])
    let scans = try #require(table["firstScans"] as? [String: Any])
    #expect((scans["spread"] as? [Double])?.count == 21)
    // The shipped scenarios' 48 photos, in two modes, as replays and as models have them.
    #expect((table["ownPhotos"] as? [Any])?.count == 48 * 2 * 2)
    #expect(measured.output.contains("photos whose own costs are known: 48"))
    try await run("--costs this-machine", code: 0)

    // A model compared with replays has the speed that decoders had then, not when they were calibrated.
    let validated = try await Program.run(
      "validate SMALL --rounds 1 --strategy none --output \(folder.file("both"))", environment: cache)
    #expect([0, 2, 3].contains(validated.code), "\(validated.error)")
    #expect(validated.error.contains("small: During the replays, decoding took "))
    let situation = try FidelityFile.read(path: folder.file("both/fidelity.json")).situations[0]
    #expect(try #require(situation.costRatio) > 0)
    let model = try folder.result("both/small.model")
    #expect(model.costsNote?.contains("\(try #require(situation.costRatio))") == true)
    // A model's memory begins at the level of a replay's, not at that of calibrating.
    let replay = try folder.result("both/small.replay")
    let base = try #require(replay.runs.first?.figure("baseResidentBytes"))
    let known = try #require(table["baseResidentBytes"] as? Double)
    #expect(abs(known - base) < 0.1 * base, "\(known) beside \(base)")
  }

  @Test func `validate compares both modes, names what falls short, and exits with 2 if anything does`()
    async throws
  {
    // A server is only as slow as that phone if other work takes most of it.
    let outcome = try await Program.run(
      "validate SMALL --costs iphone-6 --rounds 1 --strategy none --strategy screens --output \(folder.path)")
    #expect(outcome.output.contains("| scenario | photos | load | pairs alike |"))
    #expect(outcome.output.contains("small/screens/released/fast/opportunistic/lru/urgency"))
    let file = try JSONDecoder().decode(FidelityFile.self, from: folder.data("fidelity.json"))
    #expect(file.situations.map(\.scenario) == ["small"])
    #expect(outcome.code == Int32(file.exitCode), "\(outcome.error)")
    #expect(file.situations[0].metrics.first { $0.metric == "decodes" }?.runs.count == 2)
    for page in ["small.replay.html", "small.model.html"] {
      #expect(try folder.text(page).contains("How well the model predicts"), "\(page)")
    }
  }

  @Test func `validate gives decoders as much to do as is asked, in both modes`() async throws {
    let outcome = try await Program.run(
      "validate SMALL --costs epyc-2core --rounds 1 --strategy none --loads 0.01,1 --output \(folder.path)",
      saying: "small: the decoders' load at the costs of epyc-2core is already above 0.01")
    #expect([0, 2, 3].contains(outcome.code), "\(outcome.error)")
    let file = try FidelityFile.read(path: folder.file("fidelity.json"))
    #expect(file.situations.count == 2)
    #expect(file.situations[0].decodeTime == 1)
    let decodeTime = file.situations[1].decodeTime
    #expect(decodeTime > 1)
    for mode in ["replay", "model"] {
      #expect(try folder.result("small.load-0.01.\(mode)").scenario.decodeTime == nil)
      #expect(try folder.result("small.load-1.\(mode)").scenario.decodeTime == decodeTime)
    }
    let load = try #require(try folder.result("small.load-1.model").runs.first?.figure("load"))
    // What other tests take from the decoders meanwhile counts in the model, too.
    #expect(abs(load / (file.situations[1].costRatio ?? 1) - 1) < 0.2)
  }
}

/// Model mode on a machine that was never calibrated: the shipped table stands in, and every reader is told.
@Suite(.timeLimit(.minutes(15)))
struct UncalibratedTests {
  private static let words = "Costs are epyc-2core's: this machine has not been measured yet."

  private let folder = TemporaryFolder()
  private var scrollsim: Command {
    Command(start: "", environment: ["SCROLLSIM_CACHE": folder.file("cache")], folder: folder.path)
  }

  /// The small scenario at the costs of a table.
  private func scenario(costs: String) throws -> String {
    try SmallScenario.variant(
      [("\"decodeWorkers\": 2", "\"decodeWorkers\": 2, \"costs\": \"\(costs)\"")], in: folder)
  }

  @Test func `run takes the shipped table and says so`() async throws {
    let outcome = try await scrollsim(
      "run SMALL --mode model --no-variations --output results", code: 0, showing: [Self.words])
    #expect(outcome.complaints.first?.hasPrefix("small: \(Self.words)") == true)
    let result = try folder.result("results/small.model")
    #expect(result.costs?.name == "epyc-2core")
    #expect(result.costsNote?.hasPrefix(Self.words) == true)
    #expect(try folder.text("results/small.model.html").contains("Costs are epyc-2core"))
  }

  @Test func `advise does, too, and so does the scenario that names this machine`() async throws {
    let outcome = try await scrollsim(
      "advise \(try scenario(costs: "this-machine")) --combinations 5 --strategy none --output results",
      code: 0, showing: [Self.words])
    #expect(outcome.complaints.first?.hasPrefix("small: \(Self.words)") == true)
    #expect(try folder.advice(in: "results").scenarios.map(\.costs.name) == ["epyc-2core"])
    #expect(try folder.text("results/small.advice.html").contains("Costs are epyc-2core"))
  }

  @Test(arguments: ["run --mode model", "advise", "validate"])
  func `a table that is asked for and not there is an error`(command: String) async throws {
    try await scrollsim(
      "\(command) SMALL --costs this-machine", code: 64, saying: "run 'scrollsim calibrate'")
    guard command != "validate" else { return }
    try await scrollsim("\(command) \(try scenario(costs: "phone"))", code: 64, saying: "found 'phone'")
  }

  @Test(arguments: ["model", "replay"])
  func `a table of this machine that is broken is an error, not ignored`(mode: String) async throws {
    try folder.write("{}", as: "cache/costs/this-machine.json")
    let outcome = try await scrollsim(
      "run SMALL --mode \(mode) --no-variations", code: 64,
      saying: "this-machine.json: expected a cost table")
    #expect(outcome.error.contains("measure again with 'scrollsim calibrate'"))
  }
}
