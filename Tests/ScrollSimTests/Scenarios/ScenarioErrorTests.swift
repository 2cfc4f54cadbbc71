import Foundation
import TestSupport
import Testing

@testable import ScrollSim

struct ScenarioErrorTests {
  func error(in name: String = "fling", _ changes: KeyValuePairs<String, String>) throws -> ScenarioError {
    let bytes = try [UInt8](Shipped.text(of: name, changes).utf8)
    return try #require(throws: ScenarioError.self) {
      try ScenarioFile.parse(bytes, path: "\(name).json")
    }
  }

  func error(_ old: String, _ new: String) throws -> String { try error([old: new]).description }

  @Test func `a wrong unit is refused with its place, what was expected and what was found`() throws {
    #expect(
      try error("\"150 MB\"", "\"150 MX\"")
        == "fling.json:9:51: device.memoryBudget: expected memory such as \"150 MB\" "
        + "(B, kB, MB, GB, KiB, MiB, GiB), or bytes, found \"150 MX\"")
  }

  @Test func `values that others do not allow are refused where they are`() throws {
    let crowded = try error(["{ \"pause\": 1 }": "{ \"columns\": 50 }", "\"spacing\": 2": "\"spacing\": 10"])
    #expect(
      crowded.description.contains(
        "trace.gestures[0].columns: expected room for cells between spacings of 10 on 390, found 50"))
    let turned = try error([
      "\"columns\": 3,": "\"rows\": 300,", "{ \"pause\": 1 }": "{ \"rotate\": \"landscape\" }",
    ])
    #expect(turned.description.contains("on 390 for 300 rows (grid.rows)"))
    let justified = try error(in: "changes", ["\"spacing\":": "\"cells\": \"justified\", \"spacing\":"])
    #expect(
      justified.description.contains(
        "grid.cells: expected \"square\" while the library changes (library.changes): rows would break elsewhere"
      ))
    let orders = try error(["[\"released\"]": "[\"released\"], \"libraryOrders\": [\"lifo\"]"])
    #expect(orders.problems.map(\.keyPath) == ["compare.libraryOrders"])
    #expect(orders.description.contains("expected nothing here unless libraries are compared"))
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

  @Test func `a wrong size or width is reported once, and nothing of the order or the spacing`() throws {
    for sizes in ["[2, 300]", "[2, \"12\"]", "[-1, 12]"] {
      let lines = try error("[2, 12]", sizes).split(separator: "\n")
      #expect(lines.count == 1 && lines[0].contains("expected megapixels, a number from 0.01 to 200"))
    }
    for width in ["0", "\"390pt\"", "1e300"] {
      let lines = try error("\"width\": 390", "\"width\": \(width)").split(separator: "\n")
      #expect(lines.count == 1 && lines[0].contains("screen.width: expected points"))
    }
  }

  /// What of `fling.json` becomes what, and words of the error.
  static let impossible = rows(
    """
    { "pause": 1 } | { "columns": 0 } | trace.gestures[0].columns: expected cells in a row, a whole number from 1 to 1000, found 0
    { "pause": 1 } | { "rotate": "left" } | trace.gestures[0].rotate: expected one of "portrait", "landscape", found "left"
    "spacing" | "rows": 2, "spacing" | grid.columns: expected one of columns, rows, found rows as well
    "columns": 3,  |  | grid.columns: expected cells in a row, a whole number from 1 to 1000, found nothing
    "columns": 3, | "rows": 0, | grid.rows: expected cells in a column, a whole number from 1 to 1000, found 0
    "columns": 3, | "rows": 500, | grid.spacing: expected points between cells that leave room for 500 cells on 844, found 2
    "spacing" | "sections": { "photos": 0, "header": 9 }, "spacing" | grid.sections.photos: expected photos of a section, a whole number from 1 to 1000000, found 0
    "spacing" | "sections": { "photos": [5, 0], "header": 9 }, "spacing" | grid.sections.photos[1]: expected photos
    "spacing" | "sections": { "photos": [], "header": 9 }, "spacing" | grid.sections.photos: expected a list
    "spacing" | "sections": { "photos": 5, "header": -1 }, "spacing" | grid.sections.header: expected points, a number from 0 to 1000, found -1
    "spacing" | "sections": { "header": 9 }, "spacing" | grid.sections.photos: expected photos of a section
    "spacing" | "cells": "justify", "spacing" | grid.cells: expected one of "square", "justified", found "justify"
    "columns": 3 | "columns": 2.5 | grid.columns: expected cells in a row, a whole number
    "width": 390 | "width": -390 | screen.width: expected points, a number from 1 to 10000, found -390
    "spacing": 2 | "spacing": 200 | grid.spacing: expected points between cells that leave room for 3 cells
    "refreshRate": 60 | "refreshRate": 1000 | screen.refreshRate: expected frames a second
    "iterations": 1 | "iterations": 0 | iterations: expected repetitions, a whole number from 1
    "seed": 7 | "seed": -7 | seed: expected a seed, a whole number from 0
    "name": "fling" | "name": "a/b" | name: expected a name of at most 64 letters
    "png": 0.05 | "png": 5 | library.synthetic.png: expected a share, a number from 0 to 1, found 5
    "distinct": 48 | "distinct": 5001 | library.synthetic.distinct: expected distinct files, no more than photos
    [2, 12] | [12, 2] | library.synthetic.megapixels: expected the smallest size before the largest
    "physics": "uiscrollview" | "physics": "uiscrolview" | trace.physics: expected one of "uiscrollview", "uiscrollview-fast", "overscroller", "chromium", "macos-momentum", found "uiscrolview"; did you mean "uiscrollview"?
    { "touch": 0.1 } | { "tuoch": 0.1 } | expected one gesture of drag, fling, pause, touch, wheel, jump, rotate, columns, found tuoch; did you mean "touch"?
    { "touch": 0.1 } | { "touch": 0.1, "pause": 1 } | expected one gesture of drag, fling, pause, touch, wheel, jump, rotate, columns, found touch, pause
    { "touch": 0.1 } | "touch" | expected a gesture such as { "fling": 5200 }, found "touch"
    "apple-sample" | "aple-sample" | compare.strategies[1]: expected one of "none", "apple-sample", "screens", "settle",
    "apple-sample" | "aple-sample" | "keep-all", "oracle", found "aple-sample"; did you mean "apple-sample"?
    "leading": 2 | "leading": 99 | compare.strategies[2].screens.leading: expected screenfuls, a number from 0 to 20, found 99
    "leading": 2 | "lead": 2 | compare.strategies[2].screens.lead: unknown key; expected one of leading, trailing
    "none", | "none", "none", | compare.strategies[1]: expected each strategy once
    ["released"] | ["released", "released"] | compare.cells[1]: expected each word once
    ["released"] | [] | compare.cells: expected a list with at least one of: "retained"
    "synthetic": | "remote": {}, "synthetic": | library.remote.share: expected a share, a number from 0 to 1, found nothing
    "synthetic": | "remote": { "share": 0.5, "bandwidth": "20 MB" }, "synthetic": | library.remote.bandwidth: expected a bandwidth such as "20 Mbit/s"
    { "synthetic": | { "path": "/nowhere", "synthetic": | library.path: expected a folder of photos, found "/nowhere"
    "gestures": [ | "recording": "no.csv", "gestures": [ | trace.recording: expected a recording, found no.csv: cannot be read: there is no such file
    "iterations": 1 | "limits": { "cacheHitrate": 0.8 } | limits.cacheHitrate: unknown key
    "iterations": 1 | "limits": { "growth": "slow" } | limits.growth: expected one of "flat", "saturating", found "slow"
    "iterations": 1 | "limits": { "growth": "flat" } | limits.growth: expected no limit on growth, or a trace of at least 14 laps to judge it by, found "flat"
    "iterations": 1 | "limits": { "peakResidentBytes": "lots" } | limits.peakResidentBytes: expected memory
    "iterations": 1 | "limits": { "blankAreaRatio": 5 } | limits.blankAreaRatio: expected a share, a number from 0 to 1, found 5
    { "touch": 0.1 } | { "fling": 1e99 } | found 1e99
    "150 MB" | -1 | device.memoryBudget: expected memory
    "150 MB" | 150 | device.memoryBudget: expected memory with its unit, found 150: so few bytes
    "150 MB" | "150" | device.memoryBudget: expected memory such as "150 MB"
    """)

  @Test(arguments: impossible)
  func `an impossible value is refused with its key's path and what was expected`(row: [String]) throws {
    #expect(try error(row[0], row[1]).contains(row[2]))
  }

  static let malformed = rows(
    """
    "seed": 7, | "seed": 7, // lucky | found a comment; JSON has none, so take it out
    "iterations": 1 | "iterations": 1, | expected a key in double quotes, found '}'; take out the comma before it
    "iterations": 1 | "iterations": 1, }\u{301} | expected a key in double quotes, found '}'; take out the comma before it
    "seed": 7, | "seed": 7, "seed": 8, | fling.json:5:14: expected each key once, found "seed" again
    "seed": 7, | "seed": 7 | expected ',' or '}', found '"'
    "seed": 7, | seed: 7, | expected a key in double quotes, found 's'
    "seed": 7, | "seed": 07, | expected ',' or '}', found '7'
    """)

  @Test(arguments: malformed)
  func `what is not JSON is refused with its place`(row: [String]) throws {
    #expect(try error(row[0], row[1]).contains(row[2]))
  }

  @Test func `everything that is wrong is reported at once, from top to bottom`() throws {
    let error = try error([
      "\"columns\": 3": "\"columns\": 0", "\"150 MB\"": "-1", "\"seed\": 7": "\"sed\": 7",
      "\"settle\"": "\"setle\"",
    ])
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

  @Test(arguments: [
    "", "{", "[]", "nul", "not JSON", "\"\\ud800\"", "{\"a\":", "{\"name\": \"a\",}", "1e", "\u{0}",
    "\u{FEFF}{}", "{\"\\u12\": 1}",
  ])
  func `scraps are refused in lines that say where and what was expected`(text: String) throws {
    let error = try #require(throws: ScenarioError.self) {
      try ScenarioFile.parse([UInt8](text.utf8), path: "x.json")
    }
    let lines = error.description.split(separator: "\n")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("x.json:") && $0.contains("expected") })
  }

  @Test func `deep nesting and bytes that are not text are refused`() {
    let deep = Array(repeating: UInt8(ascii: "["), count: 100_000)
    let error = #expect(throws: ScenarioError.self) { try ScenarioFile.parse(deep, path: "x.json") }
    #expect(error?.description.contains("64 levels") == true)
    #expect(throws: ScenarioError.self) { try ScenarioFile.parse([0x22, 0xFF, 0x22], path: "x.json") }
  }

  @Test func `a file with any of its bytes garbled is read or refused`() throws {
    let fling = try [UInt8](Shipped.text(of: "fling").utf8)
    var random = Shuffler(seed: 11)
    var refused = 0
    for _ in 0..<300 {
      var bytes = fling
      for _ in 0...random.next(3) { bytes[random.next(bytes.count)] = UInt8(random.next(256)) }
      do {
        _ = try ScenarioFile.parse(bytes, path: "x.json")
      } catch {
        refused += 1
        #expect(!error.problems.isEmpty)
      }
    }
    // Only bytes in `about` and in blanks do not matter.
    #expect(refused > 150)
  }

  @Test func `a file cut off anywhere is refused`() throws {
    let bytes = try [UInt8](Shipped.text(of: "fling").trimmingCharacters(in: .whitespacesAndNewlines).utf8)
    for length in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: ScenarioError.self) {
        try ScenarioFile.parse(Array(bytes[..<length]), path: "x.json")
      }
    }
  }
}
