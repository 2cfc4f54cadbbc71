import BenchReport
import GalleryKit
import Testing

@testable import ScrollSim

@Suite struct `Models of libraries` {
  private func scenario(_ libraries: String...) throws -> Scenario {
    var scenario = try ScenarioFile.read(path: Shipped.path("libraries"))
    scenario.compare.libraries = libraries
    return scenario
  }

  @Test(arguments: LibraryModels.all.map(\.name))
  func `choose among what there is, and say where it was read`(name: String) throws {
    let library = try #require(LibraryModels.named(name))
    let descriptor = try #require(ComparedStrategies.named(library.strategy.name)?.descriptor)
    for (parameter, value) in library.strategy.parameters {
      #expect(descriptor.parameters.first { $0.name == parameter }?.range.contains(value) == true)
    }
    for (axis, word) in library.choices {
      #expect(axis == .order ? ComparedOrders.named(word) != nil : axis.words.contains(word))
    }
    #expect(Set(library.choices.keys).isSuperset(of: [.cells, .deliveryMode, .eviction, .order]))
    #expect(!library.sources.isEmpty && !library.leavesOut.isEmpty)
  }

  @Test func `keep to their own choices, and leave the others to the scenario`() throws {
    var scenario = try scenario("nuke")
    scenario.compare.axes[.cells] = ["released", "retained"]
    scenario.compare.axes[.resizeMode] = ["fast", "exact"]
    let runs = scenario.runs.filter { $0.combination.library == "nuke" }
    #expect(runs.map { $0.combination[.resizeMode] } == ["fast", "exact"])
    #expect(runs.allSatisfy { $0.combination[.cells] == "reused" && $0.combination[.order] == "fifo" })
    #expect(runs.allSatisfy { $0.combination.isReference })
    #expect(runs[0].id(scenario: "x") == "x/nuke/reused/fast/highQualityFormat/clock/fifo/0")
  }

  @Test func `are tried in other orders, and do the rest as they do`() throws {
    var scenario = try scenario("nuke", "coil")
    scenario.compare.libraryOrders = ["fifo", "urgency"]
    let tried = scenario.runs.filter { $0.combination.library != nil }.map(\.combination)
    #expect(tried.map(\.name) == ["nuke", "nuke", "coil", "coil"])
    #expect(tried.map { $0[.order] } == ["fifo", "urgency", "fifo", "urgency"])
    #expect(tried.allSatisfy { $0.isReference })
    #expect(Set(tried.prefix(2).map { $0[.eviction] }) == ["clock"])
    let text = Document([try scenario.modelResult()]).markdown()
    #expect(text.contains("| nuke (model) | urgency |"), "\(text)")
  }

  @Test func `take of the device what the library takes, and no more than there is`() throws {
    var scenario = try scenario()
    scenario.device.decodeWorkers = 8
    #expect(scenario.used(by: "nuke").device.decodeWorkers == 2)
    #expect(scenario.used(by: "texture").device == scenario.device)
    #expect(scenario.used(by: "glide").device.memoryBudgetBytes == 3 * 390 * 844 * 9 * 4)
    scenario.device.decodeWorkers = 1
    scenario.device.memoryBudgetBytes = 1_000_000
    #expect(scenario.used(by: "nuke").device == scenario.device)
    #expect(scenario.used(by: nil).device == scenario.device)
  }

  @Test func `are compared with the bounds of the whole device, and keep to their own cache`() throws {
    var scenario = try scenario("coil", "nuke")
    scenario.compare.strategies = [StrategySpec(name: "bank")]
    let result = try scenario.modelResult(findsBounds: true)
    #expect(result.runs.map(\.combination.name) == ["bank", "coil", "nuke"])
    for run in result.runs {
      let share = try #require(run.metrics["shareOfPossible"] ?? nil)
      #expect(share <= 1)
      #expect(run.figure("budgetExcessBytes") == 0)
    }
    // Gains are judged against nothing ahead, first in first out, on the same device.
    #expect(result.runs[1].metrics["shareOfPossible"] == 0)
    #expect(try #require(result.runs[1].figure("peakImageBytes")) < 256e6 / 4)
    #expect(Recommendation(result).combination?.name == "bank")
    let text = Document([result]).markdown()
    #expect(text.contains("| nuke (model) |"))
    #expect(text.contains("does not measure its code"))
  }
}
