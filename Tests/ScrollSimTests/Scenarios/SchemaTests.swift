import Foundation
import TestSupport
import Testing

@testable import ScrollSim

/// The schema that editors read, which is made from the tables that the program reads by.
struct SchemaTests {
  let schema: MiniSchema
  /// Scenarios that together use every key.
  let complete: [[String: Any]]

  init() throws {
    schema = try MiniSchema(ScenarioSchema.text)
    let folder = FileManager.default.temporaryDirectory.path
    let recording = "\(folder)/scrollsim-schema-test.csv"
    try "time_s,offset_pt\n0,0\n1,100\n".write(toFile: recording, atomically: true, encoding: .utf8)
    let keys = """
      { "growth": {
          "library": {
            "synthetic": {
              "photos": 100, "distinct": 10, "megapixels": [0.5, 2.5], "png": 0.1, "embeddedThumbnails": 0.9 },
            "remote": {
              "share": 0.3, "latency": 0.1, "bandwidth": "20 Mbit/s", "failures": 0.01, "storage": "1 GB",
              "downloads": 4 },
            "changes": {
              "interval": 0.5, "insertions": 1, "removals": 1, "moves": 1, "edits": 1, "touches": 50 } },
          "device": {
            "decodeWorkers": 2, "memoryBudget": 150000000, "memoryLimit": "1.5 GiB", "costs": "iphone",
            "thumbnailBudget": "200 MB", "frameWork": 0.004 },
          "compare": {
            "strategies": ["apple-sample", { "screens": { "leading": 2, "trailing": 1 } }],
            "cells": ["released", "retained"], "resizeModes": ["exact"], "deliveryModes": ["opportunistic"],
            "eviction": ["lru"], "thumbnailStores": ["none", "volatile", "persistent"],
            "orders": ["fifo", "lifo", "reserved", "deadline", "urgency"], "libraries": ["nuke", "glide"],
            "libraryOrders": ["lifo", "urgency"], "changes": ["reload-all", "reload-changed", "visible-only"] },
          "trace": {
            "physics": "uiscrollview-fast", "settle": 0.5, "laps": 14,
            "before": [{ "jump": { "fraction": 0.5 } }],
            "gestures": [
              { "drag": -10, "duration": 0.2 }, { "fling": 100.5, "carry": true }, { "pause": 0 },
              { "touch": 0.1 }, { "jump": 10 }, { "wheel": -120 }, { "rotate": "landscape" },
              { "columns": 5 }] },
          "grid": {
            "columns": 3, "spacing": 2, "sections": { "photos": 40, "header": 48 }, "cells": "square" },
          "limits": { "growth": "flat", "peakResidentBytes": "400MB", "cacheHitRate": 0.8 },
          "gate": ["default", "redecodes"], "visits": 2 },
        "fling": {
          "library": { "path": "\(folder)", "photos": 5000 },
          "grid": {
            "rows": 2, "spacing": 2, "sections": { "photos": [5, 60], "header": 0 }, "cells": "justified" },
          "trace": {
            "recording": "\(recording)", "from": 100, "invert": true, "repeat": 2,
            "physics": "uiscrollview", "settle": 0 } },
        "session": {
          "trace": {
            "physics": "overscroller",
            "session": {
              "seconds": 60, "flicks": 2, "velocity": 900, "fastVelocity": 3000, "gap": 0.3, "dwell": 2,
              "reversals": 0.1, "stops": 0.2, "drags": 0.3, "scrubs": 0 } } } }
      """
    let object = try JSONSerialization.jsonObject(with: Data(keys.utf8)) as? [String: [String: Any]]
    complete = try #require(object).map { try Shipped.object($0.key).merging($0.value) { $1 } }
  }

  @Test func `the shipped schema is the one that the keys make`() throws {
    let path = Shipped.path("scenario.schema")
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] != nil {
      try ScenarioSchema.text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == ScenarioSchema.text)
  }

  @Test func `both accept every shipped scenario and those that use every key`() throws {
    for scenario in try Shipped.names.map({ try Shipped.object($0) }) + complete {
      #expect(schema.accepts(scenario))
      #expect(try Shipped.problems(scenario) == [])
    }
  }

  @Test func `whatever is done to a scenario, both judge it alike`() throws {
    let values: [Any?] = [nil, NSNull(), "zzz", -1e12, 0.123, true, [] as [Any], ["zzz": 1]]
    for scenario in complete {
      for (place, path) in Shipped.keyPaths(scenario).enumerated() {
        // All values take their turn.
        for (turn, value) in values.enumerated() where LongTests.areWanted || (place + turn) % 4 == 0 {
          let broken = Shipped.replacing(scenario, at: path[...], with: value)
          let object = try #require(broken as? [String: Any])
          let problems = try Shipped.problems(object)
          let isFine = schema.accepts(object)
          #expect(isFine == problems.isEmpty || isBeyondSchemas(problems), "\(path) = \(value ?? "nothing")")
        }
      }
    }
  }

  @Test func `both accept limits above 1, except of shares`() throws {
    for metric in Metric.limitable where !metric.hasSuffix("Bytes") {
      var scenario = try Shipped.object("fling")
      scenario["limits"] = [metric: 1.5]
      let isShare = try #require(Metric.named(metric)).definition.unit == "rate"
      #expect(schema.accepts(scenario) == !isShare, "\(metric)")
      #expect(try Shipped.problems(scenario).isEmpty == !isShare, "\(metric)")
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
          || problem.message.contains("smallest size") || problem.message.contains("no less than velocity")
          || problem.message.contains("the library changes") || problem.message.contains("room for cells")
          || problem.message.contains("libraries are compared")
      }
  }
}

/// The part of JSON Schema (draft 2020-12) that the scenarios' schema uses.
///
/// It knows no other keywords and says so, so that no rule in the schema goes unchecked.
struct MiniSchema {
  let root: [String: Any]

  init(_ text: String) throws {
    root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// Keywords that describe and do not judge.
  static let silent: Set = ["$schema", "title", "description", "default", "$defs"]
  static let keywords: Set = [
    "type", "properties", "required", "additionalProperties", "patternProperties", "enum", "anyOf", "$ref",
    "minimum", "maximum", "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems", "items",
    "pattern", "minLength",
  ]

  /// Keywords that are used and that the validator does not know.
  var unknownKeywords: Set<String> { Self.unknown(in: root) }

  func accepts(_ value: Any) -> Bool { accepts(value, root) }

  private func accepts(_ value: Any, _ schema: [String: Any]) -> Bool {
    let (object, list, text) = (value as? [String: Any], value as? [Any], value as? String)
    let number = Self.isBool(value) ? nil : (value as? NSNumber)?.doubleValue
    let isRight = schema.allSatisfy { keyword, rule in
      let (words, count) = (rule as? [String] ?? [], rule as? Int ?? 0)
      switch keyword {
      case "$ref":
        let name = (rule as? String)?.replacing("#/$defs/", with: "") ?? ""
        let target = (root["$defs"] as? [String: Any])?[name] as? [String: Any]
        return target.map { accepts(value, $0) } ?? false
      case "anyOf": return (rule as? [[String: Any]] ?? []).contains { accepts(value, $0) }
      case "enum": return words.contains(text ?? "")
      case "type": return Self.type(of: value, is: rule as? String ?? "")
      case "minimum": return number ?? .infinity >= rule as? Double ?? -.infinity
      case "maximum": return number ?? -.infinity <= rule as? Double ?? .infinity
      case "minLength": return text?.count ?? count >= count
      case "pattern": return text.map { Self.matches($0, rule as? String ?? "") } ?? true
      case "minItems": return list?.count ?? count >= count
      case "maxItems": return list?.count ?? count <= count
      case "uniqueItems": return list.map { Set($0.map { "\($0)" }).count == $0.count } ?? true
      case "items": return (list ?? []).allSatisfy { accepts($0, rule as? [String: Any] ?? [:]) }
      case "minProperties": return object?.count ?? count >= count
      case "maxProperties": return object?.count ?? count <= count
      case "required": return object.map { object in words.allSatisfy { object[$0] != nil } } ?? true
      default: return true
      }
    }
    return isRight && (object ?? [:]).allSatisfy { accepts(property: $0, $1, schema) }
  }

  private func accepts(property key: String, _ value: Any, _ schema: [String: Any]) -> Bool {
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    let patterns = schema["patternProperties"] as? [String: [String: Any]] ?? [:]
    let own = properties[key] ?? patterns.first { Self.matches(key, $0.key) }?.value
    if let rules = own ?? schema["additionalProperties"] as? [String: Any] { return accepts(value, rules) }
    return schema["additionalProperties"] as? Bool ?? true
  }

  private static func type(of value: Any, is type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": isBool(value)
    case "number": value is NSNumber && !isBool(value)
    case "integer":
      (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } == true && !isBool(value)
    default: false
    }
  }

  private static func isBool(_ value: Any) -> Bool {
    // A number that is 0 or 1 also converts to `Bool`; only its kind tells.
    (value as? NSNumber).map { unsafe String(cString: $0.objCType) == "c" } ?? (value is Bool)
  }

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    text.range(of: pattern, options: .regularExpression) != nil
  }

  private static func unknown(in schema: Any) -> Set<String> {
    guard let object = schema as? [String: Any] else { return [] }
    var result = Set(object.keys).subtracting(keywords).subtracting(silent)
    for key in ["properties", "patternProperties", "$defs"] {
      for child in (object[key] as? [String: Any] ?? [:]).values { result.formUnion(unknown(in: child)) }
    }
    for key in ["items", "additionalProperties"] {
      if let child = object[key] { result.formUnion(unknown(in: child)) }
    }
    for child in object["anyOf"] as? [Any] ?? [] { result.formUnion(unknown(in: child)) }
    return result
  }
}
