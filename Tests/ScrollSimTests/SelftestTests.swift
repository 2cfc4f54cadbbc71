import Testing

@testable import ScrollSim

struct SelftestTests {
  @Test func `a fault that no rule notices fails the selftest`() throws {
    var file = Selftest.Report(
      clean: [], faults: [.init(name: "a", about: "b", rule: .exact, findings: 0, found: nil)])
    #expect(file.text.contains("a: NOT CAUGHT") && file.text.hasSuffix("The gate does not hold.\n"))
    #expect(!file.holds)
    file.faults = []
    #expect(!file.holds, "nothing was planted")
  }
}
