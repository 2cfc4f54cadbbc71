import Foundation
import TestSupport
import Testing

@testable import ScrollSim

/// The schema that editors read and the reader that the program trusts must say the same.
struct SchemaTests {
  let schema: MiniSchema
  /// Scenarios that together use every key.
  let complete: [[String: Any]]

  init() throws {
    schema = try MiniSchema(path: Shipped.path("scenario.schema"))
    let folder = FileManager.default.temporaryDirectory.path
    let recording = "\(folder)/scrollsim-schema-test.csv"
    try "time_s,offset_pt\n0,0\n1,100\n".write(toFile: recording, atomically: true, encoding: .utf8)
    var gestures = try Shipped.object("growth")
    gestures["library"] = [
      "synthetic": [
        "photos": 100, "distinct": 10, "megapixels": [0.5, 2.5], "png": 0.1, "embeddedThumbnails": 0.9,
      ] as [String: Any],
      "remote": [
        "share": 0.3, "latency": 0.1, "bandwidth": "20 Mbit/s", "failures": 0.01, "storage": "1 GB",
        "downloads": 4,
      ] as [String: Any],
      "changes": [
        "interval": 0.5, "insertions": 1, "removals": 1, "moves": 1, "edits": 1, "touches": 50,
      ] as [String: Any],
    ]
    gestures["device"] = [
      "decodeWorkers": 2, "memoryBudget": 150_000_000, "memoryLimit": "1.5 GiB", "costs": "iphone",
      "thumbnailBudget": "200 MB", "frameWork": 0.004,
    ]
    gestures["visits"] = 2
    gestures["compare"] = (gestures["compare"] as? [String: Any] ?? [:]).merging([
      "thumbnailStores": ["none", "volatile", "persistent"],
      "orders": ["fifo", "lifo", "reserved", "deadline", "urgency"],
      "libraries": ["nuke", "glide"], "libraryOrders": ["lifo", "urgency"],
      "changes": ["reload-all", "reload-changed", "visible-only"],
    ]) { $1 }
    gestures["trace"] = [
      "physics": "uiscrollview-fast", "settle": 0.5, "laps": 14, "before": [["jump": ["fraction": 0.5]]],
      "gestures": [
        ["drag": -10, "duration": 0.2], ["fling": 100.5, "carry": true], ["pause": 0], ["touch": 0.1],
        ["jump": 10],
        ["wheel": -120], ["rotate": "landscape"], ["columns": 5],
      ],
    ]
    gestures["grid"] =
      ["columns": 3, "spacing": 2, "sections": ["photos": 40, "header": 48], "cells": "square"]
      as [String: Any]
    gestures["limits"] = ["growth": "flat", "peakResidentBytes": "400MB", "cacheHitRate": 0.8]
    gestures["gate"] = ["default", "redecodes"]
    var recorded = try Shipped.object("fling")
    recorded["library"] = ["path": folder, "photos": 5000] as [String: Any]
    recorded["grid"] =
      [
        "rows": 2, "spacing": 2, "sections": ["photos": [5, 60], "header": 0] as [String: Any],
        "cells": "justified",
      ] as [String: Any]
    recorded["trace"] = [
      "recording": recording, "from": 100, "invert": true, "repeat": 2, "physics": "uiscrollview",
      "settle": 0,
    ]
    var session = try Shipped.object("session")
    session["trace"] =
      [
        "physics": "overscroller",
        "session": [
          "seconds": 60, "flicks": 2, "velocity": 900, "fastVelocity": 3000, "gap": 0.3, "dwell": 2,
          "reversals": 0.1, "stops": 0.2, "drags": 0.3, "scrubs": 0,
        ],
      ] as [String: Any]
    complete = [gestures, recorded, session]
  }

  @Test func `both accept every shipped scenario and those that use every key`() throws {
    for scenario in try Shipped.names.map({ try Shipped.object($0) }) + complete {
      #expect(schema.accepts(scenario))
      #expect(try Shipped.problems(scenario) == [])
    }
  }

  @Test func `every key of the schema is used by a scenario that the reader accepts`() {
    let used = Set(complete.flatMap { Shipped.keyPaths($0) }.compactMap { $0.last })
    #expect(schema.propertyNames.subtracting(used) == [])
  }

  @Test func `every key that the reader knows is in the schema`() throws {
    let metrics = Set(ScenarioVocabulary.current.metrics)
    let parameters: Set = ["leading", "trailing", "screens"]
    for scenario in complete {
      for path in Shipped.keyPaths(scenario) {
        // An unknown key beside this one makes the reader list the keys that it knows.
        let parent = path.dropLast()
        var object = value(of: scenario, at: parent) as? [String: Any] ?? [:]
        object["zzzzzzzz"] = 1
        let broken = Shipped.replacing(scenario, at: parent, with: object) as? [String: Any] ?? [:]
        for problem in try Shipped.problems(broken) where problem.keyPath.hasSuffix("zzzzzzzz") {
          let list = problem.message.split(separator: "one of ").last ?? ""
          for key in list.split(separator: ", ").map(String.init) where !metrics.contains(key) {
            #expect(schema.propertyNames.union(parameters).contains(key))
          }
        }
      }
    }
  }

  @Test func `whatever is done to a scenario, both judge it alike`() throws {
    let values: [Any?] = [nil, NSNull(), "zzz", -1e12, 0.123, true, [] as [Any], ["zzz": 1]]
    for scenario in complete {
      for (place, path) in Shipped.keyPaths(scenario).enumerated() {
        // All values take their turn.
        for (turn, value) in values.enumerated() where LongTests.areWanted || (place + turn) % 4 == 0 {
          guard let broken = Shipped.replacing(scenario, at: path[...], with: value) as? [String: Any] else {
            continue
          }
          let problems = try Shipped.problems(broken)
          let isFine = schema.accepts(broken)
          #expect(isFine == problems.isEmpty || isBeyondSchemas(problems), "\(path) = \(value ?? "nothing")")
        }
      }
    }
  }

  @Test func `the schema lists the physics and libraries there are, and the choices on every axis`() {
    let definitions = schema.root["$defs"] as? [String: [String: Any]]
    #expect(definitions?["physics"]?["enum"] as? [String] == ScrollPhysicsModels.all.map(\.name))
    let compare = (schema.root["properties"] as? [String: [String: Any]])?["compare"]
    let lists = compare?["properties"] as? [String: [String: Any]]
    for axis in Axis.allCases {
      #expect((lists?[axis.list]?["items"] as? [String: Any])?["enum"] as? [String] == axis.words)
    }
    let libraries = (lists?["libraries"]?["items"] as? [String: Any])?["enum"] as? [String]
    #expect(libraries == LibraryModels.all.map(\.name))
    let orders = (lists?["libraryOrders"]?["items"] as? [String: Any])?["enum"] as? [String]
    #expect(orders == Axis.order.words)
  }

  @Test func `both take limits beyond 1 of all but shares`() throws {
    for metric in ScenarioVocabulary.current.metrics where !metric.hasSuffix("Bytes") {
      var scenario = try Shipped.object("fling")
      scenario["limits"] = [metric: 1.5]
      let isShare = try #require(Metric.named(metric)).definition.unit == "rate"
      #expect(schema.accepts(scenario) == !isShare, "\(metric)")
      let data = try JSONSerialization.data(withJSONObject: scenario)
      let isRead = (try? ScenarioFile.parse([UInt8](data), path: Shipped.path("test"))) != nil
      #expect(isRead == !isShare, "\(metric)")
    }
  }

  @Test func `the schema uses no rule that is not checked here`() {
    #expect(schema.unknownKeywords == [])
  }

  /// Whether a schema cannot find them: names of strategies, files, and the effect of one value on another.
  private func isBeyondSchemas(_ problems: [ScenarioError.Problem]) -> Bool {
    !problems.isEmpty
      && problems.allSatisfy { problem in
        problem.keyPath.hasPrefix("compare.strategies") || problem.keyPath.hasPrefix("limits.")
          || problem.keyPath.hasPrefix("gate[")
          || ["trace.recording", "library.path", "grid.spacing", "library.synthetic.distinct"]
            .contains(problem.keyPath)
          || problem.message.contains("least size") || problem.message.contains("no less than velocity")
          || problem.message.contains("the library changes") || problem.message.contains("room for cells")
          || problem.message.contains("libraries are compared")
      }
  }

  private func value(of scenario: Any, at path: ArraySlice<String>) -> Any? {
    guard let key = path.first else { return scenario }
    if let object = scenario as? [String: Any] {
      return object[key].flatMap { value(of: $0, at: path.dropFirst()) }
    }
    if let list = scenario as? [Any], let index = Int(key), list.indices.contains(index) {
      return value(of: list[index], at: path.dropFirst())
    }
    return nil
  }
}
