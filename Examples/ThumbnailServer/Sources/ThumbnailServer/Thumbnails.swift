import Foundation
import GalleryKit
import Hummingbird

/// Answers requests: finds the photo, has its image made or taken from the store, and encodes it.
///
/// At most as many pictures are alive as there are workers; other requests wait, and beyond the queue they are refused.
final class Thumbnails: Sendable {
  private let library: PhotoLibrary
  private let store: ThumbnailStore
  private let manager: ImageManager
  private let gate: Gate
  private let metrics = Metrics()

  init(library: PhotoLibrary, store: ThumbnailStore, workers: Int, queue: Int) {
    self.library = library
    self.store = store
    manager = ImageManager(configuration: .init(decodeWorkers: workers), thumbnailStore: store)
    gate = Gate(limit: workers, queue: queue)
  }

  /// Closes the store, which records its order of use.
  func close() { store.close() }

  /// The metrics as text; README.md lists them.
  var metricsText: String {
    metrics.text(
      store: store.statistics, storedBytes: store.byteCount, decodeSeconds: manager.averageDecodeSeconds)
  }

  /// Returns the wanted picture, the notice that the client has it, or the reason why there is none.
  func respond(
    to request: Request, largest: Int, _ find: @Sendable (PhotoLibrary) throws -> Asset?
  ) async -> Response {
    let response: Response
    do {
      response = try await answer(request, largest: largest, find)
    } catch let refusal as Refusal {
      response = .text(refusal.status, refusal.reason)
    } catch let error as ImageError {
      response = .text(Self.status(of: error), error.reason)
    } catch {
      response = .text(.internalServerError, "\(error)")
    }
    metrics.count(response.status.code)
    return response
  }

  private func answer(
    _ request: Request, largest: Int, _ find: (PhotoLibrary) throws -> Asset?
  ) async throws -> Response {
    let query = try ThumbnailQuery(request.uri.queryParameters, largest: largest)
    guard let asset = try find(library), !asset.isHidden else {
      throw Refusal(status: .notFound, reason: "no such photo")
    }
    let tag = query.entityTag(of: asset)
    let headers: HTTPFields = [.eTag: tag, .cacheControl: "max-age=60"]
    if Self.matches(request.headers[.ifNoneMatch], tag) {
      return Response(status: .notModified, headers: headers)
    }
    guard await gate.enter() else {
      throw Refusal(status: .serviceUnavailable, reason: "too many requests wait; come again")
    }
    // The picture itself is freed before the next one may be made.
    let made = await Result { try await file(of: asset, as: query) }
    await gate.leave()
    var response = Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: try made.get())))
    response.headers[.contentType] = query.format.mediaType
    return response
  }

  private func file(of asset: Asset, as query: ThumbnailQuery) async throws -> Data {
    let start = ContinuousClock.now
    let image = try await manager.image(
      for: asset, targetSize: query.size, contentMode: query.contentMode,
      options: ImageRequestOptions(resizeMode: .exact, deliveryMode: .highQualityFormat))
    let made = ContinuousClock.now
    var options = DecodedImage.EncodingOptions(quality: query.quality, effort: .fast)
    if query.keepsMetadata, let url = asset.fileURL { options.metadata = try .init(contentsOf: url) }
    let file = try image.encoded(as: query.format, options)
    metrics.count(image: made - start, encoding: ContinuousClock.now - made, bytes: file.count)
    return file
  }

  /// Whether a client's tags include this one; weak tags count like others (RFC 9110, 13.1.2).
  private static func matches(_ header: String?, _ tag: String) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .contains { $0 == "*" || $0 == tag || $0 == "W/" + tag }
  }

  private static func status(of error: ImageError) -> HTTPResponse.Status {
    switch error.kind {
    case .missing, .accessDenied, .inCloud: .notFound
    case .outOfMemory: .serviceUnavailable
    case .unreadable, .damaged, .network: .internalServerError
    }
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

extension Response {
  fileprivate static func text(_ status: HTTPResponse.Status, _ text: String) -> Response {
    var headers: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
    if status == .serviceUnavailable { headers[.retryAfter] = "1" }
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n")))
  }
}

/// Admits a limited number of requests at a time, and lets a limited number wait in order of arrival.
actor Gate {
  private let limit: Int
  private let queue: Int
  private var inside = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(limit: Int, queue: Int) {
    self.limit = limit
    self.queue = queue
  }

  /// Waits for a place; returns false at once if the queue is full.
  func enter() async -> Bool {
    guard inside == limit else {
      inside += 1
      return true
    }
    guard waiting.count < queue else { return false }
    await withCheckedContinuation { waiting.append($0) }
    return true
  }

  /// Gives the place to the request that has waited longest.
  func leave() {
    if waiting.isEmpty { inside -= 1 } else { waiting.removeFirst().resume() }
  }
}
