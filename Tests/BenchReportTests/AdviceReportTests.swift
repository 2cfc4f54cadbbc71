import Foundation
import TestSupport
import Testing

@testable import BenchReport
@testable import ScrollSim

extension Sample {
  /// A search with known numbers: three on the front, one too large, one that failed.
  static let advice: AdviceFile = {
    let fling = Sample.fling
    func candidate(
      _ strategy: String, _ parameters: [String: Double], bytes: Double, blank: Double, hit: Double?,
      failure: String? = nil
    ) -> Candidate {
      let figures = DecidingFigures(
        peakImageBytes: bytes, blankAreaRatio: blank, scrollBlankRatio: blank, scrollNotSharpRatio: blank,
        settleToFullMs: 8, cacheHitRate: hit)
      return Candidate(
        Sample.combination(strategy, parameters), measurements: failure == nil ? [figures] : [],
        failure: failure, budget: 150_000_000)
    }
    var file = AdviceFile(
      provenance: fling.provenance,
      options: AdviceOptions(
        memoryBudgetBytes: 150_000_000, combinations: 5,
        strategies: [StrategySpec(name: "none"), StrategySpec(name: "screens")]),
      scenarios: [
        AdviceScenario(
          path: "scenarios/fling.json", scenario: fling.scenario, library: fling.library,
          costs: CostsRecord(name: "epyc-2core", sha256: "cc"), imageSize: [386, 386], photosPerScreenful: 20,
          load: 0.84, bound: 0.013)
      ],
      gridCount: 4,
      candidates: [
        candidate("none", [:], bytes: 47e6, blank: 0.041, hit: 0),
        candidate("screens", ["leading": 0.25, "trailing": 0], bytes: 53e6, blank: 0.022, hit: 0.738),
        candidate("screens", ["leading": 0.75, "trailing": 0], bytes: 65e6, blank: 0.008, hit: 0.93),
        candidate("screens", ["leading": 9, "trailing": 0], bytes: 181e6, blank: 0.004, hit: 0.95),
        candidate(
          "screens", ["leading": 2, "trailing": 0], bytes: 1, blank: 0, hit: nil, failure: "fling: <crashed>"),
      ])
    file.outcome = AdviceFile.Outcome(of: file)
    return file
  }()
}

struct AdviceReportTests {
  @Test func `the terminal answers first, with the lines to paste, and then shows the front`() {
    let text = Document(Sample.advice).terminal(colour: false, width: 400)
    #expect(
      text.hasPrefix(
        "Recommended: screens(leading=0.75), 0.75 screenfuls (15 photos) ahead, 0 screenfuls behind: while scrolling it "
          + "leaves 0.8 % of the area not sharp, 0.8 % blank (next: screens(leading=0.25), 2.2 % and 2.2 %); its images "
          + "need 65 MB of"))
    for words in [
      "How far ahead: screens: 0.75 screenfuls (15 photos) ahead", "In what order: urgency. ",
      "How much memory: at most 65 MB of the 150 MB: 109 images of 386 × 386 pixels, 5.5 screenfuls",
      "0.84 s of decoding arrive per second for each decoder. No window in any order leaves less than 1.3 % not sharp.",
      "In a scenario: ", " { \"screens\": { \"leading\": 0.75, \"trailing\": 0 } }",
      "    let manager = ImageManager(\n", "memoryBudget: 150_000_000, order: .urgency))",
      "▸ screens(leading=0.75)", "93.0 %",
      "5 combinations were evaluated, 4 of a grid and 1 around its front; 3 fit into 150 MB of images, of which 3 are on the "
        + "Pareto front.",
      "1 of the combinations cannot be used, the first screens(leading=2): fling: <crashed>.",
    ] { #expect(text.contains(words), "\(words)") }
    #expect(!text.contains("leading=9"))
    #expect(!text.contains("\u{1B}"))
    #expect(Document(Sample.advice).terminal(colour: true, width: 200).contains("\u{1B}[1;32m"))
  }

  @Test func `a recommended combination that one of the front beats is shown, and not counted to the front`()
  {
    var file = Sample.advice
    let recommended = file.outcome?.recommended?.candidate
    file.outcome?.front.removeAll { $0 == recommended }
    let text = Document(file).terminal(colour: false, width: 400)
    #expect(text.contains("of which 2 are on the Pareto front.") && text.contains("▸ screens(leading=0.75)"))
    #expect(Document(file).html().contains("screens(leading=0.75): 65 MB, 0.8 % missed"))
  }

  @Test func `one combination is reported in the singular`() {
    var file = Sample.advice
    (file.gridCount, file.candidates) = (1, [file.candidates[0]])
    file.outcome = AdviceFile.Outcome(of: file)
    #expect(
      Document(file).terminal(colour: false, width: 400).contains(
        "1 combination was evaluated; 1 fits into 150 MB of images, of which 1 is on the Pareto front."))
  }

  @Test func `a narrow terminal loses columns and says which`() {
    let text = Document(Sample.advice).terminal(colour: false, width: 80)
    #expect(text.contains("Left out, as the terminal is too narrow: "))
    let table = text.split(separator: "\n").filter { $0.hasPrefix("│") }
    #expect(table.allSatisfy { $0.count <= 80 })
  }

  @Test func `of several scenarios, memory is counted in images of the one that needs the most`() {
    var file = Sample.advice
    file.scenarios.append(file.scenarios[0])
    file.scenarios[1].imageSize = [772, 772]
    file.scenarios[1].photosPerScreenful = 5
    for place in file.candidates.indices {
      for var figures in file.candidates[place].measurements {
        figures.peakImageBytes *= 2
        file.candidates[place].measurements.append(figures)
      }
    }
    file.outcome = AdviceFile.Outcome(of: file)
    let words = "at most 130 MB of the 150 MB: 55 images of 772 × 772 pixels, 10.9 screenfuls"
    #expect(Document(file).terminal(colour: false, width: 400).contains(words))
    file.scenarios[1].imageSize = [.max, .max]
    #expect(Document(file).markdown().contains(": 0 images of"), "only a damaged file has such images")
  }

  @Test func `if nothing fits, the smallest is named, with advice`() {
    var file = Sample.advice
    file.options.memoryBudgetBytes = 10_000_000
    for place in file.candidates.indices { file.candidates[place].fits = false }
    file.outcome = AdviceFile.Outcome(of: file)
    let words =
      "No strategy fits the budget of 10 MB; the smallest is none with 47 MB of images. Allow more with "
      + "'--memory-budget'."
    #expect(Document(file).terminal(colour: false, width: 200).contains(words))
    #expect(Document(file).markdown().contains(words))
    #expect(Document(file).html().contains("No strategy fits"))
    let text = Document(file).terminal(colour: false, width: 200)
    for word in ["front beats", "knee", "recommended one", "Pareto front"] { #expect(!text.contains(word)) }
    file.candidates.removeAll()
    #expect(Document(file).terminal(colour: false, width: 200).contains("Nothing can be recommended"))
  }

  @Test func `Markdown marks the recommendation`() {
    let text = Document(Sample.advice).markdown()
    #expect(text.contains("| **screens(leading=0.75)** | recommended | 65 MB |"))
    #expect(text.contains("```swift\nlet manager = ImageManager("))
  }

  @Test func `CSV holds every combination with all digits`() {
    let lines = CSVReport(Sample.advice).render().components(separatedBy: "\r\n").filter { !$0.isEmpty }
    #expect(lines.count == 6)
    #expect(
      lines[3]
        == "screens,leading=0.75;trailing=0,released,fast,opportunistic,lru,urgency,true,,true,false,true,65000000,0.008,0.008,0.008,8,0.93,"
    )
    #expect(lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 19 })
  }

  @Test func `the page is well-formed, draws the front, and escapes`() throws {
    let page = try Page(Document(Sample.advice).html())
    #expect(page.count("svg") == 1)
    #expect(page.count("circle") == 3)
    #expect(page.count("script") == 0)
    #expect(page.text.contains("budget 150 MB"))
    #expect(page.text.contains("screens(leading=0.75): 65 MB, 0.8 % missed"))
    #expect(page.text.contains("fling: <crashed>"))
  }

  @Test func `a share says what it is, and has no outcome`() {
    var file = Sample.advice
    file.shard = AdviceFile.Shard(index: 2, of: 3)
    file.outcome = nil
    let beside = Document([Sample.result(runs: [])], advice: file)
    for text in [
      Document(file).terminal(colour: false, width: 200), Document(file).html(),
      beside.terminal(colour: false, width: 200), beside.html(),
    ] {
      #expect(text.contains("Shard 2/3: 5 of a grid of 4 combinations were evaluated."))
      #expect(!text.contains("Recommended"))
    }
  }
}

struct AdviceFileTests {
  @Test func `a written file is read back, to the byte`() throws {
    let folder = TemporaryFolder()
    try Sample.advice.write(to: folder.file("a/b.json"))
    let read = try AdviceFile.read(path: folder.file("a/b.json"))
    #expect(read == Sample.advice)
    #expect(try read.json() == Sample.advice.json())
    #expect(try read.json().contains("\"wasteRatio\" : null"))
  }

  private static let impossible = rows(
    #"""
    "gridCount" : 4 | "gridCount" : -1 | expected gridCount from 0
    "gridCount" : 4 | "gridCount" : 9 | expected at least 9 candidates, found 5
    "gridCount" : 4 | "gridCount" : 1e99 | expected
    "gridCount" : 4 | "gridCount" : "x" | found a string; run 'scrollsim advise' again
    "gridCount" : 4 | "shard" : { "index" : 0, "count" : 3 }, "gridCount" : 4 | found 0/3
    "gridCount" : 4 | "shard" : { "index" : 1, "count" : 99999 }, "gridCount" : 4 | found 1/99999
    "knee" : 1 | "knee" : 5 | by their places, found 5
    "combinations" : 5 | "combinations" : 0 | found 0
    scrollsim.advice/1 | scrollsim.result/1 | expected "scrollsim.advice/1", found "scrollsim.result/1"
    "memoryBudgetBytes" : 150000000,\n    "strategies" | "strategies" | memoryBudgetBytes
    "imageSize" : [\n        386, | "imageSize" : [ | expected imageSize to be a width and a height
    """#)

  @Test(arguments: impossible)
  func `a file with impossible content is refused with the reason`(row: [String]) throws {
    let folder = TemporaryFolder()
    let text = try Sample.advice.json()
    #expect(text.contains(row[0]))
    let path = try folder.write(text.replacing(row[0], with: row[1]), as: "x.json")
    let error = #expect(throws: ResultFileError.self) { try AdviceFile.read(path: path) }
    #expect(error?.description.hasPrefix("\(path): ") == true)
    #expect(error?.description.contains(row[2]) == true, "\(error?.description ?? "")")
  }
}
