import Testing

@testable import BenchReport
@testable import ScrollSim

struct MarkdownReportTests {
  @Test func `a result is a table with the best in bold, a recommendation and the machine`() {
    #expect(
      Document([Sample.fling]).markdown() == """
        ## fling · replay

        A thumb flings.

        | strategy | blank | not sharp | image memory | time to sharp |
        | --- | ---: | ---: | ---: | ---: |
        | **screens** | **3.1 %** | **3.1 %** | 98 MB | **120 ms** |
        | apple-sample | 12.1 % | 12.1 % | 38 MB | 310 ms |
        | settle | 29.0 % | 29.0 % | 60 MB | – |
        | none | 38.4 % | 38.4 % | **12 MB** | 540 ms |
        | directional | **out of memory: the system refused memory for an image** |  |  |  |
        | keep-all (ref.) | 0.2 % | 0.2 % | 803 MB | 20 ms |

        **Recommended: screens: while scrolling it leaves 3.1 % of the area not sharp, 3.1 % blank (next: apple-sample, 12.1 % and 12.1 %); its images need 98 MB of the 150 MB budget.**

        - A reference (ref.) is for comparison: it keeps to no budget, or knows the future.

        **Not measured:**

        - fling/directional/released/fast/opportunistic/lru/urgency/0: out of memory: the system refused memory for an image.

        Measured with:

        - Photos: 5,000 over 48 files of 210 MB
        - Screen: 390 × 844 pt at 3× and 60 Hz, 3 columns
        - Trace: 24.40 s
        - Device: 2 decode threads, 150 MB for images
        - Machine: Test CPU, 2 cores, 8.00 GB, Debian 12
        - Program: 0123456789ab, release build by Swift 6.3, libjpeg-turbo 2.1.5, libpng 1.6.39
        - Started: 2026-01-02T03:04:05Z

        """)
  }

  @Test func `names are text, not markup`() {
    let text = Document([Sample.hostile]).markdown()
    #expect(!text.contains("<"))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
    let cells = rows.map { $0.replacing("\\|", with: "").split(separator: "|").count }
    #expect(rows.count == 5)
    #expect(Set(cells).count == 1)
  }

  @Test func `a bar with an accent ends no cell`() {
    let expected: [Unicode.Scalar] = ["a", "\\", "|", "\u{301}"]
    #expect(Array("a|\u{301}".markdown.unicodeScalars) == expected)
  }

  @Test func `results of one scenario and mode are told apart by the times at which they were made`() {
    var later = Sample.fling
    later.provenance.startedAt = "2026-01-03T03:04:05Z"
    let lines = Document([Sample.fling, later, Sample.lapped]).markdown().split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("## ") } == [
        "## fling · replay · 2026-01-02T03:04:05Z", "## fling · replay · 2026-01-03T03:04:05Z",
        "## laps · replay",
      ])
  }
}
