import GalleryKit
import Testing

@testable import BenchReport
@testable import ScrollSim

/// Exact or fast, a choice of its own.
@Suite struct `The resize mode` {
  private func run(_ strategy: String, _ mode: String, blank: Double, images: Double) -> RunRecord {
    var run = Sample.run(strategy, blank: blank, notSharp: blank, images: images)
    run.combination[.resizeMode] = mode
    return run
  }

  private func result(
    fast: (blank: Double, images: Double), exact: (blank: Double, images: Double),
    sharpness: [String: Double]? = nil
  ) -> ResultFile {
    var result = Sample.result(
      mode: .model,
      runs: [
        run("none", "fast", blank: 0.3, images: 10e6), run("none", "exact", blank: 0.4, images: 5e6),
        run("screens", "fast", blank: fast.blank, images: fast.images),
        run("screens", "exact", blank: exact.blank, images: exact.images),
      ])
    result.sharpness = sharpness
    return result
  }

  private func mode(_ result: ResultFile) -> String? { Recommendation(result).combination?[.resizeMode] }

  @Test func `is fast where exact costs what one sees`() {
    #expect(mode(result(fast: (0.1, 90e6), exact: (0.12, 40e6))) == "fast")
    #expect(
      mode(result(fast: (0.1, 90e6), exact: (0.12, 90e6), sharpness: ["fast": 25, "exact": 50])) == "fast")
  }

  @Test func `is exact where it costs nothing that one sees, and needs less memory or looks sharper`() {
    #expect(mode(result(fast: (0.1, 90e6), exact: (0.102, 40e6))) == "exact")
    #expect(mode(result(fast: (0.1, 90e6), exact: (0.102, 90e6))) == "fast")
    #expect(
      mode(result(fast: (0.1, 90e6), exact: (0.102, 90e6), sharpness: ["fast": 30, "exact": 34])) == "exact")
  }

  @Test func `does not turn with what nobody sees, neither in the area nor in the sharpness`() {
    for blank in [0.096, 0.1, 0.104] {
      #expect(mode(result(fast: (0.1, 90e6), exact: (blank, 90e6))) == "fast")
    }
    #expect(
      mode(result(fast: (0.1, 90e6), exact: (0.1, 90e6), sharpness: ["fast": 41, "exact": 55])) == "fast")
  }

  @Test func `is said with what each costs and how it looks, and shown in the table`() {
    let found = result(fast: (0.1, 90e6), exact: (0.1, 40e6), sharpness: ["fast": 31.2, "exact": 48.4])
    #expect(
      Recommendation(found).context.first
        == "The resize mode is exact: exact images need 40 MB and leave 10.0 % of the area not sharp at a sharpness of 48 dB; "
        + "fast images need 90 MB and leave 10.0 % of the area not sharp at a sharpness of 31 dB.")
    let text = Document([found]).terminal(colour: false, width: 200)
    #expect(text.contains("sharpness") && text.contains("48.4 dB*") && text.contains("31.2 dB"))
    #expect(text.contains("The resize mode is exact"))
    let alone = Sample.result(runs: [Sample.run("none"), Sample.run("screens", blank: 0)])
    #expect(!Recommendation(alone).description.contains("resize mode"))
  }

  @Test func `holds in variations by the best of its own mode`() {
    var found = result(fast: (0.1, 90e6), exact: (0.1, 40e6))
    let there = Recommendation(result(fast: (0.1, 90e6), exact: (0.2, 40e6)))
    var variation = VariationRecord(seed: 1, speed: 1, decodeTime: 1, columns: 3)
    variation.recommended = there.combination
    variation.equals = there.equals + there.modeEquals
    found.variations = [variation]
    #expect(there.combination?[.resizeMode] == "fast")
    #expect(Recommendation(found).description.contains("in all of 1 variations"))
  }
}
