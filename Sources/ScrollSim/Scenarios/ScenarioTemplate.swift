internal import Foundation

/// A scenario for a user's own app: a shipped one over the app's device, grid and photos.
package struct ScenarioTemplate: Hashable, Sendable {
  /// The device that shows the grid; figures are those of common devices of each kind.
  package enum Device: String, Hashable, Sendable, CaseIterable {
    case phone
    /// A phone of 2014, with its published decode times.
    case oldPhone = "old-phone"
    case tablet, desktop

    fileprivate var screen: String {
      switch self {
      case .phone: #"{ "width": 390, "height": 844, "scale": 3, "refreshRate": 60 }"#
      case .oldPhone: #"{ "width": 375, "height": 667, "scale": 2, "refreshRate": 60 }"#
      case .tablet: #"{ "width": 834, "height": 1194, "scale": 2, "refreshRate": 120 }"#
      case .desktop: #"{ "width": 1440, "height": 900, "scale": 2, "refreshRate": 60 }"#
      }
    }

    fileprivate var limits: String {
      switch self {
      case .phone: #"{ "decodeWorkers": 2, "memoryBudget": "150 MB", "costs": "this-machine" }"#
      case .oldPhone: #"{ "decodeWorkers": 2, "memoryBudget": "80 MB", "costs": "iphone-6" }"#
      case .tablet: #"{ "decodeWorkers": 4, "memoryBudget": "300 MB", "costs": "this-machine" }"#
      case .desktop: #"{ "decodeWorkers": 4, "memoryBudget": "500 MB", "costs": "this-machine" }"#
      }
    }
  }

  /// The user's worry, which decides the scroll and the comparison.
  package enum Worry: String, Hashable, Sendable, CaseIterable {
    /// Blank cells while a thumb flings.
    case blank
    /// Memory that grows.
    case memory
    /// The time until the grid is sharp where a fling stops.
    case sharpness
    /// Exact or fast resizing.
    case resizing

    /// The shipped scenario that asks about it.
    package var scenario: String {
      switch self {
      case .blank: "fling"
      case .memory: "growth"
      case .sharpness: "settle"
      case .resizing: "resize-modes"
      }
    }
  }

  /// The photos.
  package enum Photos: Hashable, Sendable {
    /// A number of synthetic photos.
    case synthetic(Int)
    /// The photos of a folder.
    case folder(String)
  }

  package var name: String
  package var device: Device
  /// Cells in a row, or one below the other in a grid that scrolls sideways.
  package var columns: Int
  package var isSideways = false
  package var photos: Photos
  package var worry: Worry

  package init(name: String, device: Device, columns: Int, photos: Photos, worry: Worry) {
    self.name = name
    self.device = device
    self.columns = columns
    self.photos = photos
    self.worry = worry
  }

  /// The scenario's file.
  package var text: String {
    let library =
      switch photos {
      case .synthetic(let count):
        #"{ "synthetic": { "photos": \#(count), "distinct": \#(min(48, count)), "megapixels": [2, 12], "png": 0.05 } }"#
      case .folder(let path): #"{ "path": \#(Self.quoted(path)) }"#
      }
    let values = [
      "name": Self.quoted(name), "library": library, "screen": device.screen,
      "grid": #"{ "\#(isSideways ? "rows" : "columns")": \#(columns), "spacing": 2 }"#,
      "device": device.limits,
    ]
    // The keys that are replaced have a line each.
    let file = ShippedScenarios.file(named: worry.scenario) ?? []
    return String(decoding: file, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        values.first { line.hasPrefix("  \"\($0.key)\": ") }.map { "  \"\($0.key)\": \($0.value)," }
          ?? String(line)
      }.joined(separator: "\n")
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 0x20: String(format: "\\u%04x", scalar.value)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
