import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The same scenario on a virtual clock.
// Calibrating decodes photos by the hundred, which takes unoptimised code under the thread sanitizer minutes.
@Suite(.timeLimit(.minutes(20)))
struct ModelTests {
  private func run(
    _ arguments: [String], in folder: TemporaryFolder, cache: String? = nil
  ) async throws -> Program.Outcome {
    try await Program.run(
      ["run", SmallScenario.path, "--mode", "model", "--output", folder.file("results")] + arguments,
      environment: ["SCROLLSIM_CACHE": cache ?? folder.file("cache")])
  }

  @Test func `a model run leaves a result and a page, makes no photo, and is the same each time`()
    async throws
  {
    let folder = try TemporaryFolder()
    let first = try await run(["--costs", "epyc-2core"], in: folder)
    #expect(first.code == 0, "\(first.error)")
    #expect(first.output.contains("small · model"))
    #expect(first.output.contains("oracle (ref.)"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("cache")))
    #expect(FileManager.default.fileExists(atPath: folder.file("results/small.model.html")))

    var one = try ResultFile.read(path: folder.file("results/small.model.json"))
    #expect(one.mode == .model)
    #expect(one.verdict == .pass)
    _ = try await run(["--costs", "epyc-2core"], in: folder)
    let two = try ResultFile.read(path: folder.file("results/small.model.json"))
    #expect(two.variations?.count == 27)
    one.provenance = two.provenance
    #expect(try one.json() == two.json())
  }

  @Test func `costs that are not there are answered with those that are`() async throws {
    let folder = try TemporaryFolder()
    let unknown = try await run(["--costs", "phone"], in: folder)
    #expect(unknown.code == 64)
    #expect(unknown.error.contains("expected one of this-machine, epyc-2core"))
    let unmeasured = try await run(["--costs", "this-machine"], in: folder)
    #expect(unmeasured.code == 64)
    #expect(unmeasured.error.contains("run 'scrollsim calibrate'"))
    let garbage = try await run(
      ["--costs", try folder.write(Array("{}".utf8), as: "costs.json")], in: folder)
    #expect(garbage.code == 64)
    #expect(garbage.error.contains("expected a cost table"))
  }

  @Test(.enabled(if: LongTests.areWanted, Comment(rawValue: LongTests.skipReason)))
  func `calibrate measures a table that a model can use`() async throws {
    let folder = try TemporaryFolder()
    let cache = folder.file("cache")
    try FileManager.default.createDirectory(atPath: "\(cache)/costs", withIntermediateDirectories: true)
    try folder.write(Array("before".utf8), as: "cache/costs/this-machine.json")
    // Of eleven, the only progressive one carries a thumbnail, so that no first scans stand in for it.
    let measured = try await Program.run(
      ["calibrate", "--rounds", "1", "--photos", "11", "--megapixels", "0.05-0.1", "--force"],
      environment: ["SCROLLSIM_CACHE": cache])
    #expect(measured.code == 0, "\(measured.error)")
    #expect(measured.output.contains("jpegProgressive fast"))
    #expect(measured.error.contains(#/measuring takes about .* more; let nothing else run/#))
    #expect(measured.error.contains(#/measured in \d+/#))
    let history = "\(cache)/costs/history"
    let earlier = try #require(try FileManager.default.contentsOfDirectory(atPath: history).first)
    #expect(try String(contentsOfFile: "\(history)/\(earlier)", encoding: .utf8) == "before")
    #expect(measured.error.contains("before: \(history)/\(earlier)"))
    #expect(measured.output.contains("pngInterlaced   exact"))
    let table = try #require(
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(fileURLWithPath: "\(cache)/costs/this-machine.json"))) as? [String: Any])
    let scans = try #require(table["firstScans"] as? [String: Any])
    #expect((scans["spread"] as? [Double])?.count == 21)
    // The shipped scenarios' 48 photos, in two modes, as replays and as models have them.
    #expect((table["ownPhotos"] as? [Any])?.count == 48 * 2 * 2)
    #expect(measured.output.contains("photos whose own costs are known: 48"))
    let outcome = try await run(["--costs", "this-machine"], in: folder, cache: cache)
    #expect(outcome.code == 0, "\(outcome.error)")

    // A model beside replays has the speed that decoders had then, not when they were calibrated.
    let validated = try await Program.run(
      [
        "validate", SmallScenario.path, "--rounds", "1", "--strategy", "none", "--output",
        folder.file("both"),
      ], environment: ["SCROLLSIM_CACHE": cache])
    #expect([0, 2, 3].contains(validated.code), "\(validated.error)")
    #expect(validated.error.contains("small: Beside the replays, decoding took "))
    let situation = try FidelityFile.read(path: folder.file("both/fidelity.json")).situations[0]
    #expect(try #require(situation.costRatio) > 0)
    let model = try ResultFile.read(path: folder.file("both/small.model.json"))
    #expect(model.costsNote?.contains("\(try #require(situation.costRatio))") == true)
    // A model's memory begins where a replay's does, not where calibrating ends.
    let replay = try ResultFile.read(path: folder.file("both/small.replay.json"))
    let base = try #require(replay.runs.first?.figure("baseResidentBytes"))
    let known = try #require(table["baseResidentBytes"] as? Double)
    #expect(abs(known - base) < 0.1 * base, "\(known) beside \(base)")
  }

  @Test func `validate compares both modes, names what falls short, and ends with 2 if anything does`()
    async throws
  {
    let folder = try TemporaryFolder()
    // No server is as slow as that phone was.
    let outcome = try await Program.run([
      "validate", SmallScenario.path, "--costs", "iphone-6", "--rounds", "1", "--strategy", "none",
      "--strategy", "screens", "--output", folder.file("results"),
    ])
    #expect(outcome.output.contains("| scenario | photos | load | pairs alike |"))
    #expect(outcome.output.contains("small/screens/released/fast/opportunistic/lru/urgency"))
    let record = try Data(contentsOf: URL(fileURLWithPath: folder.file("results/fidelity.json")))
    let file = try JSONDecoder().decode(FidelityFile.self, from: record)
    #expect(file.situations.map(\.scenario) == ["small"])
    #expect(outcome.code == (file.situations[0].isTooBusyToTell ? 3 : 2), "\(outcome.error)")
    #expect(file.situations[0].metrics.first { $0.metric == "decodes" }?.runs.count == 2)
    for page in ["small.replay.html", "small.model.html"] {
      let text = try String(contentsOfFile: folder.file("results/\(page)"), encoding: .utf8)
      #expect(text.contains("How well the model predicts"), "\(page)")
    }
  }

  @Test func `validate gives decoders as much to do as is asked, in both modes`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run([
      "validate", SmallScenario.path, "--costs", "epyc-2core", "--rounds", "1", "--strategy", "none",
      "--loads", "0.01,1", "--output", folder.path,
    ])
    #expect([0, 2, 3].contains(outcome.code), "\(outcome.error)")
    #expect(
      outcome.error.contains(
        "small: decoders have more to do at the costs of epyc-2core than a load of 0.01 is"))
    let file = try FidelityFile.read(path: folder.file("fidelity.json"))
    #expect(file.situations.count == 2)
    #expect(file.situations[0].decodeTime == 1)
    let decodeTime = file.situations[1].decodeTime
    #expect(decodeTime > 1)
    for mode in ["replay", "model"] {
      #expect(
        try ResultFile.read(path: folder.file("small.load-0.01.\(mode).json")).scenario.decodeTime == nil)
      #expect(
        try ResultFile.read(path: folder.file("small.load-1.\(mode).json")).scenario.decodeTime == decodeTime)
    }
    let model = try ResultFile.read(path: folder.file("small.load-1.model.json"))
    let load = try #require(model.runs.first?.figure("load"))
    // What other tests take from the decoders meanwhile is the model's, too.
    #expect(abs(load / (file.situations[1].costRatio ?? 1) - 1) < 0.2)
  }
}
