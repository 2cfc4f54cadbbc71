import BenchReport
import Testing

struct MarkdownReportTests {
  @Test func `a result is a table with the best in bold, a recommendation and the machine`() {
    #expect(
      Document([Sample.fling]).markdown() == """
        ## fling · replay

        A thumb flings.

        | strategy | hit rate | blank area | to bound | settle | decode p95 | peak resident | image memory | waste |
        | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        | none | 2.1 % | 38.4 % | +38.2 pp | 540 ms | 31 ms | **61 MB** | **12 MB** | **0.0 %** |
        | apple-sample | 51.2 % | 12.1 % | +11.9 pp | 310 ms | **20 ms** | 96 MB | 38 MB | 22.0 % |
        | screens | **87.4 %** | **3.1 %** | **+2.9 pp** | **120 ms** | **20 ms** | 148 MB | 98 MB | 31.0 % |
        | settle | 31.0 % | 29.0 % | +28.8 pp | – | **20 ms** | 120 MB | 60 MB | 40.0 % |
        | unbounded (bound) | 99.0 % | 0.2 % | ±0.0 pp | 20 ms | 20 ms | 912 MB | 803 MB | 0.0 % |
        | directional | **out of memory: the system refused memory for an image** |  |  |  |  |  |  |  |

        **Recommended: screens, which leaves the least area blank, 3.1 % (next: apple-sample, 12.1 %), of the 4 that fit; its images need 98 MB of the 150 MB budget.**

        - A bound is there to compare with; it keeps to no budget, or knows the future.

        **Not measured:**

        - fling/directional/released/fast/opportunistic/lru/0: out of memory: the system refused memory for an image.

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
