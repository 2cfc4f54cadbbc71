import ArgumentParser
import Canvas
import Foundation
import GalleryKit

/// A photo grid on the desktop; README.md describes it.
@main struct DesktopGallery: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "desktop-gallery",
    abstract: "Show a folder of photos as a grid, and log what every frame paints.",
    subcommands: [ShowCommand.self, PickCommand.self, FiguresCommand.self],
    defaultSubcommand: ShowCommand.self)

  static func main() {
    ImageManager.returnMemoryWhenFreed()
    main(nil)
  }
}

/// Shows the grid of a folder in a window.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the grid of a folder.",
    usage: "desktop-gallery ~/Pictures --columns 6 --strategy screens")

  @OptionGroup var grid: GridOptions
  @Flag(help: "Show a list of albums beside the grid.") var albums = false
  @Option(help: "Record the scrolling, as CSV.") var record: String?
  @Option(help: "Play a recording of offsets.") var play: String?
  @Option(help: "Log what every frame paints, as CSV.") var log: String?
  @Option(help: "Save what is shown at the end, as PNG.") var screenshot: String?
  @Option(help: "Write a scenario, by which scrollsim replays the recording in the same grid.")
  var scenario: String?
  @Option(help: "Close the window after so many seconds, counted from the end of what is played.")
  var seconds: Double?

  func validate() throws {
    if let seconds, !(0...86_400).contains(seconds) {
      throw ValidationError("--seconds: expected 0 to 86400, found \(seconds)")
    }
    if scenario != nil, play == nil, record == nil {
      throw ValidationError("--scenario: expected --play or --record, whose recording it replays")
    }
  }

  func run() throws { try MainActor.assumeIsolated { try show() } }

  @MainActor private func show() throws {
    let recording = try play.map(Playback.read)
    let window = try grid.makeWindow(title: "\(grid.folder) – \(grid.strategy)")
    let place = try CataloguePlace(grid.state)
    defer { place.close() }
    let library = try grid.openLibrary(in: place.folder)
    let cells = try grid.makeGrid(of: library.fetchAssets(), library)
    let gallery = Gallery(
      in: window, of: cells,
      setting: .init(
        columns: grid.columns, recording: recording, seconds: seconds,
        log: try log.map(FrameLog.init(path:)), albums: albums ? try Albums(of: library) : nil))
    window.delegate = gallery
    window.run()
    if let record { try Data(gallery.recorder.csv.utf8).write(to: URL(fileURLWithPath: record)) }
    try gallery.finish()
    if let scenario { try writeScenario(of: gallery, to: scenario) }
    if let screenshot { try window.savePicture(to: screenshot) }
    cells.close()
  }
}
