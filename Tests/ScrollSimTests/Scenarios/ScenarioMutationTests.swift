import Foundation
import TestSupport
import Testing

@testable import ScrollSim

struct ScenarioMutationTests {
  /// A trace's first gestures are of every kind, over all scenarios.
  private func keyPaths(_ scenario: [String: Any]) -> [[String]] {
    Shipped.keyPaths(scenario, elements: LongTests.areWanted ? .max : 3)
  }

  @Test(arguments: Shipped.names)
  func `a key that holds nonsense is named`(name: String) throws {
    let scenario = try Shipped.object(name)
    for path in keyPaths(scenario) {
      let broken = Shipped.replacing(scenario, at: path[...], with: NSNull()) as? [String: Any] ?? [:]
      let problems = try Shipped.problems(broken)
      #expect(problems.contains { $0.keyPath == Shipped.text(path) }, "\(path)")
    }
  }

  @Test(arguments: Shipped.names)
  func `a key that is missing is named, or has a default`(name: String) throws {
    let defaults: Set = [
      "$schema", "seed", "iterations", "limits", "costs", "distinct", "megapixels", "png", "physics",
      "before", "laps", "settle", "duration", "cells", "resizeModes", "deliveryModes", "eviction", "orders",
      "libraries", "leading", "trailing", "thumbnailBudget", "thumbnailStores", "visits", "remote", "latency",
      "bandwidth", "failures", "storage", "downloads", "changes", "insertions", "removals", "moves", "edits",
      "touches", "scrubs",
    ]
    // A missing key that gives a list's element its kind is reported at the element.
    let verbs: Set = ["drag", "fling", "pause", "touch", "wheel", "jump", "rotate", "screens"]
    let scenario = try Shipped.object(name)
    for path in keyPaths(scenario) {
      let key = try #require(path.last)
      let broken = Shipped.replacing(scenario, at: path[...], with: nil) as? [String: Any] ?? [:]
      let problems = try Shipped.problems(broken)
      // Without a session, a trace is taken for one of gestures; a grid has columns as well.
      let isVerb = verbs.contains(key) || key == "columns" && path.contains("gestures")
      let expected = key == "session" ? "trace.gestures" : Shipped.text(isVerb ? path.dropLast() : path)
      if defaults.contains(key) {
        // Policies say nothing of a library that no longer changes.
        #expect(problems.allSatisfy { $0.message.contains("unless the library changes") }, "\(path)")
      } else {
        #expect(problems.contains { $0.keyPath == expected }, "\(path)")
      }
    }
  }

  @Test(arguments: Shipped.names)
  func `a misspelt key is named, with what may have been meant`(name: String) throws {
    let scenario = try Shipped.object(name)
    for path in keyPaths(scenario) {
      let key = try #require(path.last)
      let misspelt = try Shipped.text(of: name, ["\"\(key)\":": "\"\(key)x\":"])
      let error = #expect(throws: ScenarioError.self, "\(path)") {
        try ScenarioFile.parse([UInt8](misspelt.utf8), path: Shipped.path(name))
      }
      #expect(error?.description.contains("did you mean \"\(key)\"?") == true, "\(path)")
    }
  }
}
