import Foundation
import GalleryKit
import Support
import TestSupport

@testable import ScrollSim

/// A folder of files, an origin that serves them, and a folder that downloads go to; all gone with the object.
final class Origin: Sendable {
  let server: OriginServer
  let address: URL
  private let fates: Locked<OriginServer.Fates>
  private let folder: TemporaryFolder
  private let task: Task<Void, any Error>

  /// Starts an origin with files of random bytes.
  init(
    files: [String: Int] = [:], conditions: NetworkConditions = NetworkConditions(),
    knowsRanges: Bool = true
  ) async throws {
    let folder = TemporaryFolder()
    self.folder = folder
    let fates = Locked<OriginServer.Fates>(conditions.fate)
    self.fates = fates
    for part in ["served", "kept"] { try folder.makeFolder(part) }
    let server = try OriginServer(
      folder: folder.file("served"), conditions: conditions, knowsRanges: knowsRanges,
      fate: { original, request in fates.withLock { $0 }(original, request) })
    self.server = server
    let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
    task = Task { try await server.run { continuation.yield($0) } }
    guard let address = await addresses.first(where: { _ in true }) else { throw CancellationError() }
    self.address = address
    for (name, byteCount) in files { try write(name, byteCount: byteCount, seed: 1) }
  }

  deinit { task.cancel() }

  /// Decides what happens to requests from the next one on.
  func answer(_ fate: @escaping OriginServer.Fates) { fates.withLock { $0 = fate } }

  /// The folder of kept originals.
  var kept: String { FileName.absolute(folder.file("kept")) }

  func served(_ name: String) -> Data? { FileManager.default.contents(atPath: folder.file("served/\(name)")) }

  /// The kept bytes of the file, whole or in part.
  func kept(_ name: String) -> Data? { FileManager.default.contents(atPath: "\(kept)/\(name)") }

  func write(_ name: String, byteCount: Int, seed: UInt64) throws {
    var shuffler = Shuffler(seed: seed)
    try put((0..<byteCount).map { _ in UInt8(truncatingIfNeeded: shuffler.next()) }, as: name)
  }

  func put(_ bytes: [UInt8], as name: String) throws { try folder.write(bytes, as: "served/\(name)") }

  /// Serves a photo, and returns it as an asset in the cloud.
  func asset(_ name: String, _ bytes: [UInt8], side: Int, hasThumbnail: Bool = false) throws -> Asset {
    try put(bytes, as: "\(name).jpg")
    var asset = Asset.sample(
      name, pixelSize: PixelSize(width: side, height: side), hasThumbnail: hasThumbnail)
    asset.original.path = "\(kept)/\(name)"
    asset.original.remoteURL = address.appendingPathComponent("\(name)/\(name).jpg")
    asset.original.byteCount = bytes.count
    return asset
  }

  func keptNames() throws -> [String] { try folder.names(in: "kept") }

  func job(_ id: Int, _ name: String, _ goal: OriginalDownload.Goal = .whole) -> DownloadJob {
    DownloadJob(
      id: id, url: address.appendingPathComponent("asset/\(name)"), path: "\(kept)/\(name)", byteCount: 0,
      goal: goal)
  }

  /// A fetcher that tries again soon.
  ///
  /// Its time limit is long, because the server shares its threads with all other tests.
  func makeFetcher(
    timeout: Double = 300, failureLimit: Int = 5, firstDelay: Double = 0.01
  ) -> RemoteOriginals {
    var configuration = RemoteOriginals.Configuration(folder: kept, timeout: timeout)
    configuration.retry = RetryPolicy(failureLimit: failureLimit, firstDelay: firstDelay)
    return RemoteOriginals(configuration: configuration)
  }
}

extension RemoteOriginals {
  /// Gives the order, and everything that is reported, to the end.
  func reports(_ job: DownloadJob, number: Int = 0) -> AsyncStream<DownloadReport> {
    AsyncStream { continuation in
      perform(OriginalOrder(number: number, task: .fetch(job))) { report in
        continuation.yield(report)
        if case .ended = report { continuation.finish() }
      }
    }
  }

  func fetch(_ job: DownloadJob, number: Int = 0) async -> DownloadOutcome? {
    for await case .ended(let outcome) in reports(job, number: number) { return outcome }
    return nil
  }
}

extension DownloadOutcome {
  var error: DownloadError? { if case .failed(let error) = ending { error } else { nil } }
}
