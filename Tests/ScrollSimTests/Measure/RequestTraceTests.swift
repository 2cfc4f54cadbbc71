import BenchReport
import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `The requests of a grid's cells` {
  private func scenario(_ cells: CellLifecycle = .released) throws -> Scenario {
    var scenario = try Scenario.model("growth")
    scenario.compare.axes[.cells] = [cells.rawValue]
    scenario.compare.axes[.resizeMode] = ["fast"]
    return scenario
  }

  @Test func `are as many as appearances where cells let go, and one for each photo where they do not`()
    throws
  {
    let released = try scenario()
    let assets = try released.modelLibrary().assets
    var run = StageRun(scenario: released.over(assets), run: released.runs[0], assets: assets)
    run.explains = false
    let appearances = try run.model(costs: EqualCosts(), baseBytes: 0).metrics["appearances"] ?? nil
    let trace = try RequestTrace(of: released, over: assets)
    #expect(Double(trace.requests.count) == appearances)

    let retained = try RequestTrace(of: scenario(.retained), over: assets)
    #expect(retained.requests.count == Set(retained.requests.map(\.object)).count)
    #expect(retained.requests.count < trace.requests.count)
  }

  @Test func `number objects as they come, and run forwards in time`() throws {
    let scenario = try scenario()
    let requests = try RequestTrace(of: scenario, over: scenario.modelLibrary().assets).requests
    var highest: UInt64 = 0
    for request in requests {
      #expect(request.object <= highest + 1)
      highest = max(highest, request.object)
      #expect(request.byteCount > 0)
    }
    #expect(requests.map(\.seconds) == requests.map(\.seconds).sorted())
  }

  @Test func `are the same whatever the strategy and the costs`() throws {
    var scenario = try scenario()
    let assets = try scenario.modelLibrary().assets
    let first = try RequestTrace(of: scenario, over: assets)
    scenario.compare.strategies = [StrategySpec(name: "keep-all")]
    scenario.device.memoryLimitBytes = 1
    #expect(try RequestTrace(of: scenario, over: assets) == first)
  }

  @Test func `name in each record the place of the object's next request, and replay in a cache`() throws {
    let scenario = try scenario()
    let trace = try RequestTrace(of: scenario, over: scenario.modelLibrary().assets)
    let bytes = trace.oracleGeneral
    #expect(bytes.count == trace.requests.count * 24)
    for (index, request) in trace.requests.enumerated() {
      let next = trace.requests[(index + 1)...].firstIndex { $0.object == request.object }
      let field = bytes[(index * 24 + 16)..<(index * 24 + 24)].enumerated()
        .reduce(UInt64(0)) { $0 | UInt64($1.element) << (8 * UInt64($1.offset)) }
      #expect(Int64(bitPattern: field) == Int64(next.map { $0 + 1 } ?? -1))
    }
    let folder = try TemporaryFolder()
    try bytes.write(to: URL(fileURLWithPath: folder.file("requests.bin")))
    let all = try CacheReplay(byteLimit: .max, eviction: LRUEviction.self).run(
      path: folder.file("requests.bin"))
    #expect(all.requests == trace.requests.count)
    #expect(all.misses == Set(trace.requests.map(\.object)).count)
  }

  @Test func `cannot be told where cells may ask in more than one way`() throws {
    var scenario = try scenario()
    scenario.compare.axes[.resizeMode] = ["fast", "exact"]
    let assets = try scenario.modelLibrary().assets
    let error = #expect(throws: RequestTraceError.self) { try RequestTrace(of: scenario, over: assets) }
    #expect(error?.description.contains("--cells and --resize-mode") == true)
  }
}
