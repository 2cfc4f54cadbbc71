import Foundation
import GalleryKit
import Testing

@testable import BenchReport
@testable import ScrollSim

@Suite struct StillsTests {
  private static let grid = ScreenGrid(Sample.played.scenario, photos: 24)
  /// From a row of three cells to the next.
  private let pitch = (390.0 - 4) / 3 + 2

  /// A run at rest at the top of 24 photos, 21 of them on screen, whose cells change as told.
  private func run(_ strategy: String, frames: Int = 24, _ changes: [CellChange]) -> RunRecord {
    var run = Sample.run(strategy, blank: 0, images: 1)
    run.timeline = Sample.timeline(images: 1, resident: 1, frames: frames)
    run.timeline.offset = Array(repeating: 0, count: frames)
    run.playback = PlaybackRecord(changes, colours: nil)
    return run
  }

  private func all(_ state: CellState, from frame: Int) -> [CellChange] {
    (0..<24).map { CellChange(frame: frame, item: $0, state: state) }
  }

  /// Of twelve frames or fewer, every frame is a moment.
  private func stills(_ runs: RunRecord...) throws -> Stills { Stills(runs, grid: try #require(Self.grid)) }

  @Test func `of each twelfth the moment is chosen at which most is missing over all runs`() throws {
    let steady = run("none", all(.final, from: 0))
    let blinks = run(
      "screens", all(.final, from: 0) + all(.blank, from: 5) + all(.final, from: 6) + all(.degraded, from: 23)
    )
    #expect(try stills(steady, blinks).frames == [0, 2, 5, 6, 8, 10, 12, 14, 16, 18, 20, 23])
    #expect(try stills(steady).frames == Array(stride(from: 0, to: 24, by: 2)))
    #expect(try stills(run("none", frames: 3, all(.final, from: 0))).frames == [0, 1, 2])
    #expect(try stills().frames == [])
  }

  @Test func `a grid whose layout changes is drawn at each moment as it was then`() throws {
    var turned = run("none", frames: 12, all(.final, from: 0))
    turned.playback?.layouts = [PlaybackRecord.Layout(frame: 6, width: 844, height: 390, columns: 4)]
    let screens = try #require(try stills(turned).rows.first)
    #expect(screens[5].map(\.place.item) == Array(0..<21), "seven rows of three")
    #expect(screens[5][0].place.height == (390.0 - 4) / 3)
    #expect(screens[6].map(\.place.item) == Array(0..<8), "two rows of four")
    #expect(screens[6][0].place.height == (844.0 - 6) / 4)
    turned.playback?.layouts?[0].columns = 0
    #expect(try self.stills(turned).rows.isEmpty, "no scenario has such a grid")
  }

  @Test func `a grid that scrolls sideways has its cells in upright rows`() throws {
    var scenario = Sample.played.scenario
    (scenario.screen, scenario.axis) = ([844, 390], .horizontal)
    var scrolled = run("none", all(.final, from: 0))
    scrolled.timeline.offset = Array(repeating: 200, count: 24)
    let grid = try #require(ScreenGrid(scenario, photos: 24))
    let cells = try #require(Stills([scrolled], grid: grid).rows.first)[0]
    #expect(cells.map(\.place.item) == Array(3..<24))
    #expect(abs(cells[1].place.x - (pitch - 200)) < 1e-9 && abs(cells[1].place.y - pitch) < 1e-9)
  }

  @Test func `a grid has its scenario's sections and shapes, and there is none if no scenario has it`() throws
  {
    var scenario = Sample.played.scenario
    scenario.sections = GridLayout.Sections(photos: [4, 1], header: 20)
    let sections = try #require(ScreenGrid(scenario, photos: 7)).cells(at: 3 * pitch - 4 + 40)
    #expect(sections.map(\.item) == [5, 6], "the first list is passed over")
    #expect(sections.map(\.y) == [20, 20])
    let damaged = Data(#"{ "photos": [0], "header": 20 }"#.utf8)
    scenario.sections = try JSONDecoder().decode(GridLayout.Sections.self, from: damaged)
    #expect(ScreenGrid(scenario, photos: 7) == nil)

    scenario = Sample.played.scenario
    (scenario.screen, scenario.spacing, scenario.aspectRatios) = ([300, 250], 0, [2, 1.5, 0.5])
    let grid = try #require(ScreenGrid(scenario, photos: 5))
    // At 100 pt, two photos would be 350 pt wide; then 0.5 + 2 + 1.5; an incomplete last row has the greatest height.
    #expect(grid.cells(at: 0).map { $0.y.rounded() } == [0, 0, 86, 86, 86])
    #expect(grid.cells(at: 100).map(\.item) == [2, 3, 4])
    #expect(grid.cells(at: .infinity).isEmpty && grid.cells(at: .nan).isEmpty && grid.cells(at: 1e9).isEmpty)
    for damaged in [[], [1, 0], [1, 1e9], [.nan]] {
      scenario.aspectRatios = damaged
      #expect(ScreenGrid(scenario, photos: 5) == nil)
    }
    (scenario.aspectRatios, scenario.sections) = ([1], GridLayout.Sections(photos: [1], header: 0))
    #expect(ScreenGrid(scenario, photos: 1 << 40) == nil, "no library has so many")
  }

  @Test func `a screen has the cells that are in view, where they are, as they then were`() throws {
    var scrolled = run("none", frames: 12, all(.final, from: 0) + all(.degraded, from: 3))
    scrolled.timeline.offset = [0, 0, 200, 200] + Array(repeating: 0, count: 8)
    let stills = try stills(scrolled)
    let screens = try #require(stills.rows.first)
    #expect(screens[0].map(\.place.item) == Array(0..<21))
    #expect(screens[2].map(\.place.item) == Array(3..<24), "one row has gone, and the last has come")
    #expect(abs(screens[2][0].place.y - (pitch - 200)) < 1e-9 && abs(screens[2][1].place.x - pitch) < 1e-9)
    #expect(Set(screens[2].map(\.state)) == [.final])
    #expect(Set(screens[3].map(\.state)) == [.degraded])
    #expect(stills.items == Set(0..<24))
  }

  @Test func `a run that does not say what it showed is skipped, and a damaged offset shows nothing`()
    throws
  {
    var silent = run("none", [])
    silent.playback = nil
    var lost = run("screens", frames: 12, all(.final, from: 0))
    lost.timeline.offset[0] = .nan
    lost.timeline.offset[2] = 1e300
    let stills = try stills(silent, lost)
    #expect(stills.rows.count == 1)
    #expect(stills.rows[0].prefix(4).map(\.count) == [0, 21, 0, 21])
  }
}
