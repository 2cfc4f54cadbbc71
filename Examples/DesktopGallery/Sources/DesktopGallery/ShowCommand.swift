import ArgumentParser
import Canvas
import Foundation
import GalleryKit

/// Shows the grid of a folder in a window.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the grid of a folder.",
    usage: "desktop-gallery ~/Pictures --columns 6 --strategy screens")

  @Argument(help: "The folder of photos.") var folder: String
  @Option(help: "Cells in a row.") var columns = 6
  @Option(help: "The canvas at first, in points.") var size = "1200x800"
  @Option(help: "The caching window; scrollsim strategies lists them.") var strategy = "screens"
  @Option(help: "What is made first; scrollsim strategies lists the orders.") var order = "urgency"
  @Option(help: "How closely images match their cells: none, fast or exact.") var resizeMode = "fast"
  @Option(help: "Decoder threads.") var workers = 2
  @Option(help: "Megabytes of images.") var memoryBudget = 150
  @Option(help: "Where the catalogue and thumbnails are kept; without it, none outlive the window.")
  var state: String?
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
    func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>) throws {
      guard !range.contains(value) else { return }
      throw ValidationError("--\(name): expected \(range.lowerBound) to \(range.upperBound), found \(value)")
    }
    func check(_ name: String, _ value: String, _ names: [String]) throws {
      guard !names.contains(value) else { return }
      throw ValidationError("--\(name): expected \(names.joined(separator: ", ")), found '\(value)'")
    }
    try check("columns", columns, 1...30)
    try check("workers", workers, 1...256)
    try check("memory-budget", memoryBudget, 1...1_000_000)
    // One that is there to compare with keeps to no budget, or knows the future.
    try check(
      "strategy", strategy,
      CachingStrategies.all.map { $0.descriptor }.filter { !$0.isReference }.map(\.name))
    try check("order", order, RequestOrder.all.map(\.name))
    try check("resize-mode", resizeMode, ResizeMode.allCases.map(\.rawValue))
    _ = try canvasSize
    if let seconds, !(0...86_400).contains(seconds) {
      throw ValidationError("--seconds: expected 0 to 86400, found \(seconds)")
    }
    if scenario != nil, play == nil, record == nil {
      throw ValidationError("--scenario: expected --play or --record, whose recording it replays")
    }
  }

  private var canvasSize: (width: Int, height: Int) {
    get throws {
      let sides = size.split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2, sides.allSatisfy((100...10_000).contains) else {
        throw ValidationError("--size: expected WIDTHxHEIGHT, each from 100 to 10000, found '\(size)'")
      }
      return (sides[0], sides[1])
    }
  }

  func run() throws { try MainActor.assumeIsolated { try show() } }

  @MainActor private func show() throws {
    let recording = try play.map(Playback.read)
    let size = try canvasSize
    let window = try CanvasWindow(title: "\(folder) – \(strategy)", width: size.width, height: size.height)
    let place = try CataloguePlace(state)
    defer { place.close() }
    let library = try openLibrary(in: place.folder)
    let assets = try library.fetchAssets()
    guard !assets.isEmpty else {
      throw FileError(path: folder, line: nil, reason: "expected photos, found none")
    }
    let grid = try Grid(of: assets, caching: makeManager(for: library), setting: gridSetting)
    let gallery = Gallery(
      in: window, of: grid,
      setting: .init(
        columns: columns, recording: recording, seconds: seconds, log: try log.map(FrameLog.init(path:)),
        albums: albums ? try Albums(of: library) : nil))
    window.delegate = gallery
    window.run()
    if let record { try Data(gallery.recorder.csv.utf8).write(to: URL(fileURLWithPath: record)) }
    try gallery.finish()
    if let scenario { try writeScenario(of: gallery, to: scenario) }
    if let screenshot { try window.savePicture(to: screenshot) }
    grid.close()
  }

  /// Opens and indexes the folder, as its owner.
  private func openLibrary(in state: String) throws -> PhotoLibrary {
    let library = try PhotoLibrary(
      folder: folder, catalogue: state + "/photos.sqlite", client: "desktop-gallery",
      prompt: FixedAnswers(.authorized, allowsDeletion: false))
    library.waitForAuthorization()
    let report = try library.index()
    let count = report.added + report.updated + report.unchanged + report.moved + report.returned
    FileHandle.standardError.write(Data("\(count) files in \(library.folder)\n".utf8))
    return library
  }

  private func makeManager(for library: PhotoLibrary) throws -> CachingImageManager {
    let configuration = ImageManager.Configuration(
      decodeWorkers: workers, memoryBudget: memoryBudget * 1_000_000,
      order: RequestOrder.named(order) ?? .urgency)
    // What does not outlive the window is not worth keeping thumbnails of.
    return try CachingImageManager(
      library: library, configuration: configuration, thumbnailBytes: state == nil ? 0 : 500_000_000)
  }

  private var gridSetting: Grid.Setting {
    let type = CachingStrategies.named(strategy) ?? ScreensStrategy.self
    return Grid.Setting(
      strategy: type.init(StrategyParameters(for: type.descriptor)),
      resizeMode: ResizeMode(rawValue: resizeMode) ?? .fast)
  }
}
