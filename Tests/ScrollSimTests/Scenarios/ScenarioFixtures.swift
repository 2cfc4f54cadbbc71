import Foundation
import TestSupport
import Testing

@testable import ScrollSim

/// The shipped scenarios, and ways to break them.
enum Shipped {
  static let names = ShippedScenarios.names

  static let folder = Repository.path + "/scenarios"

  static func path(_ name: String) -> String { "\(folder)/\(name).json" }

  /// A scenario's file after some of its texts have become others.
  static func text(of name: String, _ changes: KeyValuePairs<String, String> = [:]) throws -> String {
    var text = try String(contentsOfFile: path(name), encoding: .utf8)
    for (old, new) in changes {
      try #require(text.contains(old))
      text = text.replacing(old, with: new)
    }
    return text
  }

  /// A scenario as plain values, to change and write again.
  static func object(_ name: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path(name)))
    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  /// The problems of such values; empty if they are fine.
  static func problems(_ object: [String: Any]) throws -> [ScenarioError.Problem] {
    let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    do {
      _ = try ScenarioFile.parse([UInt8](data), path: path("test"))
      return []
    } catch {
      return error.problems
    }
  }

  /// Every key of the values with the keys that lead there; list elements, of which the first are enough, count by their
  /// index.
  static func keyPaths(_ value: Any, under path: [String] = [], elements: Int = .max) -> [[String]] {
    if let object = value as? [String: Any] {
      return object.keys.sorted().flatMap { key in
        [path + [key]] + keyPaths(object[key] as Any, under: path + [key], elements: elements)
      }
    }
    if let list = value as? [Any] {
      return list.indices.prefix(elements).flatMap {
        keyPaths(list[$0], under: path + ["\($0)"], elements: elements)
      }
    }
    return []
  }

  /// The values with another at the end of the key path, or none.
  static func replacing(_ value: Any, at path: ArraySlice<String>, with new: Any?) -> Any? {
    guard let key = path.first else { return new }
    if var object = value as? [String: Any] {
      object[key] = object[key].flatMap { replacing($0, at: path.dropFirst(), with: new) }
      return object
    }
    if var list = value as? [Any], let index = Int(key), list.indices.contains(index) {
      list[index] = replacing(list[index], at: path.dropFirst(), with: new) ?? NSNull()
      return list
    }
    return value
  }

  /// The key path as errors write it: `trace.gestures[2].fling`.
  static func text(_ path: [String]) -> String {
    path.reduce("") { text, key in
      Int(key) != nil ? "\(text)[\(key)]" : text.isEmpty ? key : "\(text).\(key)"
    }
  }
}
