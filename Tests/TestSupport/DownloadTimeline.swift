internal import Foundation
package import GalleryKit

/// Plays event diagrams on an ``OriginalDownload``: events on the left, the resulting actions on the right.
///
///     start                  | get
///     answer 200 of 1000 v1  | restart
///     bytes 400              |
///     lost cut               | wake 0.5
///     wake                   | get 400- if v1
///
/// Events: `start`, `answer STATUS [from BYTE] [of TOTAL] [VERSION] [after SECONDS] [as ENCODING]`, `bytes N`, `end`, `lost
/// refused|timedOut|cut`, `wake`, `full`, `cancel`, `at SECONDS`, which moves the clock. A version is an entity tag without its
/// quotes.
///
/// Actions: `get RANGE [if VERSION]`, `hangup`, `restart`, `wake SECONDS` (from now on), and one of `done`, `cancelled`,
/// `failed(CAUSE)`; reports are left out. Waits are not spread.
///
/// Two words are not events, but ask for a state: `tries`, and `stored`, in bytes.
package struct DownloadTimeline: EventTimeline {
  /// Does not spread anything.
  private struct Zero: RandomNumberGenerator {
    mutating func next() -> UInt64 { 0 }
  }

  package private(set) var download: OriginalDownload
  private var now = 0.0

  package static let settings: Set<String> = [
    "stored", "of", "total", "limit", "head", "failures", "longest",
  ]

  /// Makes a timeline whose settings are `stored` bytes `of` a version with a `total`, a `limit` in bytes, the bytes of a `head`
  /// that is wanted alone, the `failures` that end it, and the `longest` wait in seconds.
  package init(_ part: Story.Part = Story.Part()) {
    let head = part.number("head", default: 0)
    let usual = RetryPolicy()
    let known = OriginalVersion(
      entityTag: part.settings["of"].map { "\"\($0)\"" },
      byteCount: part.settings["total"].map { _ in part.number("total", default: 0) })
    download = OriginalDownload(
      url: URL(fileURLWithPath: "/original"), goal: head > 0 ? .head(byteCount: head) : .whole,
      byteCount: part.number("stored", default: 0), version: known,
      byteLimit: part.number("limit", default: 1_000_000),
      policy: RetryPolicy(
        failureLimit: part.number("failures", default: usual.failureLimit),
        longestDelay: Double(part.number("longest", default: Int(usual.longestDelay)))),
      random: Zero())
  }

  package mutating func actions(after event: [String]) -> String {
    if let state = state(event[0]) { return state }
    return perform(event).compactMap(describe).joined(separator: " ")
  }

  private func state(_ word: String) -> String? {
    switch word {
    case "tries": "\(download.tries)"
    case "stored": "\(download.byteCount)"
    default: nil
    }
  }

  private mutating func perform(_ event: [String]) -> [OriginalDownload.Action] {
    let number = event.count > 1 ? Double(event[1]) ?? 0 : 0
    switch event[0] {
    case "at":
      now = number
      return []
    case "start": return download.start(at: now)
    case "answer": return download.answered(Self.answer(Array(event.dropFirst())), at: now)
    case "bytes": return download.received(Int(number), at: now)
    case "end": return download.ended(at: now)
    case "lost":
      let loss: ConnectionLoss =
        switch event[1] {
        case "refused": .refused
        case "timedOut": .timedOut
        default: .cut
        }
      return download.lost(loss, at: now)
    case "wake":
      if case .backingOff(let time) = download.state { now = time }
      return download.wake(at: now)
    case "full": return download.storageFailed("disk full", at: now)
    case "cancel": return download.cancel(at: now)
    default: preconditionFailure("no such event: \(event)")
    }
  }

  private func describe(_ action: OriginalDownload.Action) -> String? {
    switch action {
    case .connect(let request):
      let range = request.range.map { " " + $0.dropFirst(6) } ?? ""
      let condition = request.condition.map { " if " + $0.filter { $0 != "\"" } } ?? ""
      return "get\(range)\(condition)"
    case .disconnect: return "hangup"
    case .restart: return "restart"
    case .wake(let time): return "wake \(time - now)"
    case .report: return nil
    case .end(let outcome):
      if case .failed(let error) = outcome.ending { return "failed(\(Self.word(error.cause)))" }
      return "\(outcome.ending)"
    }
  }

  private static func answer(_ words: [String]) -> OriginAnswer {
    var answer = OriginAnswer(status: Int(words[0]) ?? 0)
    var version = OriginalVersion()
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "from": answer.first = rest.popFirst().flatMap { Int($0) }
      case "of": version.byteCount = rest.popFirst().flatMap { Int($0) }
      case "after": answer.retryAfter = rest.popFirst().flatMap { Double($0) }
      case "as": answer.encoding = rest.popFirst()
      default: version.entityTag = "\"\(word)\""
      }
    }
    answer.version = version
    return answer
  }

  private static func word(_ cause: DownloadError.Cause) -> String {
    switch cause {
    case .status(let status): "\(status)"
    case .connection(let loss): "\(loss)"
    case .tooLarge: "tooLarge"
    case .malformed: "malformed"
    case .storage: "storage"
    }
  }
}
