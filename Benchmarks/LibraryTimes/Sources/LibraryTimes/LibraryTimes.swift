// Times a photo library by its public interface. Usage: LibraryTimes FOLDER CATALOGUE ROUNDS; prints JSON.
import CStep
import Foundation
import GalleryKit

@main
struct LibraryTimes {
  /// The query that a default fetch is; what C steps through.
  static let query = """
    SELECT identifier FROM asset WHERE isHidden = 0 AND isStacked = 0 ORDER BY created DESC, identifier DESC
    """
  static let screenful = 28

  static func main() async throws {
    let arguments = CommandLine.arguments
    let (folder, catalogue, rounds) = (arguments[1], arguments[2], Int(arguments[3]) ?? 5)
    var (elapsed, processor): ([String: [Double]], [String: [Double]]) = ([:], [:])
    func time<Value>(_ name: String, _ body: () throws -> Value) rethrows -> Value {
      let (start, spent) = (ContinuousClock.now, processorSeconds())
      let value = try body()
      processor[name, default: []].append(processorSeconds() - spent)
      elapsed[name, default: []].append((ContinuousClock.now - start) / .seconds(1))
      return value
    }
    func open() throws -> PhotoLibrary {
      try PhotoLibrary(
        folder: folder, catalogue: catalogue, client: "benchmark",
        prompt: FixedAnswers(.authorized, allowsDeletion: false))
    }

    try await open().requestAuthorization()
    let baseBytes = residentBytes()
    let library = try open()
    let held = try library.fetchAssets()
    for asset in held.prefix(screenful) where asset.failure != nil { throw CancellationError() }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<1000 where !held.isEmpty { _ = held[Int.random(in: 0..<held.count, using: &random)] }
    let memory = residentBytes()

    var rows: Int64 = 0
    for _ in 0..<rounds {
      let fresh = try time("open") { try open() }
      _ = time("step") { step_through(catalogue, query, &rows) }
      let result = try time("fetch") { try fresh.fetchAssets() }
      guard Int64(result.count) == rows else { throw CancellationError() }
      time("screenful") { for position in 0..<min(screenful, result.count) { _ = result[position] } }
      for _ in 0..<200 {
        let position = Int.random(in: 0..<result.count, using: &random)
        _ = time("index") { result[position] }
      }
      _ = try time("again") { try fresh.fetchAssets() }
      _ = try time("favourites") { try fresh.countAssets(in: AssetCollection.SmartAlbum.favorites.collection) }
    }
    let report: [String: Any] = [
      "assets": rows, "elapsed": elapsed, "processor": processor, "residentBytes": memory, "baseBytes": baseBytes,
    ]
    let json = try JSONSerialization.data(withJSONObject: report, options: [.sortedKeys])
    print(String(decoding: json, as: UTF8.self))
  }

  /// What the process has had of processors.
  static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The process's resident memory, as the kernel says; 0 where there is no /proc.
  static func residentBytes() -> Int {
    let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = statm.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
