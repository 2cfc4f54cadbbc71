import Foundation
import Testing

@testable import BenchReport
@testable import ScrollSim

@Suite("Answering pages", .serialized, .inBrowser, .timeLimit(.minutes(15)))
struct AnsweringPageTests {
  /// The note on the middle of an element, moved by some of its width and height.
  private func note(
    in browser: Browser, at selector: String, right: Double = 0, down: Double = 0
  ) throws -> String {
    let text: String = try browser.evaluate(
      """
      (async () => {
        const element = document.querySelector('\(selector)');
        element.scrollIntoView({ block: 'center' });
        // What scrolls hides the note, a frame later.
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        const box = element.getBoundingClientRect();
        return [box.left + box.width * (0.5 + \(right)), box.top + box.height * (0.5 + \(down))].join();
      })()
      """)
    let place = text.split(separator: ",").compactMap { Double($0) }
    try browser.point(x: place[0], y: place[1])
    return try browser.evaluate("document.querySelector('.note').innerText")
  }

  @Test func `a pointer reads values off lines, marks, bars and cells`() throws {
    let browser = try Browser(Document([Sample.played]))
    let lines = try note(in: browser, at: ".timeline svg", down: -0.3)
    #expect(lines.hasPrefix("time 0.0"))
    #expect(lines.contains("scroll speed: "))
    #expect(lines.contains("blank area:") && lines.contains("screens 0 %") && lines.contains("none 0 %"))
    #expect(try note(in: browser, at: ".pareto [data-values]").hasPrefix("screens: 90 MB, "))
    let bar = try note(in: browser, at: ".latency .bar text")
    #expect(bar.contains("until a cell was final, none: median"))
    #expect(try note(in: browser, at: ".screen canvas", down: -0.45).contains("from 0."))
    _ = try note(in: browser, at: "h1")
    #expect(try browser.evaluate("document.querySelector('.note').hidden"))
    #expect(browser.complaints == [])
  }

  @Test func `the load is read as a number alone, since it has no unit`() throws {
    var result = Sample.played
    result.changeRuns { $0.timeline.load = Array(repeating: 0.5, count: 12) }
    let browser = try Browser(Document([result]))
    let lines = try note(in: browser, at: ".timeline svg", down: -0.3)
    #expect(lines.split(separator: "\n").contains { $0.wholeMatch(of: /load: [0-9.]+/) != nil }, "\(lines)")
  }

  @Test func `arrows read a chart aloud, and Escape lets go`() throws {
    let browser = try Browser(Document([Sample.lapped]))
    try browser.tab(to: ".laps svg")
    try browser.press(.home)
    let voice = "document.body.lastElementChild.textContent"
    #expect(try browser.evaluate(voice, as: String.self).hasPrefix("lap 1; image memory after each lap:"))
    try browser.press(.end)
    #expect(try browser.evaluate(voice, as: String.self).hasPrefix("lap 20;"))
    #expect(try browser.evaluate(voice, as: String.self).contains("screens/retained 30"))
    try browser.press(.escape)
    #expect(try browser.evaluate("document.querySelector('.note').hidden"))
    try browser.tab(to: ".pareto")
    try browser.press(.right)
    #expect(try browser.evaluate(voice, as: String.self).contains("% missed"))
  }

  @Test func `keys play, step and jump from blank to blank, wherever the focus is in the player`() throws {
    var result = Sample.played
    let changes = [(0, 0), (3, 2), (5, 0), (8, 2)].flatMap { frame, state in
      (0..<24).map { CellChange(frame: frame, item: $0, state: CellState(rawValue: UInt8(state)) ?? .blank) }
    }
    result.changeRuns {
      $0.playback = PlaybackRecord(changes, colours: nil)
      $0.timeline.offset = Array(repeating: 0, count: 12)
    }
    let browser = try Browser(Document([result]))
    for focus in ["canvas", ".timeline svg", ".scrub"] {
      try browser.run("document.querySelector('\(focus)').focus()")
      try browser.press(.home, .right)
      #expect(try browser.text(".time") == "0.02 s", "\(focus)")
      try browser.press(.letter("n"))
      #expect(try browser.text(".time") == "0.08 s", "the next blank begins at frame 5: \(focus)")
      try browser.press(.letter("p"))
      #expect(try browser.text(".time") == "0.00 s", "\(focus)")
      try browser.press(.end, .letter("n"))
      #expect(try browser.text(".player [role=status]") == "No blank begins after 0.18 s.")
      try browser.run("document.querySelector('.speed').value = '0.1'")
      try browser.press(.space)
      #expect(try browser.text(".play") == "Pause", "\(focus)")
      try browser.press(.space)
      #expect(try browser.text(".play") == "Play", "\(focus)")
    }
    try browser.run("document.querySelector('.previous').click()")
    #expect(try browser.text(".time") == "0.00 s")
  }

  @Test func `a blank cell says why it is blank`() throws {
    var result = Sample.played
    result.runs[0].blankCells = BlankLog([
      BlankCell(
        item: 19, asset: "x", appearedMs: 0, blankMs: 99, cause: .evictedEarly, loss: .budget, queueMs: 12,
        decodeMs: 30, behindVisible: 3, behindCached: 1),
      BlankCell(item: 20, asset: "y", appearedMs: 0, blankMs: 99, cause: .neverWanted),
    ])
    result.changeRuns { $0.timeline.offset = Array(repeating: 0, count: 12) }
    let browser = try Browser(Document([result]))
    let count = "document.querySelectorAll('.count')[1].textContent"
    #expect(try browser.evaluate(count, as: String.self).hasSuffix("(1 evicted, 1 never wanted)"))
    try browser.run("document.querySelectorAll('.screen')[0].remove()")
    // Three columns; the seventh row is that of items 18 to 20.
    #expect(
      try note(in: browser, at: ".screen canvas", right: 0.3, down: 0.45)
        == "Photo 21\n\nblank from 0.00 s to 0.10 s\n\nnever wanted: it had not been asked for")
  }

  @Test func `a link opens a player at its moment, with the strategies that it names`() throws {
    var model = Sample.played
    model.mode = .model
    let report = Document([Sample.played, model])
    let browser = try Browser(report)
    func state() throws -> String {
      try browser.evaluate(
        "[...document.querySelectorAll('.player')].map(p => [p.querySelector('.time').textContent, "
          + "...[...p.querySelectorAll('.screen select')].map(s => s.selectedOptions[0].textContent)].join(' ')).join(' | ')"
      )
    }
    #expect(
      try state() == "0.17 s screens none | 0.17 s screens none", "the recommended one against its runner-up")
    func go(to link: String) throws {
      _ = try browser.evaluate(
        "new Promise(r => { addEventListener('hashchange', () => r(1), { once: true }); location.hash = '\(link)'; })",
        as: Int.self)
    }
    try go(to: "t=0.1")
    #expect(try state() == "0.10 s screens none | 0.17 s screens none")
    try go(to: "result-1&t=0.05&right=keep-all+%28ref.%29")
    #expect(try state() == "0.10 s screens none | 0.05 s screens keep-all (ref.)")
    let link: String = try browser.evaluate("document.querySelectorAll('.time')[1].getAttribute('href')")
    #expect(link == "#result-1&t=0.05&right=keep-all+%28ref.%29")
    try go(to: "t=nonsense")
    #expect(try state() == "0.10 s screens none | 0.05 s screens keep-all (ref.)")
    try browser.show(report.html(), at: "#result-1&t=0.15")
    #expect(try state() == "0.17 s screens none | 0.15 s screens none")
    #expect(browser.complaints == [])
  }

  @Test func `a link tells each frame of a fast screen from the next`() throws {
    var result = Sample.played
    result.scenario.refreshRate = 120
    let browser = try Browser(Document([result]), at: "#t=0.025")
    let link: String = try browser.evaluate("document.querySelector('.time').getAttribute('href')")
    #expect(link == "#t=0.025")
    #expect(try browser.evaluate("document.querySelector('.scrub').value") == "3")
  }

  @Test func `an index of several results stays in sight and says which one is read`() throws {
    let report = Document([Sample.played, Sample.fling, Sample.lapped])
    let browser = try Browser(report, Browser.View(width: 390))
    let current = "document.querySelector('.index [aria-current]')?.textContent ?? 'none'"
    #expect(try browser.evaluate(current) == "none")
    try browser.run("document.getElementById('result-2').scrollIntoView()")
    try browser.wait(until: "\(current) === 'laps · replay'")
    let top = "document.querySelector('.index').getBoundingClientRect().top"
    #expect(try browser.evaluate(top, as: Double.self) == 0)
    let right = "document.querySelector('.index [aria-current]').getBoundingClientRect().right"
    #expect(try browser.evaluate(right, as: Double.self) <= 390)
  }

  @Test func `charts of thirty runs name what is chosen, and no two labels touch`() throws {
    let browser = try Browser(Document([Sample.thirty]))
    let texts = "[...document.querySelectorAll('.timeline .key text')].map(t => t.textContent).join()"
    let first: String = try browser.evaluate(texts)
    #expect(first.hasSuffix("28 others"))
    try browser.enter(7, in: ".screen select", by: "change")
    #expect(try browser.evaluate(texts, as: String.self).hasPrefix("screens(leading=7),"))
    #expect(try browser.evaluate("document.querySelectorAll('.timeline polyline.chosen').length") == 4)
    #expect(try browser.evaluate("document.querySelectorAll('.timeline .key.chosen').length") == 2)
    let overlaps = """
      (() => {
        const texts = [...document.querySelectorAll('.pair svg text')].filter((t) => t.getClientRects().length)
          .map((t) => ({ name: t.textContent, chart: t.closest('svg'), box: t.getBoundingClientRect() }));
        return texts.flatMap((a, i) => texts.slice(i + 1).filter((b) => a.chart === b.chart
          && a.box.left < b.box.right && b.box.left < a.box.right
          && a.box.top + 2 < b.box.bottom && b.box.top + 2 < a.box.bottom).map((b) => `${a.name} / ${b.name}`)).join('; ');
      })()
      """
    let touching: String = try browser.evaluate(overlaps)
    #expect(touching == "")
  }
}
