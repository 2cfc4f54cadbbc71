import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

struct ScenarioReadingTests {
  /// `fling.json` with some text replaced.
  func scenario(_ changes: KeyValuePairs<String, String> = [:], library: String? = nil) throws -> Scenario {
    let text = try Shipped.text(of: "fling", changes)
    return try ScenarioFile.parse([UInt8](text.utf8), path: Shipped.path("fling"), library: library)
  }

  @Test func `strategies come in the file's order, with the parameters that it gives`() throws {
    let strategies = try scenario().compare.strategies
    let compare = try Shipped.object("fling")["compare"] as? [String: Any]
    let listed = try #require(compare?["strategies"] as? [Any])
    #expect(
      strategies.map(\.name) == listed.map { $0 as? String ?? ($0 as? [String: Any])?.keys.first ?? "" })
    #expect(strategies.first { $0.name == "screens" }?.parameters == ["leading": 2, "trailing": 1])
    #expect(strategies.first { $0.name == "none" }?.parameters.isEmpty == true)
  }

  @Test func `a number may be written in every way that JSON has`() throws {
    let read = try scenario([
      "\"seed\": 7": "\"seed\": 7.0", "\"150 MB\"": "1.5e8", "\"columns\": 3": "\"columns\": 0.3e1",
      "\"synthetic\":": "\"remote\": { \"share\": 1, \"bandwidth\": 2e7 }, \"synthetic\":",
    ])
    #expect(read.seed == 7 && read.device.memoryBudgetBytes == 150_000_000 && read.grid.columns == 3)
    #expect(read.remote?.bandwidth == 20_000_000)
    #expect(try scenario(["\"seed\": 7": "\"seed\": \(UInt64.max)"]).seed == .max)
    #expect(throws: ScenarioError.self) { try scenario(["\"150 MB\"": "150000000.5"]) }
  }

  @Test func `rows make a grid that scrolls sideways`() throws {
    let strip = try #require(try scenario(["\"columns\": 3": "\"rows\": 2"]).overPhotos(5000)).layout
    #expect(strip.axis == .horizontal && strip.columns == 2)
    #expect(strip.screenful == 390 && strip.side == 421)
    #expect(try scenario().overPhotos(5000)?.layout.axis == .vertical)
  }

  @Test func `sections have one number of photos each, or as many as a list says`() throws {
    func sections(_ photos: String) throws -> GridLayout.Sections? {
      try scenario([
        "\"columns\": 3,": "\"columns\": 3, \"sections\": { \"photos\": \(photos), \"header\": 48 },"
      ]).overPhotos(5000)?.layout.sections
    }
    #expect(try sections("40") == .init(photos: [40], header: 48))
    #expect(try sections("[5, 60]") == .init(photos: [5, 60], header: 48))
    #expect(try #require(try scenario().overPhotos(5000)).layout.sections == nil)
  }

  @Test func `a screenful has fewer photos where sections end rows and have headers`() throws {
    let sections = "\"columns\": 3, \"sections\": { \"photos\": 4, \"header\": 48 },"
    let laidOut = try #require(try scenario(["\"columns\": 3,": sections]).overPhotos(5000))
    // Four photos in a header and two rows.
    let length = 48 + 2 * laidOut.layout.rowPitch - 2
    #expect(abs(laidOut.photosPerScreenful - 4 * 844 / length) < 1e-6)
    let plain = try #require(try scenario().overPhotos(5000))
    #expect(abs(plain.photosPerScreenful - 3 * 844 / plain.layout.rowPitch) < 1e-6)
  }

  @Test func `cells are square, or have their photos' shapes`() throws {
    func cells(_ word: String) throws -> Scenario {
      try scenario(["\"columns\": 3,": "\"columns\": 3, \"cells\": \"\(word)\","])
    }
    #expect(try cells("square").grid == (try scenario().grid))
    let justified = try cells("justified")
    #expect(justified.grid.cells == .justified)
    #expect(justified.overPhotos(5000) == nil, "no photo is known yet")
  }

  @Test func `what is left out has its default`() throws {
    let scenario = try scenario([
      "\"seed\": 7,": "", "\"physics\": \"uiscrollview\",": "", ", \"costs\": \"pixel-3a\"": "",
      ", \"distinct\": 48, \"megapixels\": [2, 12], \"png\": 0.05": "", ",\n  \"iterations\": 1": "",
    ])
    #expect(scenario.seed == 1)
    #expect(scenario.iterations == 1)
    #expect(scenario.device.costs == "this-machine")
    #expect(scenario.device.memoryLimitBytes == nil)
    #expect(scenario.library == .synthetic(SyntheticSource(photos: 5000)))
    guard case .gestures(let script, physics: "uiscrollview") = scenario.trace else {
      Issue.record("the physics is the first")
      return
    }
    #expect(script.settle == 1)
    #expect(script.laps == nil)
  }

  @Test func `limits are numbers, bytes or a word`() throws {
    let limits = try scenario([
      "\"gestures\": [": "\"laps\": 14, \"gestures\": [",
      "\"iterations\": 1":
        "\"limits\": { \"peakResidentBytes\": \"400 MB\", \"cacheHitRate\": 0.8, \"growth\": \"flat\" }",
    ]).limits
    #expect(
      limits == ["peakResidentBytes": .number(400e6), "cacheHitRate": .number(0.8), "growth": .word("flat")])
  }

  @Test func `a device has the system's memory limit and the app's own work for a frame, if they are given`()
    throws
  {
    let device = try scenario([
      "\"memoryBudget\": \"150 MB\"":
        "\"memoryBudget\": 1024000, \"memoryLimit\": \"1.5 GiB\", \"frameWork\": 0.008"
    ]).device
    #expect(device.memoryBudgetBytes == 1_024_000 && device.memoryLimitBytes == 1_610_612_736)
    #expect(device.frameWork == 0.008)
    #expect(try scenario().device.frameWork == 0)
  }

  @Test func `a folder from outside replaces the library, repeated unless that changes`() throws {
    func library(_ keys: String) throws -> LibrarySource {
      let synthetic =
        "\"synthetic\": { \"photos\": 5000, \"distinct\": 48, \"megapixels\": [2, 12], \"png\": 0.05 }"
      return try scenario([synthetic: keys], library: "/photos").library
    }
    #expect(try scenario(library: "/photos").library == .folder("/photos"))
    #expect(try library("\"path\": \"/nowhere\"") == .folder("/photos"))
    let repeated = "\"path\": \"/nowhere\", \"photos\": 5000"
    #expect(try library(repeated) == .folder("/photos", photos: 5000))
    #expect(throws: ScenarioError.self) { try library(repeated + ", \"changes\": { \"interval\": 1 }") }
  }

  @Test func `the fingerprint is of the file's bytes`() throws {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Shipped.path("fling"))))
    #expect(try scenario().sha256 == SHA256.hex(of: bytes))
    #expect(try scenario(["five": "six"]).sha256 != SHA256.hex(of: bytes))
  }

  @Test func `a recording is beside its scenario and plays`() throws {
    let folder = TemporaryFolder()
    try folder.write("time_s,offset_pt\n0,0\n1,-500\n", as: "swipe.csv")
    var object = try Shipped.object("fling")
    object["trace"] = ["recording": "swipe.csv", "invert": true, "repeat": 2, "settle": 0.25, "from": 10]
    let path = try folder.write([UInt8](JSONSerialization.data(withJSONObject: object)), as: "swipe.json")

    let scenario = try ScenarioFile.read(path: path)
    let trace = try #require(scenario.overPhotos(5000)).makeTrace()
    #expect(abs(trace.duration - 2.25) < 1e-9)
    #expect(abs(trace.sample(at: trace.duration).offset - 1010) < 1e-9)
  }

  @Test func `a table of costs is beside its scenario, too, and one that has a name nowhere`() throws {
    for (costs, place) in [("phone.json", "/grids/phone.json"), ("/phone.json", "/phone.json"), ("x", "x")] {
      let text = try Shipped.text(of: "fling", ["\"costs\": \"pixel-3a\"": "\"costs\": \"\(costs)\""])
      let scenario = try ScenarioFile.parse([UInt8](text.utf8), path: "/grids/fling.json")
      #expect(scenario.device.costs == place)
    }
  }
}

/// Amounts as people write them, in scenarios and on the command line.
@Suite struct `Quantities` {
  @Test(arguments: [
    ("150 MB", 150_000_000), ("120mb", 120_000_000), ("120M", 120_000_000), ("1.5 gib", 1_610_612_736),
    ("2G", 2_000_000_000), ("64k", 64_000), ("4096", 4096), ("300 B", 300), ("1 kB", 1000),
    ("150MB", 150_000_000),
    ("2 GB", 2_000_000_000), ("1 KiB", 1024), ("1 MiB", 1_048_576),
  ])
  func `memory has its unit in small or capital letters, in full or in one`(text: String, bytes: Int) {
    #expect(ByteCount.bytes(in: text) == bytes)
  }

  @Test(arguments: [
    "", "MB", "150 MX", "-1 MB", "1,5 MB", "1e3 MB", "1 MB 2", "0x10", "9999999999 GB", ".",
  ])
  func `other texts are not amounts of memory`(text: String) { #expect(ByteCount.bytes(in: text) == nil) }

  @Test func `too few bytes lack a unit, and the error says what they may mean`() throws {
    #expect(
      ByteCount.remedy(for: "120") == "so few bytes hold no image; write \"120 MB\" or \"120 B\"")
    for text in ["120 B", "120MB", "1000000", "garbage"] { #expect(ByteCount.remedy(for: text) == nil) }
  }

  @Test(arguments: [
    ("25ms", 0.025), ("25 MS", 0.025), ("25000us", 0.025), ("25000µs", 0.025), ("1.5s", 1.5), ("10m", 600),
    ("10 min", 600), ("1h", 3600),
  ])
  func `times have a unit`(text: String, seconds: Double) throws {
    #expect(abs(try #require(TimeSpan.seconds(in: text, bare: nil)) - seconds) < 1e-9)
  }

  @Test func `a number alone is a time where one unit is meant, and nowhere else`() {
    #expect(TimeSpan.seconds(in: "25", bare: 1e-3) == 0.025)
    #expect(TimeSpan.seconds(in: "25", bare: 1) == 25)
    for text in ["25", "", "s", "5 days", "-5s"] { #expect(TimeSpan.seconds(in: text, bare: nil) == nil) }
  }
}
