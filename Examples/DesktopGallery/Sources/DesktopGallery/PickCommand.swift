import ArgumentParser
import Canvas
import Foundation
import GalleryKit

/// Lets the user pick photos, and copies them.
///
/// The code around a picker sees nothing else of the library.
struct PickCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick", abstract: "Pick photos of a folder, and print their identifiers.",
    usage: "desktop-gallery pick ~/Pictures --limit 3 --to chosen",
    discussion: "A click chooses a photo, Return confirms, Escape dismisses.")

  @OptionGroup var grid: GridOptions
  @Option(help: "The most photos to choose; 0 means any number.") var limit = 1
  @Option(help: "Copies the photos to this folder, under names that are free.") var to: String?

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit: expected 0 or more, found \(limit)") }
  }

  func run() throws { try MainActor.assumeIsolated { try pick() } }

  @MainActor private func pick() throws {
    let window = try grid.makeWindow(title: "Choose photos")
    let place = try CataloguePlace(grid.state)
    defer { place.close() }
    let library = try grid.openLibrary(in: place.folder)
    let prompt = WindowPrompt()
    let picker = PhotoPicker(library: library, prompt: prompt)
    let (limit, folder) = (limit, to)
    let picked = try prompt.run {
      let items = try await picker.pick(.init(selectionLimit: limit, selection: .ordered))
      if let folder { try await Self.copy(items ?? [], to: folder) }
      return items
    } showing: { presentation in
      try choose(from: presentation, in: window, of: library)
    }
    guard let picked else { throw ExitCode.failure }
    for item in picked { print(item.itemIdentifier) }
  }

  /// Shows the photos on offer until the user confirms a choice, or closes the window.
  @MainActor private func choose(
    from presentation: PhotoPicker.Presentation, in window: CanvasWindow, of library: PhotoLibrary
  ) throws -> [String]? {
    let assets = presentation.assets
    let cells = try grid.makeGrid(of: assets, library)
    let gallery = Gallery(
      in: window, of: cells,
      setting: .init(
        columns: grid.columns, picking: Picking(limit: presentation.configuration.selectionLimit)))
    window.delegate = gallery
    window.run()
    try gallery.finish()
    cells.close()
    guard let picking = gallery.picking, picking.isConfirmed else { return nil }
    return picking.items.map { assets[$0].localIdentifier }
  }

  private static func copy(_ items: [PickerItem], to folder: String) async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for item in items {
      guard let file = try await item.loadTransferable(type: TransferableFile.self) else { continue }
      defer { try? file.remove() }
      try FileManager.default.moveItem(at: file.url, to: place(for: file.url.lastPathComponent, in: folder))
    }
  }

  /// A place in a folder that is free: `name.jpg`, `name 2.jpg`, ….
  private static func place(for name: String, in folder: String) -> URL {
    let wanted = URL(fileURLWithPath: "\(folder)/\(name)")
    let stem = wanted.deletingPathExtension().path
    var (place, number) = (wanted, 1)
    while FileManager.default.fileExists(atPath: place.path) {
      number += 1
      place = URL(fileURLWithPath: "\(stem) \(number).\(wanted.pathExtension)")
    }
    return place
  }
}
