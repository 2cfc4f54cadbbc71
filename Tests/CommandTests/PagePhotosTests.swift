import BenchReport
import Foundation
import GalleryKit
import ScrollSim
import TestSupport
import Testing

/// The photos on the page of a run, from outside.
@Suite(.timeLimit(.minutes(15)))
struct PagePhotosTests {
  private let folder = TemporaryFolder()

  /// The player's data about the photos on a page.
  private struct PlayerText: Decodable {
    struct Sheet: Decodable {
      let picture: String
      let side: Int
      let columns: Int
      let item: [Int]
      let square: [Int]
    }
    let sheet: Sheet?
  }

  private func sheet(inPage path: String) throws -> PlayerText.Sheet? {
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let json = try #require(
      page.firstMatch(of: /<script type="application\/json" class="data">(.*)<\/script>/))
    return try JSONDecoder().decode(PlayerText.self, from: Data(json.output.1.utf8)).sheet
  }

  /// Checks the photos on the page of a result; the small scenario has six.
  private func check(page path: String, of result: ResultFile, pictures: Int = 6) throws {
    let sheet = try #require(try sheet(inPage: path))
    let shown = Set(result.runs.flatMap { $0.playback?.decoded()?.shownItems ?? [] })
    #expect(sheet.item == shown.sorted())
    #expect(Set(sheet.square) == Set(0..<pictures))
    let prefix = "data:image/jpeg;base64,"
    #expect(sheet.picture.hasPrefix(prefix))
    let encoded = String(sheet.picture.dropFirst(prefix.count))
    let bytes = try #require(Data(base64Encoded: encoded))
    let size = try ImageProbe.probe(bytes: Array(bytes)).storedSize
    #expect(size == PixelSize(width: pictures * sheet.side, height: sheet.side))
  }

  @Test func `a replay's page holds its photos, and so does one that is made again`() async throws {
    let replay = try await SmallScenario.replayed
    try check(page: replay.folder.file("small.replay.html"), of: replay.result())
    try await Program.run("report \(replay.resultPath) -o \(folder.file("again.html"))", code: 0)
    try check(page: folder.file("again.html"), of: replay.result())
  }

  @Test func `a model's page holds photos that were never made`() async throws {
    try await SmallScenario.model(in: folder)
    try check(page: folder.file("small.model.html"), of: folder.result("small.model"))
  }

  @Test func `the pages that a comparison of both modes leaves hold their photos, too`() async throws {
    let outcome = try await Program.run(
      "validate SMALL --costs epyc-2core --rounds 1 --strategy none --output \(folder.path)")
    #expect([0, 2, 3].contains(outcome.code), "\(outcome.error)")
    for name in ["small.replay", "small.model"] {
      try check(page: folder.file("\(name).html"), of: folder.result(name))
    }
  }

  @Test func `the photos of the moment where a player opens are on its page, however many come before it`()
    async throws
  {
    let fling = "{ \"fling\": 8000 }, { \"pause\": 1.2 }"
    let scenario = try SmallScenario.variant(
      [
        ("\"photos\": 300, \"distinct\": 6,", "\"photos\": 3000, \"distinct\": 3000,"),
        ("{ \"fling\": 4000 }", Array(repeating: fling, count: 12).joined(separator: ", ")),
      ], in: folder)
    let outcome = try await SmallScenario.model(of: scenario, in: folder, code: nil)
    #expect(outcome.code == 0 || outcome.code == 2, "\(outcome.error)")
    let result = try folder.result("small.model")
    let opening = try #require(PlayerOpening(result))
    let shown = Set(result.runs.flatMap { $0.playback?.decoded()?.shownItems ?? [] })
    let sheet = try #require(try sheet(inPage: folder.file("small.model.html")))
    #expect(shown.count > 400 && sheet.item.count == 400 && opening.items.count > 10)
    #expect(opening.items.filter { !sheet.item.contains($0) } == [])
    #expect(
      try folder.text("small.model.html").contains(
        "400 of the \(shown.count) photos themselves, small, and each other one in "))
  }

  @Test func `a page that is made again ignores a damaged library of the cache`() async throws {
    let source = SyntheticSource(photos: 300, distinct: 2, megapixels: 0.02...0.03)
    _ = try SyntheticLibrary(source, seed: 9).make(in: folder.file("libraries/sound"))
    // Looked at first, for its name.
    try folder.write("damaged", as: "libraries/damaged/catalogue.sqlite")
    var result = try await SmallScenario.replayed.result()
    result.library = try ModelPhotos.prepare(.synthetic(source), seed: 9) { _ in }.record
    try result.write(to: folder.file("result.json"))
    try await Program.run(
      "report \(folder.file("result.json")) -o \(folder.file("page.html"))",
      environment: ["SCROLLSIM_CACHE": folder.path], code: 0)
    try check(page: folder.file("page.html"), of: result, pictures: 2)
  }

  @Test func `photos of another folder are refused, and a page without its photos says so`() async throws {
    let others = TemporaryFolder()
    let replay = try await SmallScenario.replayed
    let report = "report \(replay.resultPath) --library \(others.path) -o \(folder.file("page.html"))"
    try await Program.run(report, code: 64, saying: "\(others.path): expected photos, found none")
    try others.write([0], as: "none.jpg")
    try await Program.run(report, code: 64, saying: "expected the 300 photos of the result")
    #expect(!folder.has("page.html"))
    var other = try replay.result()
    other.library.sha256 = "other"
    try other.write(to: folder.file("other.json"))
    try await Program.run("report \(folder.file("other.json")) -o \(folder.file("page.html"))", code: 0)
    #expect(try sheet(inPage: folder.file("page.html")) == nil)
    #expect(try folder.text("page.html").contains("Each photo in its mean colour"))
  }
}
