internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import GalleryKit
internal import Support

/// A file as an ``OriginServer`` serves it.
struct ServedOriginal {
  private let path: String
  private let byteCount: Int
  private let modified: Date

  /// Finds the file, or returns `nil` if there is none below the folder.
  init?(path: String, in folder: String) {
    let parts = path.split(separator: "/").dropFirst()
    guard !parts.isEmpty, !parts.contains("..") else { return nil }
    self.path = "\(folder)/\(parts.joined(separator: "/"))"
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: self.path),
      attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? Int,
      let date = attributes[.modificationDate] as? Date
    else { return nil }
    byteCount = size
    modified = date
  }

  private var entityTag: String { "\"\(byteCount)-\(Int(modified.timeIntervalSince1970 * 1e6))\"" }

  /// The answer to a request, whose bytes are read as they are sent.
  func response(
    range: String?, condition: String?, fate: NetworkConditions.Fate, server: OriginServer
  ) -> HTTPResponse {
    var headers: HTTPHeaders = [.eTag: entityTag, HTTPHeader("Accept-Ranges"): "bytes"]
    var wanted = 0..<byteCount
    var status = HTTPStatusCode.ok
    if let range, condition == nil || condition == entityTag {
      guard let part = part(range) else {
        headers[HTTPHeader("Content-Range")] = "bytes */\(byteCount)"
        return HTTPResponse(
          statusCode: HTTPStatusCode(416, phrase: "Range Not Satisfiable"), headers: headers)
      }
      wanted = part
      status = HTTPStatusCode(206, phrase: "Partial Content")
      headers[HTTPHeader("Content-Range")] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(byteCount)"
    }
    var end = wanted.upperBound
    if case .cut(let share) = fate { end = wanted.lowerBound + Int(Double(wanted.count) * share) }
    let bytes = ServedBytes(path: path, range: wanted, end: end, server: server)
    return HTTPResponse(
      statusCode: status, headers: headers,
      body: HTTPBodySequence(
        from: bytes, count: wanted.count, suggestedBufferSize: SharedLink.pieceByteCount))
  }

  /// Reads `bytes=5-9` or `bytes=5-`.
  private func part(_ range: String) -> Range<Int>? {
    guard range.hasPrefix("bytes=") else { return nil }
    let bounds = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, let first = Int(bounds[0]), first < byteCount else { return nil }
    let last = Int(bounds[1]) ?? byteCount - 1
    return last < first ? nil : first..<min(last + 1, byteCount)
  }
}

/// The bytes of an answer, at the line's speed at most.
private struct ServedBytes: AsyncBufferedSequence {
  typealias Element = UInt8

  let path: String
  let range: Range<Int>
  /// The offset at which the connection ends.
  let end: Int
  let server: OriginServer

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    private let bytes: ServedBytes
    private var offset: Int
    private var file: FileHandle?
    private let presence: Presence

    init(_ bytes: ServedBytes) {
      self.bytes = bytes
      offset = bytes.range.lowerBound
      presence = Presence(server: bytes.server)
    }

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      guard offset < bytes.range.upperBound else { return nil }
      guard offset < bytes.end else { throw SocketError.disconnected }
      let count = Swift.min(count, bytes.end - offset)
      let now = ProcessInfo.processInfo.systemUptime
      let time = bytes.server.state.withLock { $0.link.departure(of: count, at: now) }
      if time > now { try await Task.sleep(for: .seconds(time - now)) }
      let file = try file ?? FileHandle(forReadingFrom: URL(fileURLWithPath: bytes.path))
      if self.file == nil { try file.seek(toOffset: UInt64(offset)) }
      self.file = file
      guard let piece = try file.read(upToCount: count), !piece.isEmpty else {
        throw SocketError.disconnected
      }
      offset += piece.count
      bytes.server.state.withLock { $0.counts.bytes += piece.count }
      return piece
    }
  }

  /// Counts as an open answer while it exists.
  private final class Presence: Sendable {
    let server: OriginServer

    init(server: OriginServer) {
      self.server = server
      server.state.withLock { $0.counts.open += 1 }
    }

    deinit { server.state.withLock { $0.counts.open -= 1 } }
  }
}
