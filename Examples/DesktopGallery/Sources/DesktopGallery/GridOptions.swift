import ArgumentParser
import Canvas
import Foundation
import GalleryKit

/// Options for a grid's photos, and for making and keeping their images.
struct GridOptions: ParsableArguments {
  @Argument(help: "The folder of photos.") var folder: String
  @Option(help: "Cells in a row.") var columns = 6
  @Option(help: "The canvas at first, in points.") var size = "1200x800"
  @Option(help: "The caching window; scrollsim list strategies names them.") var strategy = "screens"
  @Option(help: "What is made first; scrollsim list orders names them.") var order = "urgency"
  /// Exact, since a renderer without a graphics card scales larger images again in every frame.
  @Option(help: "How closely images match their cells: none, fast or exact.") var resizeMode = "exact"
  @Option(help: "Decoder threads.") var workers = 2
  @Option(help: "Megabytes of images.") var memoryBudget = 150
  @Option(help: "Where the catalogue and thumbnails are kept; without it, none outlive the window.")
  var state: String?

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
    // Reference strategies are there for comparison: they ignore the budget or know the future.
    let strategies = CachingStrategies.all.map { $0.descriptor }.filter { !$0.isReference }
    try check("strategy", strategy, strategies.map(\.name))
    try check("order", order, RequestOrder.all.map(\.name))
    try check("resize-mode", resizeMode, ResizeMode.allCases.map(\.rawValue))
    _ = try canvasSize
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

  @MainActor func makeWindow(title: String) throws -> CanvasWindow {
    let size = try canvasSize
    return try CanvasWindow(title: title, width: size.width, height: size.height)
  }

  /// Opens and indexes the folder.
  func openLibrary(in state: String) throws -> PhotoLibrary {
    let library = try PhotoLibrary(
      folder: folder, catalogue: state + "/photos.sqlite", timeZone: .current, client: "desktop-gallery",
      prompt: FixedAnswers(.authorized, allowsDeletion: false))
    library.waitForAuthorization()
    let report = try library.index()
    let count = report.added + report.updated + report.unchanged + report.moved + report.returned
    FileHandle.standardError.write(Data("\(count) files in \(library.folder)\n".utf8))
    return library
  }

  /// Makes a grid of some photos of a library.
  @MainActor func makeGrid(of assets: FetchResult<Asset>, _ library: PhotoLibrary) throws -> Grid {
    guard !assets.isEmpty else {
      throw FileError(path: folder, line: nil, reason: "expected photos, found none")
    }
    let configuration = ImageManager.Configuration(
      decodeWorkers: workers, memoryBudget: memoryBudget * 1_000_000,
      order: RequestOrder.named(order) ?? .urgency)
    // Thumbnails that do not outlive the window are not worth keeping.
    let caching = try CachingImageManager(
      library: library, configuration: configuration, thumbnailBytes: state == nil ? 0 : 500_000_000)
    let type = CachingStrategies.named(strategy) ?? ScreensStrategy.self
    return Grid(
      of: assets, caching: caching,
      setting: .init(
        strategy: type.init(),
        resizeMode: ResizeMode(rawValue: resizeMode) ?? .exact))
  }
}
