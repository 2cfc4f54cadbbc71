import BenchReport
import Testing

struct MarkdownReportTests {
  @Test func `a result is a table with the best in bold, a recommendation and the machine`() {
    #expect(
      Document([Sample.fling]).markdown() == """
        ## fling · replay

        A thumb flings.

        | strategy | not sharp | blank | hit rate | time to sharp | decode p95 | image memory | scratch | peak resident | hitches | waste |
        | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        | none | 38.4 % | 38.4 % | 2.1 % | 540 ms | 31 ms | **12 MB** | 1 B | **61 MB** | 1.0 ms/s | **0.0 %** |
        | apple-sample | 12.1 % | 12.1 % | 51.2 % | 310 ms | **20 ms** | 38 MB | 1 B | 96 MB | 1.0 ms/s | 22.0 % |
        | screens | **3.1 %** | **3.1 %** | **87.4 %** | **120 ms** | **20 ms** | 98 MB | 1 B | 148 MB | 1.0 ms/s | 31.0 % |
        | settle | 29.0 % | 29.0 % | 31.0 % | – | **20 ms** | 60 MB | 1 B | 120 MB | 1.0 ms/s | 40.0 % |
        | keep-all (reference) | 0.2 % | 0.2 % | 99.0 % | 20 ms | 20 ms | 803 MB | 1 B | 912 MB | 1.0 ms/s | 0.0 % |
        | directional | **out of memory: the system refused memory for an image** |  |  |  |  |  |  |  |  |  |

        **Recommended: screens: while scrolling it leaves 3.1 % of the area not sharp, 3.1 % blank (next: apple-sample, 12.1 % and 12.1 %); its images need 98 MB of the 150 MB budget.**

        - A reference is there to compare with; it keeps to no budget, or knows the future.

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

  @Test func `a result without runs says so`() {
    #expect(Document([Sample.result(runs: [])]).markdown().contains("There are no runs."))
  }
}
