import BenchReport
import Foundation
import Testing

@testable import ScrollSim

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct HTMLReportTests {
  @Test func `the page is well-formed, with a title, the table, charts and a timeline for each strategy`()
    throws
  {
    let page = try Page(Document([Sample.fling]).html())
    #expect(page.count("h1") == 1)
    #expect(page.count("svg") == 5 + 3, "memory against blank area, latencies, all together over time")
    #expect(page.count("polyline") == 5 * 4 + (1 + 5 * 2) + 1, "the last is the front")
    #expect(page.count("script") == 1)
    #expect(page.count("canvas") == 0, "no run says what its frames showed")
    for sentence in Recommendation(Sample.fling).context { #expect(page.text.contains(sentence)) }
    #expect(page.text.contains("out of memory: the system refused memory for an image"))
  }

  @Test func `pages need nothing from elsewhere, heads have scopes, drawings titles, and ids are unique`()
    throws
  {
    for document in [Document([Sample.fling]), Document(Sample.advice)] {
      let text = document.html()
        .replacing("http://www.w3.org/1999/xhtml", with: "").replacing("http://www.w3.org/2000/svg", with: "")
      for way in ["http:", "https:", "src=", "url(", "@import", "<link"] { #expect(!text.contains(way)) }
      let page = try Page(document.html())
      #expect(page.elements.filter { $0.name == "th" }.allSatisfy { $0.attributes["scope"] != nil })
      #expect(Set(page.ids).count == page.ids.count)
      for drawing in page.elements where drawing.name == "svg" {
        #expect(drawing.attributes["role"] == "img")
        let labels = (drawing.attributes["aria-labelledby"] ?? "").split(separator: " ").map(String.init)
        #expect(labels.count == 2 && labels.allSatisfy(page.ids.contains))
      }
    }
  }

  @Test func `hostile names are text in every document and format`() throws {
    var changed = Sample.hostile
    changed.runs[0].metrics["blankAreaRatio"] = 0.7
    let comparison = ResultComparison(base: Sample.hostile, head: changed)
    let documents = [
      Document([Sample.hostile]), Document(comparison), Document(comparison, all: true),
      Document(causesIn: Sample.hostile),
      try #require(Document(explaining: Sample.hostile.runs[0], of: Sample.hostile)),
    ]
    for document in documents {
      #expect(!document.markdown().contains("<"))
      for width in [80, 10_000] {
        let text = document.terminal(colour: false, width: width)
        #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control || $0 == "\n" })
      }
      let page = try Page(document.html())
      #expect(page.count("img") == 0)
      #expect(page.elements.allSatisfy { $0.attributes.keys.allSatisfy { !$0.hasPrefix("on") } })
    }
    let page = try Page(documents[0].html())
    #expect(page.count("script") == 2, "the page's own, and the player's data")
    #expect(page.text.contains("<script>alert(1)</script>\"&'|`*\u{FFFD}[31m\u{FFFD}\u{FFFD}]]>"))
    #expect(try Page(documents[1].html()).count("script") == 1)
    #expect(CSVReport(comparison).render().contains("\"\"&'|`"))
  }

  @Test func `results without runs, timelines or values have a page`() throws {
    var bare = Sample.fling
    bare.changeRuns { $0.timeline = Timeline() }
    #expect(try Page(Document([bare]).html()).count("svg") == 2)
    #expect(try Page(Document([Sample.result(runs: [])]).html()).text.contains("There are no runs."))
    var broken = Sample.run("none", hit: nil)
    broken.timeline.velocity = broken.timeline.velocity.map { _ in .nan }
    broken.timeline.imageBytes = [-1e300, .infinity, 1e300]
    #expect(try Page(Document([Sample.result(runs: [broken])]).html()).count("polyline") == 4 + 3)
  }

  @Test
  func `a run whose playback is damaged, or of another trace, is left out of the player, which says so`()
    throws
  {
    var result = Sample.played
    result.runs[1].playback?.changes = "gA=="
    result.runs[2].timeline.offset[3] += 1
    let page = try Page(Document([result]).html())
    #expect(page.count("option") == 2 * 1 + 5)
    #expect(page.text.contains("Runs without a playback of this trace are left out: 2."))
  }

  @Test(arguments: [(0, 844.0), (2000, 844), (1000, 10_000), (3, -1), (3, .infinity)])
  func `an impossible grid has no player, and no browser counts its cells`(columns: Int, height: Double) {
    var result = Sample.played
    result.scenario.columns = columns
    result.scenario.screen[1] = height
    #expect(ScreenGrid(result.scenario, photos: 24) == nil)
    #expect(!Document([result]).html().contains("<canvas"))
  }

  @Test func `several results are one page with an overview, and each fits its heading`() throws {
    var model = Sample.played
    model.mode = .model
    let report = Document([Sample.played, model, Sample.fling])
    let page = try Page(report.html())
    #expect(page.count("article") == 3)
    let links = ["#result-0", "#result-1", "#result-2"]
    #expect(page.elements.compactMap { $0.attributes["href"] } == links + links, "index and overview")
    #expect(Set(page.ids).count == page.ids.count)
  }

  @Test func `recordings of two programs are reported by what they showed, and nothing is recommended`()
    throws
  {
    let results = ["Photos", "Gallery"].map { name in
      var run = Sample.run(name)
      run.metrics = run.metrics.filter { WatchedVideo.metrics.contains($0.key) }
      return Sample.result(mode: .watch, name: name, budget: 0, runs: [run])
    }
    let (html, text) = (Document(results).html(), Document(results).markdown())
    let page = try Page(html)
    for words in ["recommended", "budget 0 B"] {
      #expect(!page.text.contains(words) && !text.contains(words), "\(words)")
    }
    #expect(html.contains(">wrong</th>") && text.contains("| wrong |"))
    #expect(Set(page.ids).count == page.ids.count && page.ids.contains("result-1-course-0-title"))
  }

  @Test func `a search beside a single recording is shown with it`() throws {
    let recording = Sample.result(mode: .watch, name: "Photos", budget: 0, runs: [Sample.run("Photos")])
    let document = Document([recording], advice: Sample.advice)
    let page = try Page(document.html())
    for text in [page.text, document.markdown(), document.terminal(colour: false, width: 400)] {
      #expect(text.contains("longest blank"))
      #expect(text.contains("0.75 screenfuls (15 photos) ahead"))
    }
    #expect(Set(page.ids).count == page.ids.count && page.ids.contains("front-title"))
  }

  @Test func `without a recommendation, the few shown of many are not said to include it`() {
    var result = Sample.thirty
    result.scenario.memoryBudgetBytes = 1
    let html = Document([result]).html()
    #expect(html.contains("12 of 30 are shown, those that miss the least."))
    #expect(html.contains("12 of 30 strategies, those that miss the least, at the same moments"))
    #expect(!html.contains("the recommended one"))
  }

  @Test func `every ratio has its counts, and bounds are below the others`() throws {
    let text = Document([Sample.fling], columns: .wide).html()
    #expect(text.contains("<small>1 of 1</small>"))
    let parts = text.split(separator: "<tbody>")
    #expect(parts[1].contains("screens") && !parts[1].contains("keep-all"))
    #expect(parts[2].contains("keep-all"))
  }

  @Test func `twenty long runs stay below three megabytes`() {
    let runs = (0..<20).map { index in
      var run = Sample.run("strategy \(index)")
      run.timeline = Sample.timeline(images: 1.23e8, resident: 2.34e8, frames: 7200)
      for frame in 0..<7200 {
        // As ragged as possible, so that nothing is thinned by luck.
        run.timeline.velocity[frame] = Double(frame * 7919 % 8000)
        run.timeline.blankShare[frame] = Double(frame * 104_729 % 1000) / 1000
        run.timeline.imageBytes[frame] = Double(frame * 1_299_709 % 150_000_000)
        run.timeline.residentBytes[frame] = Double(frame * 15_485_863 % 400_000_000)
      }
      return run
    }
    let size = Document([Sample.result(runs: runs)]).html().utf8.count
    #expect(size < 3_000_000)
  }

  @Test func `a pass is not green if memory grows without a limit, and no pass with one`() throws {
    let text = Document([Sample.lapped]).html()
    #expect(text.contains("<section class=\"verdict unsure\""))
    #expect(
      text.contains(
        "Memory grows lap over lap with screens/retained, by up to 1.0 MB a lap. The scenario sets no limit on growth"
      ))
    #expect(text.contains("1 of 2 grow, drawn in colour in front of the others."))
    var asked = Sample.lapped
    asked.scenario.limits = ["growth": .word("flat")]
    #expect(Document([asked]).html().contains("<section class=\"verdict bad\""))
    let several = Document([Sample.lapped, Sample.fling]).html()
    #expect(several.contains("<span class=\"badge unsure\">memory grows</span>"))
  }

  @Test func `memory that grows in a later iteration alone is drawn and said to grow`() {
    let growths = Sample.lapped.runs.map(\.growth)
    let runs = growths.enumerated().map { Sample.run("screens", iteration: $0, growth: $1) }
    let text = Document([Sample.result(name: "laps", runs: runs)]).html()
    #expect(text.contains("Memory grows lap over lap with screens"))
    #expect(text.contains("1 of 1 grow, drawn in colour in front of the others."))
    #expect(!text.contains("Nothing grows."))
  }

  @Test func `laps that are too few to tell are not said to show that nothing grows`() {
    var result = Sample.lapped
    result.changeRuns {
      $0.growth?.verdict = .inconclusive
      $0.growth?.ledgerBytes.removeLast(15)
    }
    let text = Document([result]).html()
    #expect(text.contains("It is unknown whether 2 of 2 grow."))
    #expect(!text.contains("Nothing grows."))
    #expect(!text.contains("judged from lap"))
    #expect(Document([Sample.lapped]).html().contains("judged from lap 6"))
  }

  @Test func `the verdict and every broken limit are at the top`() throws {
    let broken = Sample.result(limits: ["cacheHitRate": .number(0.8)], runs: [Sample.run("none", hit: 0.1)])
    let page = try Page(Document([broken]).html())
    #expect(page.text.contains("A limit is broken."))
    #expect(page.text.contains("cacheHitRate is 10 %, but the scenario asks for at least 80 %."))
  }
}

final class Page: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
  }

  struct NotWellFormed: Error {
    let line: Int
    let reason: String
  }

  private(set) var elements: [Element] = []
  private(set) var text = ""

  init(_ document: String) throws {
    super.init()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = self
    guard parser.parse() else {
      throw NotWellFormed(line: parser.lineNumber, reason: "\(parser.parserError.map { "\($0)" } ?? "")")
    }
  }

  var ids: [String] { elements.compactMap { $0.attributes["id"] } }

  func count(_ name: String) -> Int { elements.count { $0.name == name } }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?, attributes attributeDict: [String: String]
  ) {
    elements.append(Element(name: elementName, attributes: attributeDict))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
