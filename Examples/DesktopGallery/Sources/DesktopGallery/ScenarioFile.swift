import Canvas
import Foundation
import GalleryKit

extension ShowCommand {
  /// Writes a scenario of the same photos, grid, device and recording.
  @MainActor func writeScenario(of gallery: Gallery, to path: String) throws {
    guard let size = gallery.size, let layout = gallery.layout, let recording = play ?? record else { return }
    func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
    let refreshRate = 60
    var device: [String: Any] = ["decodeWorkers": grid.workers, "memoryBudget": "\(grid.memoryBudget) MB"]
    device["frameWork"] = gallery.frameWork.perFrame(refreshRate: refreshRate).map {
      (min($0, 1) * 1e5).rounded() / 1e5
    }
    let scenario: [String: Any] = [
      "name": "desktop", "about": "What desktop-gallery has shown: how does a replay of it compare?",
      "library": ["path": absolute(grid.folder)],
      "screen": [
        "width": size.width, "height": size.height, "scale": size.scale, "refreshRate": refreshRate,
      ],
      "grid": ["columns": layout.columns, "spacing": layout.spacing],
      "device": device,
      "trace": ["recording": absolute(recording)],
      "compare": [
        "strategies": [grid.strategy], "orders": [grid.order], "cells": ["released"],
        "resizeModes": [grid.resizeMode],
        "deliveryModes": ["opportunistic"],
      ],
    ]
    let bytes = try JSONSerialization.data(
      withJSONObject: scenario, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    try bytes.write(to: URL(fileURLWithPath: path))
  }
}
