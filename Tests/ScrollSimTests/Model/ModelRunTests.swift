import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `A model run` {
  @Test func `varies with the seed, and only in what costs decide`() throws {
    let costs = try CostTables.named("epyc-2core")
    let run = try Scenario.model("fling", "apple-sample").firstRun()
    let runs = try (1...3).map { try run.model(costs: TableCosts(costs, seed: $0), baseBytes: 0) }
    #expect(Set(runs.map { $0.metrics["appearances"] }).count == 1)
    #expect(Set(runs.map { $0.distributions["decodeMs"] }).count == 3)
  }

  @Test func `along a grid that scrolls sideways is the same as down one that stands`() throws {
    var scenario = try Scenario.model("settle")
    let down = try scenario.modelResult(findsBounds: true)
    scenario.screen = .init(
      width: scenario.screen.height, height: scenario.screen.width, scale: scenario.screen.scale,
      refreshRate: scenario.screen.refreshRate)
    scenario.grid.axis = .horizontal
    let along = try scenario.modelResult(findsBounds: true)
    #expect(along.runs == down.runs && along.bounds == down.bounds)
    #expect(down.scenario.axis == nil && along.scenario.axis == .horizontal)
  }

  @Test func `over sections below headers shows fewer photos at a time, and stays within its bounds`() throws
  {
    var scenario = try Scenario.model("fling")
    let whole = try scenario.modelResult()
    scenario.grid.sections = .init(photos: [5, 60, 17], header: 48)
    let sectioned = try scenario.modelResult(findsBounds: true)
    #expect(sectioned.scenario.sections == GridLayout.Sections(photos: [5, 60, 17], header: 48))
    for (one, other) in zip(sectioned.runs, whole.runs) {
      #expect(try #require(one.figure("appearances")) < #require(other.figure("appearances")))
      #expect(try #require(one.figure("avoidableBlankRatio")) >= 0)
    }
  }

  @Test func `over cells in their photos' shapes says which they are, and stays within its bounds`() throws {
    var scenario = try Scenario.model("fling")
    scenario.grid.cells = .justified
    let photos = try scenario.modelLibrary().assets
    let result = try scenario.modelResult(findsBounds: true)
    let ratios = photos.aspectRatios
    #expect(result.scenario.aspectRatios == ratios.list && Set(ratios.list).count > 1)
    #expect(ratios.count == photos.count && ratios.list.count <= 48)
    #expect(result.runs.allSatisfy { $0.status == .completed })
    for run in result.runs {
      #expect(try #require(run.figure("avoidableBlankRatio")) >= 0, "\(run.id)")
      #expect(try #require(run.figure("notSharpAreaRatio")) <= 1, "\(run.id)")
    }
    // The same rows whichever way the scenario meets its photos.
    let laidOut = scenario.over(photos)
    #expect(scenario.overPhotos(photos.count) == nil, "a number gives no shapes")
    #expect(laidOut.layout.aspectRatios == ratios)
    let remote = StageAssets.remote(photos, RemoteShare(share: 1, seed: 1, location: .model))
    #expect(scenario.over(remote).layout == laidOut.layout)
    let screen = try #require(ScreenGrid(result.scenario, photos: photos.count))
    for offset in [0, 1234.5, 20_000, laidOut.layout.maximumOffset(itemCount: photos.count)] {
      let items = laidOut.layout.items(
        from: offset, to: offset + laidOut.layout.screenful, itemCount: photos.count)
      #expect(screen.cells(at: offset).map(\.item) == Array(items))
      let cells = laidOut.layout.cells(at: offset, itemCount: photos.count)
      #expect(screen.cells(at: offset) == cells, "to the last bit")
    }
  }

  @Test func `begins when its set-up is done, as with a long recording, and is not late because of it`()
    throws
  {
    let run = try Scenario.model("fling", "screens").firstRun()
    func log(setUp seconds: Double) throws -> RunLog {
      let clock = ModelClock()
      defer { clock.stop() }
      let (model, world) = try run.modelled(costs: EqualCosts(), baseBytes: 0, on: clock)
      clock.sleep(until: seconds)
      return try model.log(in: world)
    }
    let (quick, slow) = (try log(setUp: 0), try log(setUp: 0.25))
    #expect(slow.frames.allSatisfy { $0.overrunMs < 0 })
    #expect(slow.frames.map(\.imageBytes) == quick.frames.map(\.imageBytes))
    #expect(quick.waits.isEmpty && slow.waits.map(\.frame) == [0] && slow.waits[0].shift == 0.25)
  }

  @Test func `that the device would kill says when`() throws {
    var scenario = try Scenario.model("fling")
    scenario.device.memoryLimitBytes = 120_000_000
    let result = try scenario.modelResult()
    let all = try #require(result.runs.first { $0.combination.strategy == "keep-all" })
    #expect(all.status == .outOfMemory && all.failure?.hasPrefix("killed at ") == true)
    #expect(result.runs.first { $0.combination.strategy == "none" }?.status == .completed)
  }

  @Test func `is warned before it is killed, and a window that shrinks lets it live on`() throws {
    var scenario = try Scenario.model("fling")
    scenario.device.memoryLimitBytes = 140_000_000
    scenario.compare.axes[.order] = ["fifo"]
    let result = try scenario.modelResult()
    // Windows shrink under pressure: with memory for all they want, screenfuls take 106 MB.
    for strategy in ["directional", "screens"] {
      let run = try #require(result.runs.first { $0.combination.strategy == strategy })
      #expect(run.status == .completed, "\(strategy)")
      #expect((run.figure("peakImageBytes") ?? .infinity) < 90_000_000, "\(strategy)")
    }
  }

  @Test func `over millions of photos computes them as it goes`() throws {
    var scenario = try Scenario.model("fling", "directional")
    scenario.library = .synthetic(SyntheticSource(photos: 10_000_000, distinct: 48))
    let result = try scenario.modelResult()
    #expect(result.library.photos == 10_000_000 && result.runs.map(\.status) == [.completed])
  }

  @Test func `needs no photo's file, but the table must know its format`() throws {
    var table = try CostTables.named("epyc-2core")
    table.images.removeAll { $0.format == .png }
    let record = try Scenario.model("fling").firstRun().model(costs: TableCosts(table, seed: 1), baseBytes: 0)
    #expect(record.metrics["failedAppearances"] == 0)
    #expect(record.warnings.contains { $0.contains("the cost table has no png images") })
  }
}

/// Invariants of the memory of every strategy in every order with every kind of cells.
@Suite struct `The memory budget` {
  @Test(arguments: CellLifecycle.allCases)
  func `is kept by cache and work in flight, whatever cells hold`(lifecycle: CellLifecycle) throws {
    var most = 0.0
    for (place, type) in ComparedStrategies.all.enumerated() where type.descriptor.keepsToBudget {
      for (index, order) in RequestOrder.all.enumerated() {
        var random = try RandomScenario(seed: UInt64(place * 10 + index))
        random.scenario.compare.axes[.cells] = [lifecycle.rawValue]
        random.scenario.compare.axes[.order] = [order.name]
        // From less than a screenful to a few.
        random.scenario.device.memoryBudgetBytes = 2_000_000 << random.scenario.seed % 5
        let memory = try random.log(under: type.descriptor.name).memory
        #expect(memory.budgetExcess == 0, "\(type.descriptor.name), \(order.name)")
        #expect(memory.leftoverImage == 0)
        most = max(most, Double(memory.peakImage) / Double(random.scenario.device.memoryBudgetBytes))
      }
    }
    #expect(most > 1, "cells alone are over the budget in some")
  }

  @Test func `is kept by every strategy in every order when the layout changes`() throws {
    for (place, type) in ComparedStrategies.all.enumerated() where type.descriptor.keepsToBudget {
      // One order for each strategy, all in `make check-all`.
      for (index, order) in RequestOrder.all.enumerated()
      where LongTests.areWanted || index == place % RequestOrder.all.count {
        var random = try RandomScenario(seed: UInt64(4000 + place * 10 + index), laysOut: true)
        random.scenario.compare.axes[.order] = [order.name]
        let log = try random.log(under: type.descriptor.name)
        #expect(log.memory.budgetExcess == 0 && log.memory.leftoverImage == 0, "\(type.descriptor.name)")
        for case .shown(let view) in log.entries.map(\.event) {
          let (state, window) = (view.state, view.window)
          #expect(window.span.upperBound <= state.itemCount, "\(type.descriptor.name), \(order.name)")
          // Some strategies want no more than the budget has room for. Apple's sample stops a row at the edge of the area that it
          // lets go, which is on screen where a cell is taller than half the screen.
          if type.descriptor.covers == .always, state.decoding.capacity >= state.visibleItems.count,
            state.layout.side <= state.screenful / 2
          {
            #expect(
              state.visibleItems.allSatisfy { window.contains($0) },
              "\(type.descriptor.name), \(order.name), seed \(random.scenario.seed): \(state)")
          }
        }
        let again = try random.log(under: type.descriptor.name)
        #expect(again.entries.map(\.time) == log.entries.map(\.time), "a run is the same every time")
      }
    }
  }
}
