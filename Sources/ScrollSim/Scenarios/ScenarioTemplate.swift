internal import GalleryKit

/// A scenario for a user's own app: a shipped one over the app's device, grid and photos.
package struct ScenarioTemplate: Hashable, Sendable {
  /// The device that shows the grid; figures are those of common devices of each kind.
  package enum Device: String, Hashable, Sendable, CaseIterable {
    case phone
    /// A phone of 2014, with its published decode times.
    case oldPhone = "old-phone"
    case tablet, desktop

    package var memoryBudgetBytes: Int { figures.budget }

    fileprivate var words: String { self == .oldPhone ? "an old phone" : "a \(rawValue)" }

    /// The screen's width, height, scale and refresh rate, the decoders, the memory for images, and the cost table.
    fileprivate var figures: (screen: [Int], workers: Int, budget: Int, costs: String) {
      switch self {
      case .phone: ([390, 844, 3, 60], 2, 150_000_000, "pixel-3a")
      case .oldPhone: ([375, 667, 2, 60], 2, 80_000_000, "iphone-6")
      case .tablet: ([834, 1194, 2, 120], 4, 300_000_000, CostTables.thisMachine)
      case .desktop: ([1440, 900, 2, 60], 4, 500_000_000, CostTables.thisMachine)
      }
    }
  }

  /// The user's worry: blank cells while a thumb flings, memory that grows, the time until the grid is sharp, or exact resizing.
  package enum Worry: String, Hashable, Sendable, CaseIterable {
    case blank, memory, sharpness, resizing

    package var scenario: String { words.scenario }

    fileprivate var words: (scenario: String, question: String) {
      switch self {
      case .blank: ("fling", "which strategy keeps up while a thumb flings, and at what price in memory?")
      case .memory: ("growth", "does memory grow from lap to lap?")
      case .sharpness: ("settle", "how soon is everything on screen sharp where a fling stops?")
      case .resizing: ("resize-modes", "exact or fast images?")
      }
    }

    /// The text of a value in the shipped scenario, by its key path.
    fileprivate func shipped(_ path: String...) -> String {
      guard let file = ShippedScenarios.file(named: scenario), let node = try? JSONParser.parse(file) else {
        return ""
      }
      let value = path.reduce(Optional(Field(keyPath: "", node: node))) { $0?[$1] }
      return value.map { String(decoding: file[$0.node.bytes], as: UTF8.self) } ?? ""
    }
  }

  package enum Photos: Hashable, Sendable {
    case synthetic(Int)
    case folder(String)

    fileprivate var words: String {
      switch self {
      case .synthetic(let count): "\(Figure.count(count)) photos"
      case .folder(let path): "the photos of \(path)"
      }
    }
  }

  package var name: String
  package var device: Device
  /// Cells in a row, or one below the other in a grid that scrolls sideways.
  package var columns: Int
  package var isSideways = false
  package var photos: Photos
  package var worry: Worry
  /// The memory for images in bytes; `nil` for the device's.
  package var memoryBudgetBytes: Int?
  /// The cost table of the device; `nil` for the device's own.
  package var costs: String?
  /// A recording of how the grid is scrolled; `nil` for the shipped scenario's scroll.
  package var recording: RecordingSource?
  /// The number of photos that the scroll passes, up to which a folder's are repeated; `nil` leaves them as
  /// they are.
  package var leastPhotos: Int?

  package init(name: String, device: Device, columns: Int, photos: Photos, worry: Worry) {
    (self.name, self.device, self.columns, self.photos, self.worry) = (name, device, columns, photos, worry)
  }

  package var text: String { PackageResources.scenario_txt.filled(places) }

  /// The texts for the file's marked places: the answers, and the scroll and the comparison of the shipped
  /// scenario.
  var places: [String: String] {
    let library =
      switch photos {
      case .synthetic(let count):
        #"{ "synthetic": { "photos": \#(count), "distinct": \#(min(48, count)), "megapixels": [2, 12], "png": 0.05 } }"#
      case .folder(let path):
        #"{ "path": \#(JSON.quoted(path))\#(leastPhotos.map { ", \"photos\": \($0)" } ?? "") }"#
      }
    let screen = zip(["width", "height", "scale", "refreshRate"], device.figures.screen)
      .map { "\"\($0)\": \($1)" }
    let line = isSideways ? "rows" : "columns"
    let bytes = memoryBudgetBytes ?? device.memoryBudgetBytes
    // In bytes if the rounded words mean another amount.
    let budget = ByteCount.bytes(in: Figure.bytes(bytes)) == bytes ? Figure.bytes(bytes) : "\(bytes) B"
    let about =
      "\(columns) \(line) of \(photos.words) on \(device.words), \(budget) for images"
      + "\(recording == nil ? "" : ", scrolled as recorded"): \(worry.words.question)"
    let inverted = recording?.isInverted == true ? #", "invert": true"# : ""
    let recorded = recording.map {
      #"{ "recording": \#(JSON.quoted($0.path)), "physics": \#(JSON.quoted($0.physics))\#(inverted) }"#
    }
    let shipped = worry.shipped
    return [
      "schema": "\"./scenario.schema.json\"", "name": JSON.quoted(name), "about": JSON.quoted(about),
      "library": library, "screen": "{ \(screen.joined(separator: ", ")) }", "line": line,
      "columns": "\(columns)",
      "workers": "\(device.figures.workers)", "budget": budget,
      "costs": JSON.quoted(costs ?? device.figures.costs), "trace": recorded ?? shipped("trace"),
      "strategies": shipped("compare", "strategies"), "cells": shipped("compare", "cells"),
      "resizeModes": shipped("compare", "resizeModes"),
    ]
  }

  /// More photos than any scroll passes.
  private static let endless = 1_000_000

  /// Oddities of the scroll, as a run has them, over the template's scenario; throws what a run refuses.
  ///
  /// A folder's photos are repeated as far as the scroll goes (``leastPhotos``).
  package func traceNotes(in scenario: Scenario) throws(TraceError) -> [String] {
    let count = if case .synthetic(let count) = photos { count } else { Self.endless }
    guard let laidOut = scenario.overPhotos(count) else { return [] }
    return try laidOut.traceNotes()
  }

  /// The number of photos that the scroll passes in an endless library, for ``leastPhotos``; errors name the
  /// file at `path`.
  package func photosScrolledBy(in path: String) throws -> Int {
    let endless = Self.endless
    var template = self
    template.photos = .synthetic(endless)
    let scenario = try ScenarioFile.parse(Array(template.text.utf8), path: path)
    guard let laidOut = scenario.overPhotos(endless) else { return 0 }
    let layout = laidOut.layout
    let farthest = TraceSummary(try laidOut.makeTrace(), viewportLength: layout.screenful).offsets.upperBound
    return layout.items(from: 0, to: farthest + layout.screenful, itemCount: endless).upperBound
  }
}
