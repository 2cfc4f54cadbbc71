import Foundation
import TestSupport
import Testing

@testable import BenchReport
@testable import ScrollSim

/// Photos by the names of their files, in exports and in what is said below a table.
@Suite struct `Photos have the names of their files` {
  /// A run that decodes a photo, fails at another, and finds no thumbnail in a third.
  private static let result: ResultFile = {
    var run = Sample.run("screens")
    var log = DecodeLog()
    log.assets = ["9f3a", "88b0", "17cc"]
    log.files = ["beach.jpg", "torn.jpeg", "late.heic"]
    (log.beginMs, log.endMs, log.worker) = ([1, 2, 3, 4], [5, 6, 7, 8], [0, 0, 0, 0])
    (log.kind, log.source) = ([0, 0, 2, 1], [0, 0, 1, 0])
    (log.asset, log.byteCount, log.seenFrame) = ([0, 1, 2, 2], [900, 0, 0, 900], [1, -1, -1, 3])
    run.decodes = log
    run.blankCells = BlankLog([
      BlankCell(item: 7, asset: "88b0", appearedMs: 10, blankMs: 30, cause: .decoding),
      BlankCell(item: 8, asset: "0000", appearedMs: 11, blankMs: 30, cause: .neverWanted),
    ])
    var result = Sample.result(runs: [run])
    result.library.failures = [
      "x.png": "no PNG", "a/b.HEIC": "cut off", "c.heif": "cut off", "d.jpg": "empty", "e.jpg": "empty",
    ]
    return result
  }()

  @Test func `tables of decodes and blank cells`() throws {
    let decodes = try ExchangeFormat.csvDecodes.render(Self.result).split(separator: "\r\n")
    #expect(decodes[0].contains("worker,file,asset,source"))
    #expect(decodes[1].contains(",beach.jpg,9f3a,original,"))
    let cells = try ExchangeFormat.csvBlankCells.render(Self.result).split(separator: "\r\n")
    #expect(cells[1].contains(",7,torn.jpeg,88b0,"))
    #expect(cells[2].contains(",8,,0000,"), "a photo that nothing decoded has no known file")
  }

  @Test func `names outlive a result's file`() throws {
    let text = try Self.result.json()
    let read = try JSONDecoder().decode(ResultFile.self, from: Data(text.utf8))
    #expect(read.problem == nil && read.runs[0].decodes?.files == ["beach.jpg", "torn.jpeg", "late.heic"])
    var unnamed = Self.result
    unnamed.runs[0].decodes?.files = nil
    #expect(try !unnamed.json().contains("\"files\""))
  }

  @Test func `what cannot be shown is a line below the table, by name and type`() {
    #expect(
      Self.result.failureNotes == [
        "5 photos could not be read and are left out (2 HEIC, 2 JPEG, 1 PNG): a/b.HEIC, c.heif, d.jpg and 2 others.",
        "1 photo could not be decoded and is left blank (1 JPEG): torn.jpeg.",
      ])
    let text = Document([Self.result]).terminal(colour: false, width: 120)
    for note in Self.result.failureNotes {
      #expect(text.replacing("\n", with: " ").replacing(#/ +/#, with: " ").contains(note), "\(text)")
    }
    #expect(Sample.fling.failureNotes == [])
  }

  @Test func `of more than a hundred that cannot be read, all are counted`() throws {
    let folder = TemporaryFolder()
    for number in 1000..<1120 { try folder.write("no picture", as: "\(number).jpg") }
    var result = Sample.result(runs: [])
    // What was indexed before is not reported again.
    for _ in 1...2 {
      result.library = try PreparedLibrary.prepare(.folder(folder.path), seed: 1) { _ in }.record
      #expect(result.library.failures.count == 100)
      #expect(
        result.failureNotes == [
          "120 photos could not be read and are left out: 1000.jpg, 1001.jpg, 1002.jpg and 117 others."
        ])
    }
    #expect(Document([result]).html().contains("Files that could not be read: 120"))
  }
}
