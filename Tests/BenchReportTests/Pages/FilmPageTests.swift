import TestSupport
import Testing

@testable import BenchReport
@testable import ScrollSim

@Suite("Photos on pages", .serialized, .inBrowser, .timeLimit(.minutes(15)))
struct FilmPageTests {
  @Test func `every strategy is shown at the same moments, and a click takes the player there`() throws {
    let browser = try Browser(Document([Sample.played]))
    let rows = try browser.evaluate(
      "[...document.querySelectorAll('.film tr')].map(r => r.cells[0].textContent).join('|')", as: String.self
    )
    let names: String = try browser.evaluate(
      "[...document.querySelector('.screen select').options].map(o => o.textContent.replace(' (ref.)', '')).join('|')"
    )
    #expect(rows == "|\(names)")
    #expect(
      try browser.evaluate(
        "[...document.querySelectorAll('.film tr')].every(r => r.cells.length === document.querySelector('.film tr').cells.length)"
      ))
    // Shares are those of the cells that the player counts at that moment.
    let told: String = try browser.evaluate(
      """
      (() => {
        const buttons = [...document.querySelectorAll('.film tr:nth-child(2) button')];
        return buttons.map(button => {
          button.click();
          const side = [...document.querySelectorAll('.screen')].find(s => s.querySelector('select').value === '0');
          const counts = [...side.querySelector('.count').textContent.matchAll(/(\\d+) (\\w+)/g)];
          const of = (wanted) => counts.reduce((sum, [, n, name]) => sum + (wanted(name) ? Number(n) : 0), 0);
          const share = Math.round(100 * of((name) => name === 'final') / of(() => true));
          return button.textContent === `${share} %` && button.getAttribute('aria-label').includes(' blank');
        }).join();
      })()
      """)
    #expect(!told.isEmpty && !told.contains("false"), "\(told)")
    #expect(browser.complaints == [])
  }

  @Test func `of many strategies twelve are shown, the recommended among them, and a button shows all`()
    throws
  {
    var result = Sample.played
    let run = try #require(result.runs.first { !$0.combination.isReference })
    result.runs = (1...20).map { number in
      var run = run
      run.combination.parameters = ["leading": Double(number)]
      return run
    }
    let browser = try Browser(Document([result]))
    let rows = "[...document.querySelectorAll('.film tr')].filter(r => !r.hidden).length"
    #expect(try browser.evaluate(rows, as: Int.self) == 13)
    let opening = "document.querySelector('.screen select').selectedOptions[0].textContent"
    let names =
      "[...document.querySelectorAll('.film tr')].filter(r => !r.hidden).map(r => r.cells[0].textContent)"
    #expect(try browser.evaluate("\(names).includes(\(opening))"))
    #expect(try browser.text(".all") == "All 20")
    #expect(
      try browser.text(".film-title + .hint").hasPrefix(
        "12 of 20 strategies, including the recommended one, at the same moments"))
    let shares = "[...document.querySelectorAll('.film tr')].slice(1).every(r => r.textContent.includes('%'))"
    #expect(try browser.evaluate("(document.querySelector('.all').click(), \(rows))", as: Int.self) == 21)
    #expect(try browser.evaluate(shares))
    #expect(browser.complaints == [])
  }

  @Test func `photos stand in for mean colours where the page has them`() throws {
    // A sheet of one red square, for every item.
    let red = try TestImage.plainJPEG(side: 48, rgba: [255, 0, 0, 255])
    let items = Dictionary(uniqueKeysWithValues: (0..<1000).map { ($0, 0) })
    let sheet = PhotoSheet(jpeg: red, side: 48, columns: 20, squares: items)
    let corner =
      "(() => { const c = document.querySelector('.screen canvas'); return [...c.getContext('2d').getImageData(6, 6, 1, 1).data].slice(0, 3).join(); })()"
    let browser = try Browser(Document([Sample.played], photos: [sheet]))
    #expect(try browser.text(".player .hint").hasPrefix("The photos themselves, small"))
    let shown = try browser.evaluate(corner, as: String.self).split(separator: ",").compactMap { Int($0) }
    // It opens on degraded images, which are drawn paler.
    #expect(shown.count == 3 && shown[0] > 240 && shown[1] < 200 && shown[1] == shown[2], "\(shown)")
    #expect(browser.complaints == [])
    try browser.show(Document([Sample.played]).html())
    #expect(
      try browser.text(".player .hint").hasPrefix(
        "Each photo in grey, as a model opens no file and knows no colours"))
    #expect(try browser.evaluate(corner, as: String.self) != "\(shown[0]),\(shown[1]),\(shown[2])")
  }
}
