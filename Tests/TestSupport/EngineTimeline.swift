internal import Foundation
package import GalleryKit

/// Plays event diagrams on a ``RequestEngine``: events on the left, the engine's actions on the right.
///
///     request a        | begin a
///     request a        |
///     finish a         | 1:image 2:image
///
/// Events: `request NAME [hq|fast] [high|low] [strict] [stored|other]`, `high NUMBER`, `normal NUMBER`, `low NUMBER` (change a
/// request's priority), `data NAME` (wants the original's bytes), `found NAME` (they were read), `missing NAME` (they could not
/// be), `cancel NUMBER`, `start NAMES [stored]`, `stop NAMES`, `stop all`, `order NAMES`,
/// `window [encoded|degraded|decoded] NAMES …` (moves a caching window to the items of these numbers), `ahead NAMES` (their
/// originals are to be read ahead), `behind NAMES` (no longer), `finish [preview] NAME`, `damage [preview] NAME`, `empty NAME`,
/// `fail [preview] NAME`, `write NAME` (it is finished, and its decoder works on), `free` (a decoder that worked on has ended),
/// `pressure LEVEL`, `show NAMES` (these are on screen), `let go` (cells hold no image any more), `quality off|on`. Names that
/// are numbers are positions, too. Requests are numbered from 1. Names ending in `+` are assets whose original carries a
/// thumbnail, names ending in `~` are progressive, names ending in `!` cannot be read; names ending in `'` are larger images of
/// the asset before the mark.
///
/// Names with `@` are assets in the cloud; their downloads `arrive` (to their end, or the head of one), come `half` (100 of 200
/// kB), are `torn` (cancelled, with 100 kB) or `lose` (fail). A request that is `offline` allows no network. A job that finds no
/// file of its original is told by `gone [original] NAME`.
///
/// Actions: `near NAME` (its file is read into the page cache), `fetch [head] NAME`, `halt NAME` (cancels the download),
/// `discard NAME` (deletes the original), `NUMBER:50%`, `begin`, `NUMBER:RESULT`, `evict`, `drop` (left the queue), `doom` (runs
/// on without a request).
///
/// Three words are not events, but ask for a state: `idle` (yes or no), `memory` (the bytes of `cells`, of
/// the `cache` and of what is made `ahead`) and `images` (the bytes of all that are there).
package struct EngineTimeline: EventTimeline {
  package private(set) var engine: RequestEngine
  /// Counts the memory of the images that it was given.
  package let ledger = MemoryLedger()
  private var running: [String: DecodeJob] = [:]
  private var downloads: [String: DownloadJob] = [:]
  private var requests = 0
  /// Results hold images as cells would, until the timeline ends.
  private var held: [DecodedImage] = []
  private let holdsResults: Bool

  private static let imageSize = PixelSize(width: 10, height: 10)

  package static let settings: Set<String> = [
    "workers", "budget", "eviction", "order", "downloads", "storage", "held",
  ]

  /// Makes a timeline whose settings are the `workers`, which are jobs at a time, the number of images that is the cache's
  /// `budget`, the policy of its `eviction`, the `order` of jobs, `downloads` at a time (none without a fetcher), the number of
  /// originals that the `storage` may keep, and `held`, if delivered images stay alive, as on screen.
  package init(_ part: Story.Part) {
    guard let order = RequestOrder.named(part.settings["order"] ?? "fifo"),
      let eviction = EvictionPolicies.named(part.settings["eviction"] ?? "lru")
    else { preconditionFailure("no such order or policy in \(part.settings)") }
    engine = RequestEngine(
      workers: part.number("workers", default: 1),
      memoryBudget: part.number("budget", default: 100) * Self.imageSize.decodedByteCount, ledger: ledger,
      eviction: eviction, order: order, downloadLimit: part.number("downloads", default: 0),
      storageBudget: part.number("storage", default: 100) * Asset.sampleRemoteByteCount)
    holdsResults = part.settings["held"] != nil
  }

  package mutating func actions(after event: [String]) -> String {
    if let state = state(event[0]) { return state }
    var words: [String] = []
    for action in perform(event) { words.append(describe(action)) }
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func state(_ word: String) -> String? {
    switch word {
    case "idle": engine.isIdle ? "yes" : "no"
    case "images": "\(ledger.snapshot.total) bytes"
    case "memory":
      [
        ("cells", engine.memoryUse.cells), ("cache", engine.memoryUse.cache),
        ("ahead", engine.memoryUse.inFlight),
      ].filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    default: nil
    }
  }

  private mutating func perform(_ event: [String]) -> [RequestEngine.Action] {
    let names = Array(event.dropFirst())
    switch (event[0], names.first) {
    case ("request", let name?):
      requests += 1
      let delivery: DeliveryMode =
        names.contains("hq") ? .highQualityFormat : names.contains("fast") ? .fastFormat : .opportunistic
      return engine.request(
        ImageRequestID(rawValue: requests), of: asset(name), as: key(name),
        options: ImageRequestOptions(
          deliveryMode: delivery, isNetworkAccessAllowed: !names.contains("offline"),
          isStrict: names.contains("strict"), priority: priority(names.last ?? "") ?? .normal),
        stored: names.contains("stored") ? .exact : names.contains("other") ? .other : .none)
    case ("data", let name?):
      requests += 1
      return engine.request(
        ImageRequestID(rawValue: requests), of: asset(name), as: .original(of: asset(name)),
        options: ImageRequestOptions(isNetworkAccessAllowed: !names.contains("offline")))
    case ("found", let name?):
      let data = OriginalData(bytes: Data(), uniformTypeIdentifier: "public.jpeg", orientation: .up)
      return engine.finish(read(name), reading: .success(data))
    case ("missing", let name?):
      return engine.finish(read(name), reading: .failure(ImageError(asset: name, reason: "gone")))
    case ("high", let number?), ("normal", let number?), ("low", let number?):
      return engine.setPriority(priority(event[0]) ?? .normal, of: ImageRequestID(rawValue: Int(number) ?? 0))
    case ("cancel", let number?):
      return engine.cancel(ImageRequestID(rawValue: Int(number) ?? 0))
    case ("start", _):
      let isStored = names.contains("stored")
      let names = names.filter { $0 != "stored" }
      let areItems = names.allSatisfy { Int($0) != nil }
      return engine.startCaching(
        names.map {
          CachingRequest(
            asset($0), as: specification(names[0]), at: areItems ? Int($0) : nil,
            stored: isStored ? .exact : .none)
        })
    case ("stop", "all"): return engine.stopCachingAll()
    case ("stop", _): return engine.stopCaching(names.map(key))
    case ("ahead", _): return engine.readAhead(names.map(asset))
    case ("behind", _): return engine.stopReadingAhead(names.map { .original(of: asset($0)) })
    case ("window", _): return move(to: names)
    case ("order", _): return engine.stopCaching([], then: names.map(key))
    case ("free", _): return engine.freeDecoder()
    case ("let", "go"):
      held = []
      return []
    case ("gone", "original"):
      let error = ImageError(asset: names[1], reason: "gone", kind: .missing)
      return engine.finish(read(names[1]), reading: .failure(error))
    case ("finish", _), ("fail", _), ("gone", _), ("damage", _), ("empty", _), ("write", _):
      return finish(names.joined(separator: " "), event[0])
    case ("arrive", let name?): return download(name, .done, Asset.sampleRemoteByteCount)
    case ("torn", let name?): return download(name, .cancelled, Asset.sampleRemoteByteCount / 2)
    case ("lose", let name?):
      guard let job = downloads[name] else { preconditionFailure("no download of \(name)") }
      return download(name, .failed(DownloadError(url: job.url, cause: .status(404), tries: 1)), 0)
    case ("half", let name?):
      guard let job = downloads[name] else { preconditionFailure("no download of \(name)") }
      let bytes = Asset.sampleRemoteByteCount
      return engine.download(job, .progressed(byteCount: bytes / 2, expected: bytes))
    case ("show", _):
      return engine.show(names.map(key), around: names.first.flatMap { Int($0) } ?? 0)
    case ("quality", "off"): return engine.allowCachingHighQualityImages(false)
    case ("quality", "on"): return engine.allowCachingHighQualityImages(true)
    case ("pressure", "notice"): return engine.relieve(.notice)
    case ("pressure", "warning"): return engine.relieve(.warning)
    case ("pressure", "critical"): return engine.relieve(.critical)
    default: preconditionFailure("no such event: \(event)")
    }
  }

  private mutating func move(to words: [String]) -> [RequestEngine.Action] {
    var tier = CachingWindow.Tier.decoded
    var segments: [CachingWindow.Segment] = []
    var photos: [Int: CachingRequest] = [:]
    for word in words {
      guard let item = Int(word.filter(\.isNumber)) else {
        tier = word == "encoded" ? .encoded : word == "degraded" ? .degraded : .decoded
        continue
      }
      segments.append(CachingWindow.Segment(item..<item + 1, tier: tier))
      photos[item] = CachingRequest(asset(word), as: specification(word), at: item)
    }
    var actions: [RequestEngine.Action] = []
    _ = engine.move(
      ObjectIdentifier(ledger), to: CachingWindow(segments, anchor: 0), as: specification(words.last ?? ""),
      visibleItems: 0..<0, photos, &actions)
    return actions
  }

  /// Removes the job of which an event speaks.
  private static func take<Job>(_ name: String, from jobs: inout [String: Job]) -> Job {
    guard let job = jobs.removeValue(forKey: name) else {
      preconditionFailure("no job is '\(name)'; there are \(jobs.keys.sorted())")
    }
    return job
  }

  private mutating func read(_ name: String) -> DecodeJob { Self.take("original " + name, from: &running) }

  private mutating func download(
    _ name: String, _ ending: DownloadOutcome.Ending, _ byteCount: Int
  ) -> [RequestEngine.Action] {
    let job = Self.take(name, from: &downloads)
    var count = byteCount
    if case .head(let wanted) = job.goal { count = min(wanted, count) }
    let outcome = DownloadOutcome(
      ending: ending, byteCount: count, receivedBytes: count, tries: 1, seconds: 0.1)
    return engine.download(job, .ended(outcome))
  }

  private mutating func finish(_ name: String, _ how: String) -> [RequestEngine.Action] {
    let job = Self.take(name, from: &running)
    guard how != "fail", how != "gone" else {
      let error = ImageError(
        asset: job.asset.localIdentifier, reason: "broken", kind: how == "gone" ? .missing : .unreadable)
      return engine.finish(job, DecodeOutcome(result: .failure(error), seconds: 0.01))
    }
    let size = how == "empty" ? PixelSize(width: 0, height: 0) : Self.imageSize
    let image = DecodedImage(
      pixels: PixelBuffer(accounting: size, ledger: ledger), damage: how == "damage" ? "torn" : nil)
    return engine.finish(
      job, DecodeOutcome(result: .success(image), seconds: 0.01, tail: how == "write" ? DecodeTail() : nil))
  }

  private mutating func describe(_ action: RequestEngine.Action) -> String {
    switch action {
    case .start(let job):
      running[label(job)] = job
      return "begin \(label(job))"
    case .read(let job):
      running[label(job)] = job
      return "read \(job.asset.localIdentifier)"
    case .deliver(let response):
      if holdsResults, case .image(let image) = response.result { held.append(image) }
      return "\(response.requestID.rawValue):\(response.result.word)"
    case .observe(.evicted(let key, _)): return "evict \(label(key))"
    case .observe(.cancelledQueued(let job)): return "drop \(label(job))"
    case .observe(.cancelledRunning(let job)): return "doom \(label(job))"
    case .order(let order): return describe(order)
    case .readAhead(let asset): return "near \(asset.localIdentifier)"
    case .progress(let id, let fraction): return "\(id.rawValue):\(Int(fraction * 100))%"
    case .evict, .await, .observe: return ""
    }
  }

  private mutating func describe(_ order: OriginalOrder) -> String {
    func name(_ path: String) -> String { String(path.split(separator: "/").last?.dropLast(4) ?? "") }
    switch order.task {
    case .fetch(let job):
      downloads[name(job.path)] = job
      if case .head = job.goal { return "fetch head \(name(job.path))" }
      return "fetch \(name(job.path))"
    case .cancel(let job): return "halt \(name(job.path))"
    case .drop(let item): return "discard \(name(item.path))"
    }
  }
}
