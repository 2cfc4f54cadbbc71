import Foundation
import GalleryKit
import Testing

@testable import ScrollSim

struct ScenarioReadingTests {
  /// `fling.json` with some text replaced.
  func scenario(_ changes: [(String, String)], library: String? = nil) throws -> Scenario {
    var text = try String(contentsOfFile: Shipped.path("fling"), encoding: .utf8)
    for (old, new) in changes {
      try #require(text.contains(old))
      text = text.replacing(old, with: new)
    }
    return try ScenarioFile.parse(
      [UInt8](text.utf8), path: Shipped.path("fling"), library: library, vocabulary: .forTests)
  }

  @Test func `strategies come in the file's order, with the parameters that it gives`() throws {
    let strategies = try scenario([]).compare.strategies
    let compare = try Shipped.object("fling")["compare"] as? [String: Any]
    let listed = try #require(compare?["strategies"] as? [Any])
    #expect(
      strategies.map(\.name) == listed.map { $0 as? String ?? ($0 as? [String: Any])?.keys.first ?? "" })
    #expect(strategies.first { $0.name == "screens" }?.parameters == ["leading": 2, "trailing": 1])
    #expect(strategies.first { $0.name == "none" }?.parameters.isEmpty == true)
  }

  @Test func `rows make a grid that scrolls sideways`() throws {
    let strip = try #require(try scenario([("\"columns\": 3", "\"rows\": 2")]).overPhotos(5000)).layout
    #expect(strip.axis == .horizontal && strip.columns == 2)
    #expect(strip.screenful == 390 && strip.side == 421)
    #expect(try scenario([]).overPhotos(5000)?.layout.axis == .vertical)
  }

  @Test func `sections have so many photos each, or as many as a list says`() throws {
    func sections(_ photos: String) throws -> GridLayout.Sections? {
      try scenario([
        ("\"columns\": 3,", "\"columns\": 3, \"sections\": { \"photos\": \(photos), \"header\": 48 },")
      ]).overPhotos(5000)?.layout.sections
    }
    #expect(try sections("40") == .init(photos: [40], header: 48))
    #expect(try sections("[5, 60]") == .init(photos: [5, 60], header: 48))
    #expect(try #require(try scenario([]).overPhotos(5000)).layout.sections == nil)
  }

  @Test func `cells are square, or have their photos' shapes`() throws {
    func cells(_ word: String) throws -> Scenario.Grid {
      try scenario([("\"columns\": 3,", "\"columns\": 3, \"cells\": \"\(word)\",")]).grid
    }
    #expect(try cells("square") == (try scenario([]).grid))
    #expect(try cells("justified").cells == .justified)
    let justified = try scenario([("\"columns\": 3,", "\"columns\": 3, \"cells\": \"justified\",")])
    #expect(justified.overPhotos(5000) == nil, "no photo is known yet")
  }

  @Test func `what is left out has its default`() throws {
    let scenario = try scenario([
      ("\"seed\": 7,", ""), ("\"physics\": \"uiscrollview\",", ""), (", \"costs\": \"pixel-3a\"", ""),
      (", \"distinct\": 48, \"megapixels\": [2, 12], \"png\": 0.05", ""), (",\n  \"iterations\": 1", ""),
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

  @Test func `seeds use all 64 bits`() throws {
    #expect(try scenario([("\"seed\": 7", "\"seed\": 18446744073709551615")]).seed == UInt64.max)
  }

  @Test func `limits are numbers, bytes or a word`() throws {
    let limits = try scenario([
      ("\"gestures\": [", "\"laps\": 14, \"gestures\": ["),
      (
        "\"iterations\": 1",
        "\"limits\": { \"peakResidentBytes\": \"400 MB\", \"cacheHitRate\": 0.8, \"growth\": \"flat\" }"
      ),
    ]).limits
    #expect(
      limits == ["peakResidentBytes": .number(400e6), "cacheHitRate": .number(0.8), "growth": .word("flat")])
  }

  @Test func `the system's memory limit is read with its unit`() throws {
    let change = ("\"memoryBudget\": \"150 MB\"", "\"memoryBudget\": 1024000, \"memoryLimit\": \"1.5 GiB\"")
    let device = try scenario([change]).device
    #expect(device.memoryBudgetBytes == 1_024_000)
    #expect(device.memoryLimitBytes == 1_610_612_736)
  }

  @Test func `the app's own work for a frame is none unless it is given, in seconds`() throws {
    #expect(try scenario([]).device.frameWork == 0)
    let memory = "\"memoryBudget\": \"150 MB\""
    #expect(try scenario([(memory, "\(memory), \"frameWork\": 0.008")]).device.frameWork == 0.008)
  }

  @Test func `a folder given from outside replaces the library, there or not`() throws {
    #expect(try scenario([], library: "/photos").library == .folder("/photos"))
    let change = (
      "\"synthetic\": { \"photos\": 5000, \"distinct\": 48, \"megapixels\": [2, 12], \"png\": 0.05 }",
      "\"path\": \"/nowhere\""
    )
    #expect(try scenario([change], library: "/photos").library == .folder("/photos"))
  }

  @Test func `a folder's photos are repeated up to so many, and of a library that changes never`() throws {
    let synthetic =
      "\"synthetic\": { \"photos\": 5000, \"distinct\": 48, \"megapixels\": [2, 12], \"png\": 0.05 }"
    let repeated = "\"path\": \"/nowhere\", \"photos\": 5000"
    #expect(
      try scenario([(synthetic, repeated)], library: "/photos").library == .folder("/photos", photos: 5000))
    #expect(throws: ScenarioError.self) {
      try scenario([(synthetic, repeated + ", \"changes\": { \"interval\": 1 }")], library: "/photos")
    }
  }

  @Test func `the fingerprint is of the file's bytes`() throws {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Shipped.path("fling"))))
    #expect(try scenario([]).sha256 == SHA256.hex(of: bytes))
    #expect(try scenario([("five", "six")]).sha256 != SHA256.hex(of: bytes))
  }

  @Test func `a recording lies beside its scenario and plays`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "scrollsim-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try "time_s,offset_pt\n0,0\n1,-500\n".write(
      to: folder.appending(path: "swipe.csv"), atomically: true, encoding: .utf8)
    var object = try Shipped.object("fling")
    object["trace"] = ["recording": "swipe.csv", "invert": true, "repeat": 2, "settle": 0.25, "from": 10]
    let path = folder.appending(path: "swipe.json")
    try JSONSerialization.data(withJSONObject: object).write(to: path)

    let scenario = try ScenarioFile.read(path: path.path, vocabulary: .forTests)
    let trace = try #require(scenario.overPhotos(5000)).makeTrace()
    #expect(abs(trace.duration - 2.25) < 1e-9)
    #expect(abs(trace.sample(at: trace.duration).offset - 1010) < 1e-9)
  }
}
