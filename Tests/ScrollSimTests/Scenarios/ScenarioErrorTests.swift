import Foundation
import TestSupport
import Testing

@testable import ScrollSim

struct ScenarioErrorTests {
  let fling: String

  init() throws { fling = try String(contentsOfFile: Shipped.path("fling"), encoding: .utf8) }

  /// The error in `fling.json` after `old` has become `new`.
  func error(_ old: String, _ new: String) throws -> String {
    try #require(fling.contains(old))
    let text = fling.replacing(old, with: new)
    let error = try #require(throws: ScenarioError.self) {
      try ScenarioFile.parse([UInt8](text.utf8), path: "fling.json", vocabulary: .forTests)
    }
    return error.description
  }

  @Test func `a wrong unit is refused with its place, what was expected and what was found`() throws {
    #expect(
      try error("\"150 MB\"", "\"150 MX\"")
        == "fling.json:9:51: device.memoryBudget: expected memory such as \"150 MB\" "
        + "(B, kB, MB, GB, KiB, MiB, GiB), or bytes, found \"150 MX\"")
  }

  @Test func `a gesture that leaves cells no room is refused where it stands`() throws {
    func problem(_ gesture: String, spacing: Int = 2) throws -> String {
      let text = fling.replacing("{ \"pause\": 1 }", with: gesture)
        .replacing("\"spacing\": 2", with: "\"spacing\": \(spacing)")
      return try #require(throws: ScenarioError.self) {
        try ScenarioFile.parse([UInt8](text.utf8), path: "fling.json", vocabulary: .forTests)
      }.description
    }
    #expect(
      try problem("{ \"columns\": 50 }", spacing: 10).contains(
        "trace.gestures[0].columns: expected room for cells between spacings of 10 on 390, found 50"))
    #expect(
      try problem("{ \"columns\": 0 }").contains(
        "trace.gestures[0].columns: expected cells in a row, a whole number from 1 to 1000, found 0"))
    #expect(
      try problem("{ \"rotate\": \"left\" }").contains(
        "trace.gestures[0].rotate: expected one of \"portrait\", \"landscape\", found \"left\""))
  }

  @Test func `a grid has columns or rows, and room for them across the way that it scrolls`() throws {
    #expect(
      try error("\"columns\": 3,", "\"columns\": 3, \"rows\": 2,").contains(
        "grid.columns: expected one of columns, rows, found rows as well"
      ))
    #expect(
      try error("\"columns\": 3, ", "").contains(
        "grid.columns: expected cells in a row, a whole number from 1 to 1000, found nothing"))
    #expect(
      try error("\"columns\": 3,", "\"rows\": 0,").contains(
        "grid.rows: expected cells one below the other, a whole number from 1 to 1000, found 0"))
    #expect(
      try error("\"columns\": 3,", "\"rows\": 500,").contains(
        "grid.spacing: expected points between cells that leave room for 500 cells on 844, found 2"))
    let turned = fling.replacing("\"columns\": 3,", with: "\"rows\": 300,")
      .replacing("{ \"pause\": 1 }", with: "{ \"rotate\": \"landscape\" }")
    let error = try #require(throws: ScenarioError.self) {
      try ScenarioFile.parse([UInt8](turned.utf8), path: "fling.json", vocabulary: .forTests)
    }
    #expect(error.description.contains("on 390 for 300 rows (grid.rows)"))
  }

  @Test func `sections have photos, and a header that no screen is full of`() throws {
    func problem(_ sections: String) throws -> String {
      try error("\"columns\": 3,", "\"columns\": 3, \"sections\": \(sections),")
    }
    #expect(
      try problem("{ \"photos\": 0, \"header\": 9 }").contains(
        "grid.sections.photos: expected photos of a section, a whole number from 1 to 1000000, found 0"))
    #expect(
      try problem("{ \"photos\": [5, 0], \"header\": 9 }").contains(
        "grid.sections.photos[1]: expected photos"))
    #expect(
      try problem("{ \"photos\": [], \"header\": 9 }").contains("grid.sections.photos: expected a list"))
    #expect(
      try problem("{ \"photos\": 5, \"header\": -1 }").contains(
        "grid.sections.header: expected points, a number from 0 to 1000, found -1"))
    #expect(try problem("{ \"header\": 9 }").contains("grid.sections.photos: expected photos of a section"))
  }

  @Test func `cells have one of two shapes, and keep their places where they are not square`() throws {
    #expect(
      try error("\"columns\": 3,", "\"columns\": 3, \"cells\": \"justify\",").contains(
        "grid.cells: expected one of \"square\", \"justified\", found \"justify\""))
    let changes = try String(contentsOfFile: Shipped.path("changes"), encoding: .utf8)
    let error = try #require(throws: ScenarioError.self) {
      try ScenarioFile.parse(
        [UInt8](changes.replacing("\"spacing\":", with: "\"cells\": \"justified\", \"spacing\":").utf8),
        path: "changes.json", vocabulary: .forTests)
    }
    #expect(
      error.description.contains(
        "grid.cells: expected \"square\" while the library changes (library.changes): rows would break elsewhere"
      ))
  }

  @Test func `flicks of a session are no faster than its fast ones, given or not`() throws {
    func problems(_ session: [String: Int]) throws -> [String] {
      var object = try Shipped.object("session")
      object["trace"] = ["session": session]
      return try Shipped.problems(object).map(\.keyPath)
    }
    #expect(try problems(["seconds": 28, "velocity": 7000]) == ["trace.session.velocity"])
    #expect(try problems(["seconds": 28, "velocity": 7000, "fastVelocity": 8000]) == [])
    #expect(
      try problems(["seconds": 28, "velocity": 7000, "fastVelocity": 6999]) == ["trace.session.fastVelocity"])
  }

  @Test func `a size that no photo has is said once, and nothing of its order`() throws {
    for sizes in ["[2, 300]", "[2, \"12\"]", "[-1, 12]"] {
      let lines = try error("[2, 12]", sizes).split(separator: "\n")
      #expect(lines.count == 1 && lines[0].contains("expected megapixels, a number from 0.01 to 200"))
    }
  }

  @Test func `a width that is wrong is said once, and nothing of the spacing`() throws {
    for width in ["0", "\"390pt\"", "1e300"] {
      let lines = try error("\"width\": 390", "\"width\": \(width)").split(separator: "\n")
      #expect(lines.count == 1 && lines[0].contains("screen.width: expected points"))
    }
  }

  @Test(arguments: [
    ("\"columns\": 3", "\"columns\": 2.5", "grid.columns: expected cells in a row, a whole number"),
    (
      "\"width\": 390", "\"width\": -390",
      "screen.width: expected points, a number from 1 to 10000, found -390"
    ),
    (
      "\"spacing\": 2", "\"spacing\": 200",
      "grid.spacing: expected points between cells that leave room for 3 cells"
    ),
    ("\"refreshRate\": 60", "\"refreshRate\": 1000", "screen.refreshRate: expected frames a second"),
    ("\"iterations\": 1", "\"iterations\": 0", "iterations: expected repetitions, a whole number from 1"),
    ("\"seed\": 7", "\"seed\": -7", "seed: expected a seed, a whole number from 0"),
    ("\"name\": \"fling\"", "\"name\": \"a/b\"", "name: expected a name of at most 64 letters"),
    ("\"png\": 0.05", "\"png\": 5", "library.synthetic.png: expected a share, a number from 0 to 1, found 5"),
    (
      "\"distinct\": 48", "\"distinct\": 5001",
      "library.synthetic.distinct: expected distinct files, no more than photos"
    ),
    ("[2, 12]", "[12, 2]", "library.synthetic.megapixels: expected the least size before the largest"),
    (
      "\"physics\": \"uiscrollview\"", "\"physics\": \"uiscrolview\"",
      "trace.physics: expected one of \"uiscrollview\", \"uiscrollview-fast\", \"overscroller\", \"chromium\", \"macos-momentum\", found \"uiscrolview\"; did you mean \"uiscrollview\"?"
    ),
    (
      "{ \"touch\": 0.1 }", "{ \"tuoch\": 0.1 }",
      "expected one gesture of drag, fling, pause, touch, wheel, jump, rotate, columns, found tuoch; did you mean \"touch\"?"
    ),
    (
      "{ \"touch\": 0.1 }", "{ \"touch\": 0.1, \"pause\": 1 }",
      "expected one gesture of drag, fling, pause, touch, wheel, jump, rotate, columns, found touch, pause"
    ),
    ("{ \"touch\": 0.1 }", "\"touch\"", "expected a gesture such as { \"fling\": 5200 }, found \"touch\""),
    (
      "\"apple-sample\"", "\"aple-sample\"",
      "compare.strategies[1]: expected one of \"none\", \"apple-sample\", \"screens\", \"settle\", \"directional\", \"bank\", \"keep-all\", \"oracle\", found \"aple-sample\"; did you mean \"apple-sample\"?"
    ),
    (
      "\"leading\": 2", "\"leading\": 99",
      "compare.strategies[2].screens.leading: expected screenfuls, a number from 0 to 20, found 99"
    ),
    (
      "\"leading\": 2", "\"lead\": 2",
      "compare.strategies[2].screens.lead: unknown key; expected one of leading, trailing"
    ),
    ("\"none\",", "\"none\", \"none\",", "compare.strategies[1]: expected each strategy once"),
    ("[\"released\"]", "[\"released\", \"released\"]", "compare.cells[1]: expected each word once"),
    ("[\"released\"]", "[]", "compare.cells: expected a list with at least one of: \"retained\""),
    (
      "\"synthetic\":", "\"remote\": {}, \"synthetic\":",
      "library.remote.share: expected a share, a number from 0 to 1, found nothing"
    ),
    (
      "\"synthetic\":", "\"remote\": { \"share\": 0.5, \"bandwidth\": \"20 MB\" }, \"synthetic\":",
      "library.remote.bandwidth: expected a bandwidth such as \"20 Mbit/s\""
    ),
    (
      "{ \"synthetic\":", "{ \"path\": \"/nowhere\", \"synthetic\":",
      "library.path: expected a folder of photos, found \"/nowhere\""
    ),
    (
      "\"gestures\": [", "\"recording\": \"no.csv\", \"gestures\": [",
      "trace.recording: expected a recording, found no.csv: cannot be read: there is no such file"
    ),
    ("\"iterations\": 1", "\"limits\": { \"cacheHitrate\": 0.8 }", "limits.cacheHitrate: unknown key"),
    (
      "\"iterations\": 1", "\"limits\": { \"growth\": \"slow\" }",
      "limits.growth: expected one of \"flat\", \"saturating\", found \"slow\""
    ),
    (
      "\"iterations\": 1", "\"limits\": { \"growth\": \"flat\" }",
      "limits.growth: expected no limit on growth, or a trace of at least 14 laps to judge it by, found \"flat\""
    ),
    (
      "\"iterations\": 1", "\"limits\": { \"peakResidentBytes\": \"lots\" }",
      "limits.peakResidentBytes: expected memory"
    ),
    (
      "\"iterations\": 1", "\"limits\": { \"blankAreaRatio\": 5 }",
      "limits.blankAreaRatio: expected a share, a number from 0 to 1, found 5"
    ),
    ("{ \"touch\": 0.1 }", "{ \"fling\": 1e99 }", "found 1e99"),
    ("\"150 MB\"", "-1", "device.memoryBudget: expected memory"),
    ("\"150 MB\"", "150", "device.memoryBudget: expected memory with its unit, found 150: so few bytes"),
    ("\"150 MB\"", "\"150\"", "device.memoryBudget: expected memory such as \"150 MB\""),
  ])
  func `an impossible value is refused with its key's path and what was expected`(
    old: String, new: String, message: String
  ) throws {
    let description = try error(old, new)
    #expect(description.contains(message))
  }

  @Test(arguments: [
    ("\"seed\": 7,", "\"seed\": 7, // lucky", "found a comment; JSON has none, so take it out"),
    (
      "\"iterations\": 1", "\"iterations\": 1,",
      "expected a key in double quotes, found '}'; take out the comma before it"
    ),
    (
      "\"seed\": 7,", "\"seed\": 7, \"seed\": 8,",
      "fling.json:5:14: expected each key once, found \"seed\" again"
    ),
    ("\"seed\": 7,", "\"seed\": 7", "expected ',' or '}', found '\"'"),
    ("\"seed\": 7,", "seed: 7,", "expected a key in double quotes, found 's'"),
    ("\"seed\": 7,", "\"seed\": 07,", "expected ',' or '}', found '7'"),
  ])
  func `what is not JSON is refused with its place`(old: String, new: String, message: String) throws {
    #expect(try error(old, new).contains(message))
  }

  @Test func `everything that is wrong is said at once, from top to bottom`() throws {
    let text =
      fling
      .replacing("\"columns\": 3", with: "\"columns\": 0").replacing("\"150 MB\"", with: "-1")
      .replacing("\"seed\": 7", with: "\"sed\": 7").replacing("\"settle\"", with: "\"setle\"")
    let error = try #require(throws: ScenarioError.self) {
      try ScenarioFile.parse([UInt8](text.utf8), path: "fling.json", vocabulary: .forTests)
    }
    #expect(
      error.problems.map(\.keyPath)
        == ["sed", "grid.columns", "device.memoryBudget", "compare.strategies[3]"])
    #expect(error.description.split(separator: "\n").count == 4)
  }

  @Test func `a file that is not there, or no file, is named`() throws {
    let missing = #expect(throws: ScenarioError.self) { try ScenarioFile.read(path: "/nowhere/x.json") }
    #expect(missing?.description == "/nowhere/x.json: cannot be read: there is no such file")
    let near = #expect(throws: ScenarioError.self) { try ScenarioFile.read(path: "flng.json") }
    #expect(near?.description.contains("shipped scenarios are browse, ") == true)
    #expect(near?.description.hasSuffix("did you mean \"fling\"?") == true)
    let folder = #expect(throws: ScenarioError.self) { try ScenarioFile.read(path: "/") }
    #expect(folder?.description == "/: cannot be read: it is not a file")
  }

  @Test(arguments: ["", "[]", "nul", "\"\\ud800\"", "{\"a\":", "1e", "\u{FEFF}{}", "{\"\\u12\": 1}"])
  func `scraps are refused`(text: String) {
    #expect(throws: ScenarioError.self) { try ScenarioFile.parse([UInt8](text.utf8), path: "x.json") }
  }

  @Test func `deep nesting and bytes that are not text are refused`() {
    let deep = Array(repeating: UInt8(ascii: "["), count: 100_000)
    let error = #expect(throws: ScenarioError.self) { try ScenarioFile.parse(deep, path: "x.json") }
    #expect(error?.description.contains("64 levels") == true)
    #expect(throws: ScenarioError.self) { try ScenarioFile.parse([0x22, 0xFF, 0x22], path: "x.json") }
  }

  @Test func `a file with any of its bytes garbled is read or refused`() {
    var random = Shuffler(seed: 11)
    var refused = 0
    for _ in 0..<300 {
      var bytes = [UInt8](fling.utf8)
      for _ in 0...random.next(3) { bytes[random.next(bytes.count)] = UInt8(random.next(256)) }
      do {
        _ = try ScenarioFile.parse(bytes, path: "x.json", vocabulary: .forTests)
      } catch {
        refused += 1
        #expect(!error.problems.isEmpty)
      }
    }
    // Only bytes in `about` and in blanks do not matter.
    #expect(refused > 150)
  }

  @Test func `a file cut off anywhere is refused`() {
    let bytes = [UInt8](fling.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
    for length in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: ScenarioError.self) {
        try ScenarioFile.parse(Array(bytes[..<length]), path: "x.json", vocabulary: .forTests)
      }
    }
  }
}
