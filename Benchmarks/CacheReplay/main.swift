// CacheReplay requests SCENARIO FILE: writes what the cells of a scenario's grid ask for, for cache simulators.
// CacheReplay replay FILE BYTES POLICY: replays such a file through the image manager's cache, and says how many requests missed.
internal import Foundation
internal import GalleryKit
internal import ScrollSim

func requests(of path: String, to file: String) throws {
  var scenario = try ScenarioFile.read(path: path)
  scenario.compare.axes[.cells] = [CellLifecycle.released.rawValue]
  scenario.compare.axes[.resizeMode] = scenario.compare.axes[.resizeMode].map { Array($0.prefix(1)) }
  let assets = try ModelPhotos.prepare(scenario.library, seed: scenario.seed) { _ in }.assets
  try RequestTrace(of: scenario, over: assets).oracleGeneral.write(to: URL(fileURLWithPath: file))
}

func replay(_ path: String, byteLimit: Int, eviction: any EvictionPolicy.Type) throws {
  let clock = ContinuousClock()
  let start = clock.now
  let outcome = try CacheReplay(byteLimit: byteLimit, eviction: eviction).run(path: path)
  print(
    """
    requests \(outcome.requests)
    misses \(outcome.misses)
    evictions \(outcome.evictions)
    seconds \(start.duration(to: clock.now) / .seconds(1))
    """)
}

let words = Array(CommandLine.arguments.dropFirst())
if words.count == 3, words[0] == "requests" {
  try requests(of: words[1], to: words[2])
} else if words.count == 4, words[0] == "replay", let bytes = Int(words[2]),
  let policy = EvictionPolicies.named(words[3])
{
  try replay(words[1], byteLimit: bytes, eviction: policy)
} else {
  FileHandle.standardError.write(
    Data("expected 'requests SCENARIO FILE' or 'replay FILE BYTES POLICY', found \(words)\n".utf8))
  exit(64)
}
