import Foundation
import GalleryKit
import Testing

@testable import ScrollSim

struct ShippedScenarioTests {
  private func laidOut(_ name: String, over photos: Int = 5000) throws -> LaidOutScenario {
    try #require(ScenarioFile.read(path: Shipped.path(name)).overPhotos(photos))
  }

  @Test(arguments: Shipped.names)
  func `a shipped scenario reads, under the name of its file, and its trace has nothing odd`(name: String)
    throws
  {
    let laidOut = try laidOut(name)
    let scenario = laidOut.scenario
    #expect(scenario.name == name)
    #expect(scenario.sha256.count == 64)
    #expect(laidOut.layout.columns == 3)
    #expect(laidOut.targetSize == PixelSize(width: 386, height: 386))
    #expect(scenario.device.memoryBudgetBytes == 150_000_000)
    #expect(
      scenario.library
        == .synthetic(SyntheticSource(photos: 5000, distinct: 48, megapixels: 2...12, png: 0.05)))
    #expect(try laidOut.traceNotes() == [])
  }

  @Test func `the program holds every shipped scenario, as the files are`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Shipped.folder)
      .filter { $0.hasSuffix(".json") && $0 != "scenario.schema.json" }.sorted()
    #expect(files == ShippedScenarios.names.map { "\($0).json" })
    for name in ShippedScenarios.names {
      let named = try ScenarioFile.read(path: name)
      #expect(named.sha256 == (try ScenarioFile.read(path: Shipped.path(name)).sha256), "\(name)")
    }
  }

  @Test(arguments: Shipped.names)
  func `scenarios/README says how many runs a scenario has and how long each is, in all two minutes at most`(
    name: String
  ) throws {
    let laidOut = try laidOut(name)
    let (runs, seconds) = (laidOut.scenario.runs.count, try laidOut.makeTrace().duration)
    let table = try String(contentsOfFile: Shipped.folder + "/README.md", encoding: .utf8)
    let row = try #require(table.split(separator: "\n").first { $0.hasPrefix("| [`\(name)`]") })
    #expect(row.hasSuffix("| \(runs) × \(Int(seconds.rounded())) |"))
    // Starting a process and opening the library takes a second and a half a run.
    #expect(Double(runs) * (seconds + 1.5) <= 110, "\(seconds) s a run")
  }

  @Test func `the laps of growth are alike, and each ends three rows farther on`() throws {
    let laidOut = try laidOut("growth")
    let trace = try laidOut.makeTrace()
    #expect(trace.lapEnds.count == 20)
    let offsets = trace.lapEnds.map { trace.sample(at: $0).offset }
    for (lap, offset) in offsets.enumerated() {
      #expect(abs(offset - 7840 - 3 * laidOut.layout.rowPitch * Double(lap + 1)) < 1e-6)
    }
    // A lap is a whole number of frames, so that every lap shows the same frames.
    for (first, second) in zip(trace.lapEnds, trace.lapEnds.dropFirst()) {
      let frames = (second - first) * Double(laidOut.scenario.screen.refreshRate)
      #expect(abs(frames - frames.rounded()) < 1e-6)
    }
  }

  @Test(arguments: Shipped.names)
  func `a trace over fewer photos than fill the screen still plays`(name: String) throws {
    for itemCount in [0, 1, 10, 100] {
      let laidOut = try laidOut(name, over: itemCount)
      let trace = try laidOut.makeTrace()
      let last = trace.sample(at: trace.duration)
      #expect((0...laidOut.layout.maximumOffset(itemCount: itemCount)).contains(last.offset))
    }
  }

  // MARK: Templates

  @Test(arguments: ScenarioTemplate.Worry.allCases)
  func `a template is a scenario for every device, over its grid and photos`(worry: ScenarioTemplate.Worry)
    throws
  {
    for (device, columns) in zip(ScenarioTemplate.Device.allCases, [3, 4, 6, 9]) {
      let template = ScenarioTemplate(
        name: "mine", device: device, columns: columns, photos: .synthetic(9000), worry: worry)
      let scenario = try ScenarioFile.parse([UInt8](template.text.utf8), path: "mine.json")
      #expect(scenario.name == "mine" && scenario.grid.columns == columns)
      #expect(scenario.about.contains(" on an old phone, ") == (device == .oldPhone), "\(scenario.about)")
      #expect(try #require(scenario.overPhotos(9000)).traceNotes() == [])
      #expect(try CostChoice(for: scenario, isShared: true).table.images.isEmpty == false)
    }
  }

  @Test(arguments: [33_000_000, 123_456_789, 1_500_000_000])
  func `a budget is the one that was given, to the byte`(bytes: Int) throws {
    var template = ScenarioTemplate(
      name: "mine", device: .phone, columns: 3, photos: .synthetic(900), worry: .blank)
    template.memoryBudgetBytes = bytes
    let scenario = try ScenarioFile.parse([UInt8](template.text.utf8), path: "mine.json")
    #expect(scenario.device.memoryBudgetBytes == bytes)
  }

  @Test func `a folder's name may hold quotes`() throws {
    let template = ScenarioTemplate(
      name: "mine", device: .phone, columns: 3, photos: .folder("/\"my\" \\ photos"), worry: .blank)
    let scenario = try ScenarioFile.parse(
      [UInt8](template.text.utf8), path: "mine.json", library: "/elsewhere")
    #expect(scenario.library == .folder("/elsewhere"))
  }
}
