import Foundation
import Testing

@testable import BenchReport
@testable import ScrollSim

@Suite struct `An app beside scrollsim` {
  /// The log of an app that scrolled as all samples do, with the same shares in every frame.
  static func log(
    _ strategy: String, blank: Double, degraded: Double = 0, images: Int, frames: Int = 240,
    path: String? = nil
  ) throws -> AppLog {
    let rows = Sample.timeline(images: 0, resident: 0).offset.prefix(frames).enumerated().map {
      frame, offset in
      "\(Double(frame) / 60),\(offset),\(1 - blank - degraded),\(degraded),\(blank),\(images),\(images * 3)"
    }
    let columns = "time_s,offset_pt,final_share,degraded_share,blank_share,image_bytes,resident_bytes"
    return AppLog(
      of: "fling/\(strategy)/released/fast/opportunistic/lru/urgency",
      try PaintedFrames(
        csv: ([columns] + rows).joined(separator: "\n"), path: path ?? "\(strategy).csv"))
  }

  /// Logs of an app whose figures are close to the samples'.
  static func logs() throws -> [AppLog] {
    [
      try log("none", blank: 0.36, images: 12_000_000),
      try log("apple-sample", blank: 0.13, images: 40_000_000),
      try log("screens", blank: 0.035, images: 90_000_000),
    ]
  }

  static func file(_ logs: [AppLog], replay: ResultFile? = Sample.fling) -> AppFidelityFile {
    var model = Sample.fling
    model.mode = .model
    model.costs = CostsRecord(name: "epyc-2core", sha256: "cc")
    return AppFidelityFile(logs, replay: replay, model: model, provenance: model.provenance)
  }

  private func comparison(_ metric: String, in file: AppFidelityFile) -> AppFidelityFile.Comparison? {
    file.runs[0].metrics.first { $0.metric == metric }
  }

  /// Replays in which the first combination leaves this much blank.
  private func replay(blank share: Double) -> ResultFile {
    var replay = Sample.fling
    for metric in ["scrollBlankRatio", "scrollNotSharpRatio"] { replay.runs[0].metrics[metric] = share }
    return replay
  }

  @Test func `that lies within all bars and ranks alike holds`() throws {
    let file = Self.file(try Self.logs())
    #expect(file.verdict == .pass && file.exitCode == 0)
    #expect(file.runs.map(\.combination.strategy) == ["none", "apple-sample", "screens"])
    let blank = try #require(comparison("scrollBlankRatio", in: file))
    #expect(blank.app == 0.36 && blank.replay == 0.384 && blank.model == 0.384 && blank.holds == true)
    #expect(comparison("peakResidentBytes", in: file)?.holds == nil)
    #expect(file.pairs.count == 3 && file.pairs.allSatisfy(\.isAlike))
    #expect(file.pairs[0].better.contains("apple-sample") && file.pairs[0].worse.contains("none"))
    #expect(abs(file.pairs[0].appDifference - 0.23) < 1e-9)
    #expect(try JSONDecoder().decode(AppFidelityFile.self, from: Data(file.json().utf8)) == file)
  }

  @Test func `may be off by 15 per cent in area, by 10 in images, and near zero by what nobody sees`() throws
  {
    for (blank, holds) in [(0.45, false), (0.33, true), (0.32, false)] {
      let area = Self.file([try Self.log("none", blank: blank, images: 12_000_000)])
      #expect(comparison("scrollBlankRatio", in: area)?.holds == holds && area.exitCode == (holds ? 0 : 2))
    }
    let memory = Self.file([try Self.log("none", blank: 0.384, images: 14_000_000)])
    #expect(comparison("peakImageBytes", in: memory)?.holds == false && memory.verdict == .regression)
    let little = Self.file(
      [try Self.log("none", blank: 0.005, images: 12_000_000)], replay: replay(blank: 0.001))
    #expect(comparison("scrollBlankRatio", in: little)?.holds == true && little.verdict == .pass)
  }

  @Test func `that has two the other way round falls short, unless they cannot be told apart`() throws {
    let file = Self.file([
      try Self.log("none", blank: 0.33, images: 12_000_000),
      try Self.log("settle", blank: 0.332, images: 60_000_000),
    ])
    #expect(file.runs.flatMap(\.metrics).compactMap(\.holds).allSatisfy { $0 })
    #expect(file.pairs.map(\.isAlike) == [false] && file.verdict == .regression)
    let alike = Self.file(
      [
        try Self.log("none", blank: 0.30, images: 12_000_000),
        try Self.log("settle", blank: 0.28, images: 60_000_000),
      ], replay: replay(blank: 0.294))
    #expect(alike.pairs == [] && alike.verdict == .pass)
  }

  @Test func `that scrolled elsewhere is not compared`() throws {
    let file = Self.file(
      try Self.logs() + [try Self.log("settle", blank: 0.29, images: 60_000_000, frames: 120)])
    #expect(file.verdict == .notComparable && file.exitCode == 5)
    let reason = try #require(file.runs[3].obstacle?.reason)
    #expect(reason.contains("settle.csv is a log of another scroll: expected"), "\(reason)")
    #expect(file.runs[3].metrics.allSatisfy { $0.holds == nil } && file.pairs.count == 3)
  }

  @Test func `has nothing to be compared with if a run failed`() throws {
    let file = Self.file([try Self.log("directional", blank: 0.3, images: 12_000_000)])
    #expect(file.verdict == .notMeasured && file.exitCode == 3)
    #expect(file.runs[0].obstacle?.reason.contains("out of memory") == true)
  }

  @Test func `that logged no figure of a replay is not judged`() throws {
    var file = Self.file(try Self.logs())
    for run in file.runs.indices { file.runs[run].metrics.removeAll() }
    file.pairs = []
    #expect(file.verdict == .notMeasured && file.exitCode == 3)
    let text = Document(file).markdown()
    #expect(text.contains("Nothing is judged: logs and replays have no figure in common."))
  }

  @Test func `is not judged on a machine that was too busy, but still shown`() throws {
    var replay = Sample.fling
    replay.changeRuns { $0.metrics["stealShare"] = 0.5 }
    let file = Self.file(try Self.logs(), replay: replay)
    #expect(file.isTooBusyToTell && file.exitCode == 3 && file.pairs == [])
    let blank = try #require(comparison("scrollBlankRatio", in: file))
    #expect(blank.app == 0.36 && blank.holds == nil)
  }

  @Test func `of a library is not judged by replays of its model that were disturbed`() throws {
    var replay = Sample.fling
    replay.changeRuns { if $0.combination.isReference { $0.metrics["stealShare"] = 0.5 } }
    let file = Self.file([try Self.log("keep-all", blank: 0.5, images: 803_000_000)], replay: replay)
    #expect(file.isTooBusyToTell && file.exitCode == 3)
    #expect(comparison("scrollBlankRatio", in: file)?.holds == nil)
  }

  @Test func `of another device is compared with the model alone`() throws {
    let file = Self.file(try Self.logs(), replay: nil)
    #expect(file.base == .model && file.verdict == .pass)
    let blank = try #require(comparison("scrollBlankRatio", in: file))
    #expect(blank.app == 0.36 && blank.replay == nil)
  }

  @Test func `logged twice counts by its median`() throws {
    let file = Self.file(
      try [("one.csv", 0.3), ("two.csv", 0.4)].map { path, blank in
        try Self.log("none", blank: blank, images: 12_000_000, path: path)
      })
    #expect(file.runs.count == 1 && file.runs[0].logs.map(\.path) == ["one.csv", "two.csv"])
    #expect(abs((comparison("scrollBlankRatio", in: file)?.app ?? 0) - 0.35) < 1e-9)
  }
}
