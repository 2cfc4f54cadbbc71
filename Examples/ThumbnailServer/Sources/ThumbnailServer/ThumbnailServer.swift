import ArgumentParser
import Foundation
import GalleryKit
import Hummingbird

/// Serves thumbnails of a folder of photos over HTTP; README.md describes the requests.
@main struct ThumbnailServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ThumbnailServer", abstract: "Serve thumbnails of a folder of photos.",
    usage: "ThumbnailServer ~/Pictures --port 8080")

  @Argument(help: "The folder of photos.") var folder: String
  @Option(help: "The address to listen at.") var host = "127.0.0.1"
  @Option(help: "The port; 0 takes a free one.") var port = 8080
  @Option(help: "Where the catalogue and the kept thumbnails are.") var state = ".thumbnail-server"
  @Option(help: "Pictures that are made at a time.") var workers = ProcessInfo.processInfo
    .activeProcessorCount
  @Option(help: "Requests that may wait for their turn; others are told to come again.") var queue = 256
  @Option(help: "The most pixels a side that may be asked for.") var largest = 2048
  @Option(help: "The most megabytes that kept thumbnails take.") var store = 500
  @Option(help: "Seconds between looks for new photos.") var index = 60

  func validate() throws {
    func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>) throws {
      guard !range.contains(value) else { return }
      throw ValidationError("--\(name): expected \(range.lowerBound) to \(range.upperBound), found \(value)")
    }
    try check("port", port, 0...65_535)
    try check("workers", workers, 1...256)
    try check("queue", queue, 0...100_000)
    try check("largest", largest, 1...10_000)
    try check("store", store, 0...1_000_000)
    try check("index", index, 1...86_400)
  }

  func run() async throws {
    let library = try PhotoLibrary(
      folder: folder, catalogue: state + "/photos.sqlite", client: "thumbnail-server",
      prompt: FixedAnswers(.authorized, allowsDeletion: false))
    try await library.requestAuthorization()
    let report = try library.index()
    print("\(report.added + report.updated + report.unchanged) photos in \(library.folder)")
    let thumbnails = try Thumbnails(
      library: library,
      store: ThumbnailStore(.persistent(folder: state + "/thumbnails"), byteLimit: store * 1_000_000) {
        print("thumbnail store: \($0)")
      },
      workers: workers, queue: queue)
    let (host, largest) = (host, largest)
    let application = Application(
      router: Self.router(thumbnails, largest: largest),
      configuration: .init(address: .hostname(host, port: port), serverName: "ThumbnailServer"),
      onServerRunning: { channel in
        print("listening on http://\(host):\(channel.localAddress?.port ?? 0)")
        // A program that starts the server with port 0 reads this line from a pipe.
        fflush(nil)
      })
    let indexing = Task {
      while true {
        try await Task.sleep(for: .seconds(index))
        do { _ = try library.index() } catch { print("index: \(error)") }
      }
    }
    // Ends with SIGINT or SIGTERM, after answering the requests that have begun.
    try await application.runService()
    indexing.cancel()
    thumbnails.close()
    print("ended")
  }

  private static func router(_ thumbnails: Thumbnails, largest: Int) -> Router<BasicRequestContext> {
    let router = Router()
    router.get("photos/:id") { request, context in
      await thumbnails.respond(to: request, largest: largest) { library in
        try library.asset(withLocalIdentifier: context.parameters.get("id") ?? "")
      }
    }
    router.get("files/**") { request, context in
      await thumbnails.respond(to: request, largest: largest) { library in
        let path = try FilePath(context.parameters.getCatchAll())
        return try library.fetchAssets(ofFile: path.text).first
      }
    }
    router.get("metrics") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: thumbnails.metricsText)))
    }
    return router
  }
}
