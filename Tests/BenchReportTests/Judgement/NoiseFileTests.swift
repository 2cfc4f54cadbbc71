import BenchReport
import TestSupport
import Testing

struct NoiseFileTests {
  /// Ten iterations whose decode time scatters by up to `spread` to either side.
  private func noise(spread: Double) throws -> NoiseFile {
    var shuffler = Shuffler(seed: 9)
    let runs = (0..<10).map { iteration in
      var run = Sample.run("screens", iteration: iteration)
      run.distributions["decodeMs"] = Distribution(of: [100 * (1 + spread * (2 * shuffler.unit() - 1))])
      run.distributions = run.distributions.filter { $0.key == "decodeMs" }
      run.metrics = ["redecodes": 0, "decodes": 500, "duplicateDecodes": 0]
      return run
    }
    return NoiseFile(Sample.result(runs: runs), using: &shuffler)
  }

  private func metric(_ name: String, in file: NoiseFile) throws -> NoiseFile.Metric {
    try #require(file.metrics.first { $0.metric == name })
  }

  @Test func `the noisier a metric, the larger a change must be to show`() throws {
    let quiet = try metric("decodeMs.p50", in: noise(spread: 0.01))
    let loud = try metric("decodeMs.p50", in: noise(spread: 0.2))
    #expect(quiet.count == 10)
    #expect(try #require(quiet.spread) < 0.02)
    // A tenth is the threshold of times, and just a tenth does not pass it.
    #expect(quiet.smallestChange == 0.12)
    #expect(try #require(loud.smallestChange) >= 0.3)
    #expect(loud.least < loud.median && loud.median < loud.greatest)
  }

  @Test func `of nothing no change can be seen`() throws {
    let none = try metric("redecodes", in: noise(spread: 0.01))
    #expect(none.spread == nil)
    #expect(none.smallestChange == nil)
  }

  @Test func `the table has every metric that the gate compares`() throws {
    let file = try noise(spread: 0.01)
    let text = Document(file).markdown()
    #expect(file.repeats == 10)
    #expect(file.metrics.map(\.metric) == ["decodeMs.p50", "decodeMs.p95", "decodes", "redecodes"])
    #expect(text.contains("| decodeMs.p50 |"))
    #expect(text.contains("| +12 % |"))
    #expect(!text.contains("duplicateDecodes"))
  }
}
