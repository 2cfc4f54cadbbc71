import BenchReport
import Testing

struct TerminalReportTests {
  @Test func `a result is a table, a recommendation and what must be known`() {
    #expect(
      Document([Sample.fling]).terminal(colour: false, width: 200) == """
        fling · replay
        A thumb flings.

        ┌──────────────────────┬────────────┬─────────┬───────────┬────────────────┬─────────────┬───────────────┬──────────┬────────────────┬───────────┬─────────┐
        │ strategy             │ not sharp  │  blank  │ hit rate  │ time to sharp  │ decode p95  │ image memory  │ scratch  │ peak resident  │  hitches  │  waste  │
        ├──────────────────────┼────────────┼─────────┼───────────┼────────────────┼─────────────┼───────────────┼──────────┼────────────────┼───────────┼─────────┤
        │ none                 │    38.4 %  │ 38.4 %  │    2.1 %  │        540 ms  │      31 ms  │        12 MB* │     1 B  │         61 MB* │ 1.0 ms/s  │  0.0 %* │
        │ apple-sample         │    12.1 %  │ 12.1 %  │   51.2 %  │        310 ms  │      20 ms* │        38 MB  │     1 B  │         96 MB  │ 1.0 ms/s  │ 22.0 %  │
        │ screens              │     3.1 %* │  3.1 %* │   87.4 %* │        120 ms* │      20 ms* │        98 MB  │     1 B  │        148 MB  │ 1.0 ms/s  │ 31.0 %  │
        │ settle               │    29.0 %  │ 29.0 %  │   31.0 %  │             –  │      20 ms* │        60 MB  │     1 B  │        120 MB  │ 1.0 ms/s  │ 40.0 %  │
        │ keep-all (reference) │     0.2 %  │  0.2 %  │   99.0 %  │         20 ms  │      20 ms  │       803 MB  │     1 B  │        912 MB  │ 1.0 ms/s  │  0.0 %  │
        │ directional          │ out of memory: the system refused memory for an image                                                                             │
        └──────────────────────┴────────────┴─────────┴───────────┴────────────────┴─────────────┴───────────────┴──────────┴────────────────┴───────────┴─────────┘
        * best of its column

        Recommended: screens: while scrolling it leaves 3.1 % of the area not sharp, 3.1 % blank (next: apple-sample, 12.1 % and 12.1 %); its images need 98 MB of the 150 MB budget.

        A reference is there to compare with; it keeps to no budget, or knows the future.

        Not measured:
        fling/directional/released/fast/opportunistic/lru/urgency/0: out of memory: the system refused memory for an image.

        """)
  }

  @Test func `a narrow terminal gets the columns that matter most and is told of the others`() {
    #expect(
      Document([Sample.fling]).terminal(colour: false, width: 62) == """
        fling · replay
        A thumb flings.

        ┌──────────────────────┬────────────┬───────────────┐
        │ strategy             │ not sharp  │ image memory  │
        ├──────────────────────┼────────────┼───────────────┤
        │ none                 │    38.4 %  │        12 MB* │
        │ apple-sample         │    12.1 %  │        38 MB  │
        │ screens              │     3.1 %* │        98 MB  │
        │ settle               │    29.0 %  │        60 MB  │
        │ keep-all (reference) │     0.2 %  │       803 MB  │
        │ directional          │ out of memory: the system… │
        └──────────────────────┴────────────┴───────────────┘
        * best of its column
        Left out for want of width: blank, hit rate, time to sharp,
        decode p95, scratch, peak resident, hitches, waste.

        Recommended: screens: while scrolling it leaves 3.1 % of the
        area not sharp, 3.1 % blank (next: apple-sample, 12.1 % and
        12.1 %); its images need 98 MB of the 150 MB budget.

        A reference is there to compare with; it keeps to no budget,
        or knows the future.

        Not measured:
        fling/directional/released/fast/opportunistic/lru/urgency/0:
        out of memory: the system refused memory for an image.

        """)
  }

  @Test(arguments: [1, 20, 60, 80, 120])
  func `no width is too small`(width: Int) {
    let text = Document([Sample.fling]).terminal(colour: false, width: width)
    let table = text.split(separator: "\n").filter { $0.hasPrefix("│") }
    #expect(Set(table.map(\.count)).count == 1)
    if width >= 60 { #expect(table.allSatisfy { $0.count <= width }) }
  }

  @Test func `colours change nothing but colours`() throws {
    let coloured = Document([Sample.fling]).terminal(colour: true, width: 80)
    #expect(coloured.contains("\u{1B}[1;32m"))
    let escape = try Regex("\u{1B}\\[[0-9;]*m")
    #expect(
      coloured.replacing(escape, with: "") == Document([Sample.fling]).terminal(colour: false, width: 80))
  }

  @Test func `a result without runs says so`() {
    #expect(
      Document([Sample.result(runs: [])]).terminal(colour: false, width: 80) == """
        fling · replay
        A thumb flings.

        There are no runs.

        """)
  }

  @Test func `broken limits stand below the table`() {
    let result = Sample.result(
      limits: ["cacheHitRate": .number(0.8)], runs: [Sample.run("none", hit: 0.1)])
    #expect(
      Document([result]).terminal(colour: false, width: 200).hasSuffix(
        """

        Limits broken:
        fling/none/released/fast/opportunistic/lru/urgency/0: cacheHitRate is 10 %, but the scenario asks for at least 80 %.

        """))
  }

  @Test func `names cannot steer the terminal`() {
    let text = Document([Sample.hostile]).terminal(colour: false, width: 10_000)
    #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control || $0 == "\n" })
  }
}
