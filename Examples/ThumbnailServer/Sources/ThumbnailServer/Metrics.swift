import Foundation
import GalleryKit
import Synchronization

/// The server's counters, in Prometheus's format.
final class Metrics: Sendable {
  private struct Counts {
    var responses: [Int: Int] = [:]
    var images = 0
    var imageSeconds = 0.0
    var encodingSeconds = 0.0
    var encodedBytes = 0
  }

  private let counts = Mutex(Counts())

  /// Counts an answer.
  func count(_ status: Int) { counts.withLock { $0.responses[status, default: 0] += 1 } }

  /// Counts a picture: the time to its image with all waits for decoders, the time to its file, and the file's bytes.
  func count(image: Duration, encoding: Duration, bytes: Int) {
    counts.withLock { counts in
      counts.images += 1
      counts.imageSeconds += image / .seconds(1)
      counts.encodingSeconds += encoding / .seconds(1)
      counts.encodedBytes += bytes
    }
  }

  /// The text exposition format, version 0.0.4.
  func text(store: ThumbnailStore.Statistics, storedBytes: Int, decodeSeconds: Double) -> String {
    let counts = counts.withLock { $0 }
    var text = ""
    func add(_ name: String, _ kind: String, _ help: String, _ values: [(labels: String, value: Double)]) {
      text += "# HELP thumbnails_\(name) \(help)\n# TYPE thumbnails_\(name) \(kind)\n"
      for (labels, value) in values { text += "thumbnails_\(name)\(labels) \(value)\n" }
    }
    func add(_ name: String, _ kind: String, _ help: String, _ value: Double) {
      add(name, kind, help, [("", value)])
    }
    add(
      "requests_total", "counter", "Requests for pictures, by status.",
      counts.responses.sorted { $0.key < $1.key }.map { ("{code=\"\($0)\"}", Double($1)) })
    add(
      "errors_total", "counter", "Requests that got an error, 400 to 599.",
      Double(counts.responses.filter { $0.key >= 400 }.values.reduce(0, +)))
    add("cache_hits_total", "counter", "Images that the store had.", Double(store.hits))
    add("cache_misses_total", "counter", "Images that the store did not have.", Double(store.misses))
    add("cache_bytes", "gauge", "Bytes of kept thumbnails on disk.", Double(storedBytes))
    add("images_total", "counter", "Pictures that were sent.", Double(counts.images))
    add("sent_bytes_total", "counter", "Bytes of these pictures.", Double(counts.encodedBytes))
    add(
      "image_milliseconds_total", "counter", "From a request to its image, decoded or from the store.",
      counts.imageSeconds * 1000)
    add(
      "encode_milliseconds_total", "counter", "Time that encoding took.", counts.encodingSeconds * 1000)
    add(
      "decode_milliseconds", "gauge", "What decoding a photo takes, a moving average.", decodeSeconds * 1000)
    if let resident = Self.residentBytes {
      add("resident_bytes", "gauge", "Memory of the process.", Double(resident))
    }
    return text
  }

  /// The process's resident memory, where `/proc` reports it.
  private static var residentBytes: Int? {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }
}
