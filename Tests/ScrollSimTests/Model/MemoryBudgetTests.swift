import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

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

  @Test func `is kept by every strategy in every order where the grid is laid out anew`() throws {
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
