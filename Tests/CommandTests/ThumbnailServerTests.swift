import Foundation
import GalleryKit
import Subprocess
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// `Examples/ThumbnailServer`, built as its README says, and asked over loopback.
@Suite(
  .enabled(if: LongTests.areWanted, Comment(rawValue: LongTests.skipReason)), .timeLimit(.minutes(60)))
struct ThumbnailServerTests {
  /// An answer.
  private struct Answer {
    let status: Int
    let body: Data
    private let response: HTTPURLResponse

    init(_ body: Data, _ response: URLResponse) throws {
      self.response = try #require(response as? HTTPURLResponse)
      status = self.response.statusCode
      self.body = body
    }

    var text: String { String(decoding: body, as: UTF8.self) }
    func header(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }
  }

  /// A server that runs.
  private struct Server {
    let port: Int
    let session: URLSession

    init(port: Int) {
      self.port = port
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpMaximumConnectionsPerHost = 64
      // An unoptimised server on a busy machine takes its time.
      configuration.timeoutIntervalForRequest = 900
      session = URLSession(configuration: configuration)
    }

    func get(_ path: String, ifNoneMatch tags: String? = nil) async throws -> Answer {
      var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/\(path)")))
      request.setValue(tags, forHTTPHeaderField: "If-None-Match")
      // On Linux, `data(for:)` can lock up where a request is cancelled while another one fails.
      return try await withCheckedThrowingContinuation { continuation in
        session.dataTask(with: request) { body, response, error in
          continuation.resume(
            with: Result {
              if let error { throw error }
              return try Answer(body ?? Data(), #require(response))
            })
        }.resume()
      }
    }

    /// The first line of the answer to a path that no client makes shorter.
    func status(ofPath path: String) async throws -> String {
      let request = "printf 'GET %s HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n' '\(path)'"
      let script = "exec 3<>/dev/tcp/127.0.0.1/\(port); \(request) >&3; head -n 1 <&3"
      return try await Program.shell("bash -c \"\(script)\"").output.trimmingCharacters(in: .newlines)
    }

    func metric(_ name: String) async throws -> Double? {
      let lines = try await get("metrics").text.split(separator: "\n")
      let line = lines.first { $0.hasPrefix("thumbnails_\(name) ") }
      return line?.split(separator: " ").last.flatMap { Double($0) }
    }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// Builds the example, beside the build of these tests.
  private static func build() async throws -> String {
    let options =
      "--package-path '\(root)/Examples/ThumbnailServer' --scratch-path '\(root)/.build/thumbnail-server'"
    let built = try await Program.shell("SWIFT_DETERMINISTIC_HASHING=1 swift build \(options) 2>&1")
    try #require(built.code == 0, "\(built.output.suffix(4000))")
    let folder = try await Program.shell("swift build \(options) --show-bin-path").output
    return folder.trimmingCharacters(in: .newlines) + "/ThumbnailServer"
  }

  /// Runs a server while `body` asks it, and ends it as an operator does; returns its output.
  private static func serve(
    _ folder: TemporaryFolder, asking body: @escaping @Sendable (Server) async throws -> Void
  ) async throws -> String {
    let program = try await build()
    let output = folder.file("output.txt")
    let result = try await Subprocess.run(
      .path("/bin/sh"),
      arguments: [
        "-c",
        "exec '\(program)' '\(folder.file("photos"))' --port 0 --state '\(folder.file("state"))' "
          + "--workers 1 --queue 2 --largest 1000 > '\(output)' 2>&1",
      ],
      input: .none, output: .discarded, error: .discarded
    ) { execution in
      let start = "listening on http://127.0.0.1:"
      func printed() throws -> String { try String(contentsOfFile: output, encoding: .utf8) }
      let deadline = ContinuousClock.now + .seconds(120)
      while (try? printed())?.contains(start) != true, ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(50))
      }
      let text = try printed()
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(start) }, "\(text)")
      defer { kill(execution.processIdentifier.value, SIGTERM) }
      try await body(Server(port: try #require(Int(line.dropFirst(start.count)))))
    }
    #expect(result.terminationStatus == .exited(0))
    return try String(contentsOfFile: output, encoding: .utf8)
  }

  /// Three files: a photo with a date, a large one of noise, and one that is no photo.
  private static func photos() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("photos/a b"), withIntermediateDirectories: true)
    let exif = EXIFWriter(orientation: .right, captureDate: Date(timeIntervalSince1970: 1_579_907_513))
    try JPEGWriter(exif: exif).write(TestImage.gradient(120, 160), to: folder.file("photos/a b/ü.jpg"))
    try JPEGWriter().write(TestImage.noise(1600, 1200), to: folder.file("photos/large.jpg"))
    try folder.write([1, 2, 3], as: "photos/broken.jpg")
    try JPEGWriter().write(TestImage.gradient(8, 8), to: folder.file("secret.jpg"))
    return folder
  }

  @Test func `pictures come in the size and format that are asked for, and refusals with their reason`()
    async throws
  {
    let folder = try Self.photos()
    let printed = try await Self.serve(folder) { server in
      try await Self.askForPictures(server, folder)
      try await Self.askAgain(server)
      try await Self.askForWhatIsNotThere(server)
      try await Self.askForTooMuch(server)
    }
    #expect(printed.contains("3 photos in ") && printed.hasSuffix("ended\n"), "\(printed)")
    #expect(FileManager.default.fileExists(atPath: folder.file("state/thumbnails/order")))
  }

  private static func askForPictures(_ server: Server, _ folder: TemporaryFolder) async throws {
    let path = "files/a%20b/%C3%BC.jpg"
    let usual = try await server.get(path)
    #expect(usual.status == 200 && usual.header("Content-Type") == "image/jpeg")
    #expect(try ImageProbe.probe(bytes: Array(usual.body)).storedSize == PixelSize(width: 256, height: 256))
    for format in DecodedImage.FileFormat.allCases {
      let query = "?size=40x60&fit=fit&format=\(format.rawValue)&quality=70"
      for metadata in ["", "&metadata=keep"] {
        let answer = try await server.get(path + query + metadata)
        guard format.unavailability == nil else {
          #expect(answer.status == 501 && answer.text.contains("this build"))
          continue
        }
        #expect(answer.status == 200 && answer.header("Content-Type") == "image/\(format.rawValue)")
        let info = try ImageProbe.probe(bytes: Array(answer.body))
        #expect(info.format.typeIdentifier == format.uniformTypeIdentifier && info.orientation == .up)
        // The photo is stored lying on its side: 120 × 160, shown as 160 × 120.
        #expect(info.storedSize == PixelSize(width: 40, height: 30))
        #expect((info.captureDate != nil) == !metadata.isEmpty)
      }
    }
    let library = try PhotoLibrary(
      folder: folder.file("photos"), catalogue: folder.file("state/photos.sqlite"))
    let photo = try #require(try library.fetchAssets(ofFile: "a b/ü.jpg").first)
    let byIdentifier = try await server.get("photos/\(photo.localIdentifier)")
    #expect(byIdentifier.status == 200 && byIdentifier.body == usual.body)
    #expect(byIdentifier.header("ETag") == usual.header("ETag"))
  }

  private static func askAgain(_ server: Server) async throws {
    let path = "files/a%20b/%C3%BC.jpg?size=90"
    let first = try await server.get(path)
    let tag = try #require(first.header("ETag"))
    for tags in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      let known = try await server.get(path, ifNoneMatch: tags)
      #expect(known.status == 304 && known.body.isEmpty && known.header("ETag") == tag)
    }
    #expect(try await server.get(path, ifNoneMatch: "\"other\"").status == 200)
    let other = try await server.get(path + "&quality=30", ifNoneMatch: tag)
    #expect(other.status == 200 && other.body.count < first.body.count)
    // An image is kept after its request was answered.
    while try await server.metric("cache_hits_total") == 0 { _ = try await server.get(path) }
    #expect(try await server.metric("cache_hits_total") ?? 0 > 0)
    #expect(try await server.metric("requests_total{code=\"304\"}") == 4)
    #expect(try await server.metric("resident_bytes") ?? 1e8 > 1e6)
    #expect(try await server.metric("decode_milliseconds") ?? 0 > 0)
  }

  private static func askForWhatIsNotThere(_ server: Server) async throws {
    for path in ["files/none.jpg", "photos/none", "files/a%20b", "photos/..%2f..%2fsecret.jpg", "nowhere"] {
      #expect(try await server.get(path).status == 404, "\(path)")
    }
    for (path, words) in [
      ("files/..%2fsecret.jpg", "path: expected names below the folder"),
      ("files/large.jpg%00", "path: expected names below the folder"),
      ("files/large.jpg?size=0", "size: expected WIDTHxHEIGHT, each from 1 to 1000, found “0”"),
      ("files/large.jpg?size=1001x1", "found “1001x1”"), ("files/large.jpg?size=1x1x1", "size: expected"),
      ("files/large.jpg?size=-5", "size: expected"), ("files/large.jpg?size=9999999999999999999", "size:"),
      ("files/large.jpg?fit=stretch", "fit: expected fill or fit, found “stretch”"),
      ("files/large.jpg?format=bmp", "format: expected jpeg or png or webp or avif, found “bmp”"),
      ("files/large.jpg?quality=0", "quality: expected 1 to 100, found “0”"),
      ("files/large.jpg?colour=red", "found “colour”"),
      ("files/large.jpg?size=5&size=6", "size: expected one value"),
    ] {
      let answer = try await server.get(path)
      #expect(answer.status == 400 && answer.text.contains(words), "\(path): \(answer.text)")
    }
    for path in ["/files/../secret.jpg", "/files/%2e%2e/secret.jpg", "/files/a%20b/../../secret.jpg"] {
      #expect(try await server.status(ofPath: path).contains(" 400 "), "\(path)")
    }
    let broken = try await server.get("files/broken.jpg")
    #expect(broken.status == 500 && broken.text.contains("expected a JPEG, PNG, WebP"))
    #expect(try await server.metric("errors_total") ?? 0 > 10)
  }

  /// One picture is made at a time and two requests may wait: of many at once, some are told to come again.
  private static func askForTooMuch(_ server: Server) async throws {
    let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
      for number in 0..<30 {
        group.addTask { try await server.get("files/large.jpg?size=\(500 + number)&format=png") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.allSatisfy { [200, 503].contains($0.status) })
    #expect(Set(answers.map(\.status)) == [200, 503])
    #expect(answers.filter { $0.status == 503 }.allSatisfy { $0.header("Retry-After") == "1" })
    // All places are free again.
    #expect(try await server.get("files/large.jpg?size=50").status == 200)
  }
}
