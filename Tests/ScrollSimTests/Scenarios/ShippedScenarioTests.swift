import Foundation
import GalleryKit
import Testing

@testable import ScrollSim

struct ShippedScenarioTests {
  @Test(arguments: Shipped.names)
  func `a shipped scenario reads, under the name of its file`(name: String) throws {
    let scenario = try ScenarioFile.read(path: Shipped.path(name))
    #expect(scenario.name == name)
    #expect(scenario.sha256.count == 64)
    let laidOut = try #require(scenario.overPhotos(5000))
    #expect(laidOut.layout.columns == 3)
    #expect(laidOut.targetSize == PixelSize(width: 386, height: 386))
    #expect(scenario.device.memoryBudgetBytes == 150_000_000)
    #expect(
      scenario.library
        == .synthetic(SyntheticSource(photos: 5000, distinct: 48, megapixels: 2...12, png: 0.05)))
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
  func `a shipped scenario's whole matrix runs within two minutes`(name: String) throws {
    let scenario = try ScenarioFile.read(path: Shipped.path(name))
    let trace = try #require(scenario.overPhotos(5000)).makeTrace()
    // Starting a process and opening the library takes a second and a half a run.
    let seconds = Double(scenario.runs.count) * (trace.duration + 1.5)
    #expect(seconds <= 110, "\(trace.duration) s a run")
  }

  @Test(arguments: Shipped.names)
  func `the table of scenarios/README says how many runs a scenario has, and how long each is`(name: String)
    throws
  {
    let scenario = try ScenarioFile.read(path: Shipped.path(name))
    let seconds = try #require(scenario.overPhotos(5000)).makeTrace().duration.rounded()
    let folder = URL(fileURLWithPath: Shipped.path(name)).deletingLastPathComponent()
    let table = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let row = try #require(table.split(separator: "\n").first { $0.hasPrefix("| [`\(name)`]") })
    #expect(row.hasSuffix("| \(scenario.runs.count) × \(Int(seconds)) |"))
  }

  @Test func `the laps of growth are alike, and each ends three rows farther on`() throws {
    let scenario = try ScenarioFile.read(path: Shipped.path("growth"))
    let laidOut = try #require(scenario.overPhotos(5000))
    let trace = try laidOut.makeTrace()
    #expect(trace.lapEnds.count == 20)
    let offsets = trace.lapEnds.map { trace.sample(at: $0).offset }
    for (lap, offset) in offsets.enumerated() {
      #expect(abs(offset - 7840 - 3 * laidOut.layout.rowPitch * Double(lap + 1)) < 1e-6)
    }
    // A lap is a whole number of frames, so that every lap shows the same frames.
    for (first, second) in zip(trace.lapEnds, trace.lapEnds.dropFirst()) {
      let frames = (second - first) * Double(scenario.screen.refreshRate)
      #expect(abs(frames - frames.rounded()) < 1e-6)
    }
  }

  @Test func `a trace over fewer photos than fill the screen still plays`() throws {
    for name in Shipped.names {
      let scenario = try ScenarioFile.read(path: Shipped.path(name))
      for itemCount in [0, 1, 10, 100] {
        let laidOut = try #require(scenario.overPhotos(itemCount))
        let trace = try laidOut.makeTrace()
        let last = trace.sample(at: trace.duration)
        #expect((0...laidOut.layout.maximumOffset(itemCount: itemCount)).contains(last.offset))
      }
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
