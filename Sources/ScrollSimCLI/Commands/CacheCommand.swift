internal import ArgumentParser
internal import BenchReport
internal import GalleryKit
internal import ScrollSim

/// `scrollsim cache`: the image cache alone.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Replays a cache-only trace through the image manager's cache.",
    discussion: """
      Reads libCacheSim's oracleGeneral format: records of 24 bytes (time, object, size, next request). Says how many \
      requests missed, and how many were replayed in a second.
      """)

  @Argument(help: "A trace.", transform: Choice.path)
  var trace: String

  @Option(help: "The cache's size, such as '150 MB'.", transform: Choice.bytes)
  var size = 150_000_000

  @Option(help: "The eviction policy: \(Self.policies).")
  var eviction = LRUEviction.name

  private static let policies = EvictionPolicies.all.map { $0.name }.joined(separator: ", ")

  func run() throws {
    guard let policy = EvictionPolicies.named(eviction) else {
      throw ValidationError("--eviction: expected \(Self.policies), found '\(eviction)'")
    }
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = try Exit.onFailure { try CacheReplay(byteLimit: size, eviction: policy).run(path: trace) }
    let seconds = start.duration(to: clock.now) / .seconds(1)
    try Terminal.write(
      """
      requests   \(outcome.requests)
      misses     \(outcome.misses) (\(Double(outcome.misses * 1_000_000 / outcome.requests) / 10_000) %)
      evictions  \(outcome.evictions)
      seconds    \(seconds.rounded(toPlaces: 3))
      a second   \(Int(Double(outcome.requests) / seconds)) requests

      """)
  }
}
