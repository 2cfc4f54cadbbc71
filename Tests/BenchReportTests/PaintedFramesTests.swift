import BenchReport
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `Frames that an app painted` {
  private func log(_ columns: String, _ rows: [String]) throws -> PaintedFrames {
    try PaintedFrames(csv: ([columns] + rows).joined(separator: "\n") + "\n", path: "ui/frames.csv")
  }

  /// A log of shares, a row for each of these frames.
  private func log(_ frames: [(time: Double, offset: Double, degraded: Double, blank: Double)]) throws
    -> PaintedFrames
  {
    try log(
      "time_s,offset_pt,final_share,degraded_share,blank_share",
      frames.map { "\($0.time),\($0.offset),\(1 - $0.degraded - $0.blank),\($0.degraded),\($0.blank)" })
  }

  @Test func `are read by their header, whatever order columns have, from any time on`() throws {
    let text =
      "\u{FEFF}blank_share, time_s ,offset_pt,final_share,degraded_share,failed_share,image_bytes\r\n"
      + "0.5,7,-3,0.25,0.125,0.125,900\r\n\r\n0, 7.5 ,4,1,0,0,400\r\n"
    let log = try PaintedFrames(csv: text, path: "ui/frames.csv")
    #expect(log.path == "ui/frames.csv" && log.times == [0, 0.5] && log.offsets == [-3, 4])
    #expect(log.blankShares == [0.5, 0] && log.degradedShares == [0.125, 0])
    #expect(log.peakImageBytes == 900 && log.peakResidentBytes == nil && log.workMs == [])
  }

  @Test func `may count cells, which then count alike; shares count more`() throws {
    let counts = "time_s,offset_pt,final_cells,degraded_cells,blank_cells"
    let log = try log(counts, ["0,0,0,0,0", "1,0,1,2,5"])
    #expect(log.blankShares == [0, 0.625] && log.degradedShares == [0, 0.25])
    let both = try self.log(
      counts + ",final_share,degraded_share,blank_share", ["0,0,1,1,1,0,0,1", "1,0,1,1,1,1,0,0"])
    #expect(both.blankShares == [1, 0] && both.degradedShares == [0, 0])
  }

  @Test func `may round shares to three decimals, which then come to a little less or more than 1`() throws {
    let log = try log(
      Self.header + ",failed_share,wrong_share,unknown_share",
      [
        "0,0,0.333,0.444,0.222,0,0,0", "1,9,0.167,0.167,0.667,0,0,0",
        "2,9,0.167,0.167,0.167,0.167,0.167,0.167",
      ])
    #expect(log.blankShares == [0.222, 0.667, 0.167])
  }

  private static let header = "time_s,offset_pt,final_share,degraded_share,blank_share"

  private static let wrong = rows(
    #"""
     | line 1: expected a header of time_s, offset_pt, final_cells
    time_s,offset\n | each at most once, found 'offset'
    time_s,time_s\n | each at most once, found 'time_s'
    time_s,final_share,degraded_share,blank_share\n | line 1: expected the columns time_s, offset_pt, and final_share, degraded_share, blank_share or final_cells
    time_s,offset_pt,final_share,blank_cells\n | found 'time_s,offset_pt,final_share,blank_cells'
    \#(header)\n0,0,1,0,0\n | line 2: expected at least two frames, found 1
    \#(header)\n0,0,1,0\n | line 2: expected a value in each column, 5 in all, found 4
    \#(header)\n0,0,1,0,0\n0,0,1,0,0\n | line 3, column 1 (time_s): expected a time after that of the frame before, 0.0, found '0'
    \#(header)\n0,0,1,0,0\n86401,0,1,0,0\n | line 3, column 1 (time_s): expected a time within a day of the first
    \#(header)\nnan,0,1,0,0\n | line 2, column 1 (time_s): expected seconds from 0 to 1000000000000, found 'nan'
    \#(header)\n0,1e10,1,0,0\n | line 2, column 2 (offset_pt): expected points from -1000000000
    \#(header)\n0,0,1,0,1.2\n | line 2, column 5 (blank_share): expected a share from 0 to 1, found '1.2'
    \#(header)\n0,0,0.5,0,0.4\n | line 2: expected shares of all cells on screen, 1 in all, or 0 without cells, found 0.9
    \#(header),image_bytes\n0,0,1,0,0,-1\n | line 2, column 6 (image_bytes): expected a whole number from 0 to 1125899906842624, found '-1'
    time_s,offset_pt,final_cells,degraded_cells,blank_cells\n0,0,1,0,0.5\n | line 2, column 5 (blank_cells): expected a whole number
    """#)

  @Test(arguments: wrong)
  func `are refused with the line and the column that is wrong`(row: [String]) {
    let error = #expect(throws: ResultFileError.self) { try PaintedFrames(csv: row[0], path: "frames.csv") }
    #expect(error?.description.contains(row[1]) == true, "\(error?.description ?? "")")
  }

  @Test func `come to means over the frames of a display that scroll`() throws {
    // The first half second and the last one do not scroll: nothing has moved yet, or had moved a second ago.
    let figures = PaintedFigures(
      try log([(0, 0, 0, 1), (0.5, 10, 0.25, 0.5), (1, 10, 0.25, 0), (1.5, 10, 1, 0), (2, 10, 1, 0)]),
      refreshRate: 60)
    let offsets = [0] + Array(repeating: 10.0, count: 60)
    #expect(figures.travel == ScrollSpan(offsets: offsets, refreshRate: 60))
    #expect(figures.travel.distance == 10 && figures.travel.seconds == 1)
    #expect(figures.values == ["scrollBlankRatio": 0.25, "scrollNotSharpRatio": 0.5])
    #expect(figures.frames == 5 && figures.framesPerSecond == 2)
  }

  @Test func `that stay longer count for longer, and those within one refresh as the last of them`() throws {
    // At 10 Hz: blank for one refresh, sharp for three, and within the last one blank and then degraded.
    let figures = PaintedFigures(
      try log([(0, 0, 0, 0), (0.1, 1, 0, 1), (0.2, 2, 0, 0), (0.46, 3, 0, 1), (0.5, 4, 1, 0)]),
      refreshRate: 10)
    #expect(figures.values["scrollBlankRatio"] == 0.2 && figures.values["scrollNotSharpRatio"] == 0.4)
    #expect(figures.travel.seconds == 0.5)
    // Those of a clock that jitters are counted once each.
    let frames = (0..<600).map { frame in
      let jitter = Double(frame * 7919 % 11 - 5) / 1000
      return (
        time: Double(frame) / 60 + jitter + 1, offset: Double(frame), degraded: 0.0,
        blank: frame.isMultiple(of: 2) ? 0.0 : 1
      )
    }
    let jittering = PaintedFigures(try log(frames), refreshRate: 60)
    #expect(abs((jittering.values["scrollBlankRatio"] ?? 0) - 0.5) < 0.01)
    #expect(jittering.travel.distance == 599)
  }

  @Test func `count by what is known of them, and not at all where nothing is`() throws {
    let figures = PaintedFigures(
      try log(
        "time_s,offset_pt,final_share,degraded_share,blank_share,unknown_share",
        ["0,0,1,0,0,0", "0.1,1,0.125,0.125,0.25,0.5", "0.2,2,0,0,0,1", "0.3,3,0.25,0.25,0.5,0"]),
      refreshRate: 10)
    #expect(figures.values == ["scrollBlankRatio": 0.5, "scrollNotSharpRatio": 0.75])
  }

  @Test func `at rest, or without bytes, leave out what they do not tell`() throws {
    let still = PaintedFigures(try log([(0, 0, 0, 1), (1, 0, 0, 1)]), refreshRate: 60)
    #expect(still.values == [:] && still.travel.seconds == 0)
    let whole = PaintedFigures(
      try log(
        "time_s,offset_pt,final_cells,degraded_cells,blank_cells,work_ms,image_bytes,peak_image_bytes,resident_bytes",
        ["0,0,4,0,0,3,10,20,70", "0.1,5,4,0,0,5,30,30,60"]), refreshRate: 60)
    #expect(
      whole.values == [
        "scrollBlankRatio": 0, "scrollNotSharpRatio": 0, "peakImageBytes": 30, "peakResidentBytes": 70,
        "frameWorkMs.p95": 4.9,
      ])
  }
}
