import TestSupport
import Testing

@testable import ScrollSim

struct SelftestTests {
  // `scripts/gate` has the optimised program do the same in `make check`.
  @Test(.enabled(if: LongTests.areWanted, Comment(rawValue: LongTests.skipReason)))
  func `every planted fault is caught by the rule that is meant for it, and nothing else is`() throws {
    let file = try Selftest(scenario: nil, provenance: SmallSearch.provenance).run { _ in }
    #expect(file.clean == [])
    #expect(file.faults.map(\.name) == PlantedFault.allCases.map(\.rawValue))
    for fault in file.faults { #expect(fault.found?.rule == fault.rule, "\(fault.name)") }
    #expect(file.holds)
  }

  @Test func `a fault that no rule notices fails the selftest`() throws {
    var file = Selftest.Report(
      clean: [], faults: [.init(name: "a", about: "b", rule: .exact, findings: 0, found: nil)])
    #expect(file.text.contains("a: NOT CAUGHT") && file.text.hasSuffix("The gate does not hold.\n"))
    #expect(!file.holds)
    file.faults = []
    #expect(!file.holds, "nothing was planted")
  }

  @Test func `a scenario without laps is refused`() throws {
    let scenario = try ScenarioFile.read(path: Shipped.path("fling"))
    let error = #expect(throws: ScenarioError.self) {
      try Selftest(scenario: scenario, provenance: SmallSearch.provenance)
    }
    #expect(error?.description.contains("at least 14 laps, found 0") == true)
  }
}
