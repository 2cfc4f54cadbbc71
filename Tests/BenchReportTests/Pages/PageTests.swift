import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import BenchReport
@testable import ScrollSim

/// Pages in a real browser: their behaviour, and their presentation to people who see, hear or type.
@Suite("Pages", .serialized, .inBrowser, .timeLimit(.minutes(15)))
struct PageTests {
  private static let pages: [(name: String, text: String)] = {
    var head = Sample.played
    head.runs[0].metrics["duplicateDecodes"] = 7
    head.runs[1].metrics["decodes"] = 7
    var broken = Sample.result(limits: ["cacheHitRate": .number(0.8)], runs: [Sample.run("none", hit: 0.1)])
    broken.runs.append(Sample.failed("screens", .crashed, "signal 11"))
    return [
      ("played", Document([Sample.played]).html()), ("hostile", Document([Sample.hostile]).html()),
      ("several", Document([Sample.played, Sample.fling, broken]).html()),
      ("changes", Document(ResultComparison(base: Sample.played, head: head)).html()),
    ]
  }()

  private static let order =
    "[...document.querySelector('table.sortable').tBodies].map(b => [...b.rows].map(r => r.cells[0].innerText.split('\\n')[0]).join(' ')).join(' | ')"

  @Test func `pages complain of nothing, run nothing that a name holds, and fit a phone`() throws {
    let browser = try Browser()
    for (name, text) in Self.pages {
      for view in [Browser.View(), Browser.View(width: 360, isDark: true)] {
        try browser.show(text, view)
        #expect(
          try browser.evaluate(
            "document.querySelectorAll('img, iframe, link, main script:not([type])').length") == 0, "\(name)")
        #expect(
          try browser.evaluate("document.documentElement.scrollWidth", as: Int.self) <= view.width, "\(name)")
      }
    }
    try browser.show(Document([Sample.hostile]).html())
    #expect(try browser.text("h1").hasPrefix("<script>alert(1)"))
    #expect(try browser.evaluate("document.querySelector('.screen option').textContent.includes('<script>')"))
    #expect(browser.complaints == [])
  }

  @Test func `the player plays, pauses and scrubs, and its cursor goes along`() throws {
    let browser = try Browser(Document([Sample.played]))
    func state() throws -> String {
      try browser.evaluate(
        "[...document.querySelectorAll('.time, .count')].map(e => e.textContent).join(' · ')")
    }
    func cursor() throws -> Double {
      try browser.evaluate("Number(document.querySelector('.cursor').getAttribute('x1'))")
    }
    #expect(
      try state().hasPrefix("0.17 s"), "it opens at frame 10, the first that is beyond the first screenful")
    try browser.enter(0, in: ".scrub")
    #expect(try state() == "0.00 s · 12 final, 12 blank · 12 final, 12 blank")
    let start = try cursor()
    try browser.enter(6, in: ".scrub")
    #expect(try state() == "0.10 s · 12 degraded, 12 blank · 12 degraded, 12 blank")
    #expect(try cursor() > start)
    let label = "document.querySelectorAll('canvas')[0].getAttribute('aria-label')"
    #expect(try browser.evaluate(label) == "screens at 0.10 s: 12 degraded, 12 blank")
    // A photo whose colour is known is drawn in it.
    try browser.enter(0, in: ".scrub")
    let pixel =
      "[...document.querySelectorAll('canvas')[0].getContext('2d').getImageData(9, 9, 1, 1).data].join()"
    #expect(try browser.evaluate(pixel) == "200,60,40,255")

    try browser.run("document.querySelector('.speed').value = '0.1'; document.querySelector('.play').click()")
    try browser.wait(until: "document.querySelector('.time').textContent > '0.02'")
    try browser.run("document.querySelector('.play').click()")
    let paused = try state()
    #expect(try browser.text(".play") == "Play")
    #expect(try browser.evaluate("new Promise(r => setTimeout(() => r(1), 100))") == 1)
    #expect(try state() == paused)
    try browser.run("document.querySelector('.speed').value = '2'; document.querySelector('.play').click()")
    try browser.wait(until: "document.querySelector('.play').textContent === 'Play'")
    #expect(try state().hasPrefix("0.18 s"), "it stops at the last frame")
    #expect(browser.complaints == [])
  }

  @Test func `the player's screens rotate with the device`() throws {
    var result = Sample.played
    result.changeRuns { $0.playback?.layouts = [.init(frame: 6, width: 844, height: 390, columns: 4)] }
    let browser = try Browser(Document([result]))
    func isWide(at frame: Int) throws -> Bool {
      try browser.enter(frame, in: ".scrub")
      return try browser.evaluate("(c => c.width > c.height)(document.querySelector('.screen canvas'))")
    }
    #expect(try !isWide(at: 0))
    #expect(try isWide(at: 8))
    #expect(try !isWide(at: 3))
    // At 813 pt three rows of four are on screen, 12 to 23; rows of three would show blank ones.
    try browser.enter(8, in: ".scrub")
    #expect(try browser.text(".screen .count").hasPrefix("12 degraded, 0 blank"))
    #expect(browser.complaints == [])
  }

  @Test(
    arguments: [[Double]?.none, [1.5, 0.667, 1.333, 1.778, 0.05, 20]], [GridLayout.Axis?.none, .horizontal])
  func `the player's screens have their cells where the grid has them, of its sections and shapes`(
    aspectRatios: [Double]?, axis: GridLayout.Axis?
  ) throws {
    var result = Sample.played
    result.scenario.sections = GridLayout.Sections(photos: [4, 1, 7], header: 30)
    (result.scenario.aspectRatios, result.scenario.axis) = (aspectRatios, axis)
    let browser = try Browser(Document([result]))
    let grid = try #require(ScreenGrid(result.scenario, photos: 100))
    let ratios = aspectRatios.map { "\($0)" } ?? "undefined"
    for offset in [0.0, 29, 300, 1234.5, 5000] {
      // As text, since on the way numbers lose their last bits.
      let texts: [[String]] = try browser.evaluate(
        """
        (() => {
          \(String(decoding: PackageResources.screen_js, as: UTF8.self))
          const data = \(try grid.javaScript);
          const screen = new GridScreen(document.createElement("canvas"), [{ frame: 0, grid: data }], { photos: 100, aspectRatios: \(ratios) });
          return screen.cells(0, \(offset)).map(({ item, x, y, width, height }) => [item, x, y, width, height].map(String));
        })()
        """)
      let drawn = texts.map { $0.compactMap(Double.init) }
      let expected = grid.cells(at: offset).map { [Double($0.item), $0.x, $0.y, $0.width, $0.height] }
      #expect(drawn.count == expected.count)
      for (one, other) in zip(drawn.joined(), expected.joined()) { #expect(abs(one - other) < 1e-6) }
      if aspectRatios != nil { #expect(drawn == expected, "to the last bit") }
    }
    #expect(browser.complaints == [])
  }

  @Test func `the player's screens scroll sideways where the grid does`() throws {
    var result = Sample.played
    (result.scenario.screen, result.scenario.axis) = ([390, 390], .horizontal)
    let red = Dictionary(
      uniqueKeysWithValues: (0..<24).map { ($0, CellColour(red: 200, green: 60, blue: 40)) })
    // Only the lowest photo of each upright row of three is there.
    let changes = (0..<24).map { CellChange(frame: 0, item: $0, state: $0 % 3 == 2 ? .final : .blank) }
    result.changeRuns {
      $0.timeline.offset = Array(repeating: 0, count: 12)
      $0.playback = PlaybackRecord(changes, colours: red)
    }
    let browser = try Browser(Document([result]))
    let colours: String = try browser.evaluate(
      """
      (() => {
        const { width, height } = document.querySelector('.screen canvas');
        const { data } = document.querySelector('.screen canvas').getContext('2d').getImageData(0, 0, width, height);
        const red = (x, y) => data[4 * (Math.floor(y * height) * width + Math.floor(x * width))] === 200;
        return [0.1, 0.5, 0.8].map((x) => [0.1, 0.5, 0.8].map((y) => red(x, y) ? 'photo' : 'none').join(' ')).join();
      })()
      """)
    #expect(colours == Array(repeating: "none none photo", count: 3).joined(separator: ","))
    #expect(browser.complaints == [])
  }

  @Test func `a choice of strategy shows on its screen and in the chart`() throws {
    let browser = try Browser(Document([Sample.played]), Browser.View(wantsLessMotion: true))
    let chosen = "[...document.querySelectorAll('polyline.chosen')].map(l => l.dataset.line).sort().join()"
    #expect(try browser.evaluate(chosen) == "0,0,1,1")
    try browser.enter(2, in: ".screen select", by: "change")
    #expect(try browser.evaluate(chosen) == "0,0,2,2")
    #expect(
      try browser.evaluate(
        "document.querySelector('canvas').getAttribute('aria-label').startsWith('keep-all (ref.) at')"))
    // Readers who want less motion see stills: the first frame, then the last.
    _ = try browser.evaluate(
      "window.seen = new Set(); new MutationObserver(() => seen.add(document.querySelector('.time').textContent))"
        + ".observe(document.querySelector('.time'), { childList: true });"
        + "document.querySelector('.scrub').value = 0; document.querySelector('.scrub').dispatchEvent(new Event('input'));"
        + "document.querySelector('.speed').value = '1'; document.querySelector('.play').click(); 1",
      as: Int.self)
    try browser.wait(until: "document.querySelector('.time').textContent === '0.18 s'")
    #expect(try browser.evaluate("[...seen].join()") == "0.00 s,0.18 s")
  }

  @Test func `a head sorts its column, the best first, and bounds stay below`() throws {
    let browser = try Browser(Document([Sample.fling], columns: .wide))
    func button(_ title: String) -> String {
      "[...document.querySelectorAll('table.sortable thead button')].find(b => b.textContent === '\(title)')"
    }
    func order(by title: String) throws -> String {
      try browser.run("\(button(title)).click()")
      return try browser.evaluate(Self.order)
    }
    let best = "screens apple-sample settle none directional | keep-all (ref.)"
    #expect(try browser.evaluate(Self.order) == best)
    #expect(try order(by: "hit rate") == best, "more hits are better, and what failed stands last")
    let direction = "\(button("hit rate")).closest('th').getAttribute('aria-sort')"
    #expect(try browser.evaluate(direction) == "descending")
    #expect(try order(by: "hit rate") == "none settle apple-sample screens directional | keep-all (ref.)")
    #expect(try order(by: "strategy") == "apple-sample directional none screens settle | keep-all (ref.)")
    #expect(try browser.evaluate("document.querySelectorAll('[aria-sort]').length") == 1)
  }

  @Test func `a keyboard is enough`() throws {
    let browser = try Browser(Document([Sample.played]))
    try browser.tab(to: "table.sortable thead th:nth-child(3) button")
    try browser.press(.enter)
    #expect(
      try browser.evaluate("document.activeElement.closest('th').getAttribute('aria-sort')") == "ascending")
    #expect(try browser.evaluate(Self.order) == "screens none | keep-all (ref.)")
    try browser.tab(to: ".scrub")
    try browser.press(.home)
    #expect(try browser.text(".time") == "0.00 s")
    try browser.press(.right)
    #expect(try browser.evaluate("document.activeElement.getAttribute('aria-valuetext')") == "0.02 s")
    for stop in [".speed", ".screen select", "details summary"] { try browser.tab(to: stop) }
    try browser.press(.space)
    #expect(try browser.evaluate("document.querySelectorAll('details[open]').length") == 1)
    // Round the page and back to the start.
    try browser.show(Document([Sample.played]).html())
    try browser.tab(to: ".play")
    try browser.run("document.querySelector('.speed').value = '0.1'")
    try browser.press(.space)
    #expect(try browser.text(".play") == "Pause")
    try browser.press(.space)
    #expect(try browser.text(".play") == "Play")
  }

  @Test func `all text stands out as WCAG AA asks, by day and by night`() throws {
    let browser = try Browser()
    try browser.show("<p style='color: #777'>a little too faint on white</p>")
    #expect(try browser.evaluate(Self.faintText) == "4.48 P. a little too faint on white")
    for (name, text) in Self.pages {
      for isDark in [false, true] {
        try browser.show(text, Browser.View(isDark: isDark))
        try browser.run("for (const d of document.querySelectorAll('details')) d.open = true")
        let faint: String = try browser.evaluate(Self.faintText)
        #expect(faint == "", "\(name), \(isDark ? "dark" : "light")")
        let count: Int = try browser.evaluate("textCount")
        #expect(count > 30, "there was text to look at")
      }
    }
  }

  /// Texts whose contrast with their background is less than 4.5, or 3 where they are large; opacity counts.
  ///
  /// The formulas of relative luminance and contrast: WCAG 2.2, section 1.4.3 and its definitions.
  private static let faintText = #"""
    (() => {
      const parse = (text) => { const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number); return [r, g, b, a]; };
      const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
      const luminance = ([r, g, b]) => [r, g, b].map(v => v / 255)
        .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
      const background = (element) => {
        const chain = [];
        for (let e = element; e; e = e.parentElement) chain.push(getComputedStyle(e).backgroundColor);
        return chain.reverse().map(parse).reduce((below, top) => over(top, below), [255, 255, 255, 1]);
      };
      const faint = new Set();
      window.textCount = 0;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.textContent.trim() || element.closest("script, style, title, desc, noscript, .aside")) continue;
        const style = getComputedStyle(element);
        if (!element.getClientRects().length || style.visibility === "hidden") continue;
        textCount += 1;
        const colour = parse(element.closest("svg") ? style.fill : style.color);
        for (let e = element; e; e = e.parentElement) colour[3] *= Number(getComputedStyle(e).opacity);
        const behind = background(element.closest("svg")?.parentElement ?? element);
        const [a, b] = [luminance(over(colour, behind)), luminance(behind)].sort((x, y) => y - x);
        const contrast = (a + 0.05) / (b + 0.05);
        const size = parseFloat(style.fontSize);
        const isLarge = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
        if (contrast < (isLarge ? 3 : 4.5)) {
          faint.add(`${contrast.toFixed(2)} ${element.tagName}.${element.getAttribute("class") ?? ""} ${node.textContent.trim().slice(0, 30)}`);
        }
      }
      return [...faint].slice(0, 8).join("; ");
    })()
    """#
}

extension ScreenGrid {
  fileprivate var javaScript: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }
}
