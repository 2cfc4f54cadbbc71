internal import Foundation
internal import GalleryKit

@testable internal import ScrollSim

/// The requests of the cells of a scenario's grid, in order: a trace for cache simulators.
///
/// Cells ask when they come into view, regardless of the cache: the requests are the same under every caching strategy.
struct RequestTrace: Hashable, Sendable {
  /// One cell asks for its image.
  struct Request: Hashable, Sendable {
    /// Whole seconds from the first frame.
    var seconds: UInt32
    /// The image's number, from 1, in the order in which images are first asked for.
    var object: UInt64
    /// Bytes of the decoded image in memory.
    var byteCount: UInt32
  }

  /// The requests, in order.
  let requests: [Request]

  /// Plays the scenario's trace on a virtual clock, with decoders that take no time, and records the cells' requests.
  ///
  /// - Parameters:
  ///   - scenario: has one lifecycle of cells and one resize mode, on which the requests depend.
  ///   - assets: the scenario's photos.
  /// - Throws: ``TraceError``, or ``RequestTraceError`` if the scenario has more than one of either.
  init(of scenario: Scenario, over assets: StageAssets) throws {
    guard [Axis.cells, .resizeMode].allSatisfy({ scenario.compare.axes[$0]?.count == 1 }),
      let first = scenario.runs.first
    else { throw RequestTraceError(scenario: scenario.name) }
    let clock = ModelClock()
    defer { clock.stop() }
    let laidOut = scenario.withoutMemoryLimit.over(assets)
    let (run, world) = try StageRun(scenario: laidOut, run: first, assets: assets).modelled(
      costs: NoCosts(), baseBytes: 0, on: clock)
    let log = try run.log(in: world).entries.compactMap { entry -> (key: ImageKey, time: Double)? in
      guard case .requested(let key, _, _) = entry.event else { return nil }
      return (key, max(0, entry.time))
    }
    let keys = Dictionary(grouping: Set(log.map(\.key)), by: \.asset)
    var sizes: [ImageKey: Int] = [:]
    for asset in assets {
      for key in keys[asset.localIdentifier] ?? [] {
        sizes[key] = asset.predictedByteCount(as: key.specification)
      }
    }
    var objects: [ImageKey: UInt64] = [:]
    requests = log.map { entry in
      let object = objects[entry.key] ?? UInt64(objects.count + 1)
      objects[entry.key] = object
      return Request(
        seconds: UInt32(entry.time), object: object,
        byteCount: UInt32(clamping: sizes[entry.key] ?? 0))
    }
  }

  /// The requests in libCacheSim's oracleGeneral format: records of 24 bytes without gaps, little-endian: time (32 bits),
  /// object (64), size (32), and the place of the object's next request, counted from 1, or -1 (64).
  var oracleGeneral: Data {
    var next: [UInt64: Int64] = [:]
    var places = [Int64](repeating: -1, count: requests.count)
    for index in requests.indices.reversed() {
      places[index] = next[requests[index].object] ?? -1
      next[requests[index].object] = Int64(index + 1)
    }
    var data = Data(capacity: requests.count * CacheReplay.recordByteCount)
    for (request, place) in zip(requests, places) {
      data.append(littleEndian: request.seconds)
      data.append(littleEndian: request.object)
      data.append(littleEndian: request.byteCount)
      data.append(littleEndian: place)
    }
    return data
  }

  /// Decoding that takes neither time nor memory beyond its image.
  private struct NoCosts: JobCosting {
    func cost(of job: DecodeJob, busyWorkers: Int) -> Result<JobCost, ImageError> {
      let estimate = ImageDecoder.estimate(job.asset, as: job.specification)
      return .success(
        JobCost(
          outputSize: estimate.outputSize, seconds: 0, scratchBytes: 0, decodedPixels: 0, bytesRead: 0))
    }
  }
}

/// A scenario whose cells may ask in more than one way.
struct RequestTraceError: Error, CustomStringConvertible {
  let scenario: String

  var description: String {
    "\(scenario): what cells ask for hangs on their lifecycle and resize mode: expected one of each, found several; "
      + "name one of each"
  }
}

extension Scenario {
  fileprivate var withoutMemoryLimit: Scenario {
    var scenario = self
    scenario.device.memoryLimitBytes = nil
    return scenario
  }
}

extension Data {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    var value = value.littleEndian
    unsafe Swift.withUnsafeBytes(of: &value) { unsafe append(contentsOf: $0) }
  }
}
