import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite("The playback of a run")
struct PlaybackTests {
  /// The changes so far, as in `2: 7 final`.
  private static func changes(of rig: StageRig) -> [String] {
    let record = rig.fold.playback?.record(of: .fetched(FetchResult<Asset>([])))
    return record?.decoded()?.map { "\($0.frame): \($0.item) \($0.state)" } ?? []
  }

  @Test func `says what each cell shows from when on, and no more`() {
    let rig = StageRig(lifecycle: .retained, workers: 1)
    rig.show(offset: 0)
    rig.finish(2)
    rig.show(offset: 0)
    rig.show(offset: 0)
    rig.finish(1, failure: "cut off")
    rig.show(offset: 0)
    // Away and back: a cell shows its kept image at once.
    rig.show(offset: 1000)
    rig.show(offset: 0)
    #expect(
      Self.changes(of: rig).filter { !$0.contains(" 1") } == [
        "0: 0 blank", "0: 2 blank", "1: 0 final", "3: 2 failed", "5: 0 final", "5: 2 failed",
      ])
    #expect(Self.changes(of: rig).contains("4: 10 blank"))
  }

  @Test func `has the colours of the pixels that came`() throws {
    // The left half is red, the right half is transparent.
    let pixels = (0..<600).map { SIMD4<UInt8>(200, 0, 0, $0 % 30 < 15 ? 255 : 0) }
    let buffer = try PixelBuffer(
      size: PixelSize(width: 30, height: 20), pixels: pixels, ledger: MemoryLedger())
    #expect(buffer.meanColour == SIMD3(100, 0, 0))
    let counted = PixelBuffer(accounting: PixelSize(width: 3, height: 3), ledger: MemoryLedger())
    #expect(counted.meanColour == nil)
  }

  @Test func `of a model is in the colours that the photos would be painted in`() throws {
    let source = SyntheticSource(photos: 20, distinct: 4, megapixels: 0.02...0.05)
    let colours = SyntheticAssets(source, seed: 7).meanColours(of: Array(0..<20))
    #expect(colours[1] == colours[5])
    for number in 0..<4 {
      let photo = SyntheticPhoto(number: number, of: source, seed: 7)
      let painter = PhotoPainter(photo.composition, seed: photo.seed, texture: NoiseTexture(seed: 7))
      let picture = try painter.paint(ledger: MemoryLedger())
      let painted = try #require(picture.meanColour)
      let computed = try #require(colours[number])
      // The one looks at a grid of the whole picture, the other at a grid of the square in its middle.
      for (a, b) in zip([painted.x, painted.y, painted.z], [computed.red, computed.green, computed.blue]) {
        #expect(abs(Int(a) - Int(b)) < 40)
      }
    }
  }

  @Test func `is kept by every run that explains itself`() throws {
    var run = try Scenario.model("fling").firstRun()
    let record = try run.model(costs: EqualCosts(), baseBytes: 0)
    let playback = try #require(record.playback)
    let changes = try #require(playback.decoded())
    // A cell that comes into view says so, and most become final.
    let appearances = try #require(record.figure("appearances"))
    #expect(Double(changes.count) >= appearances)
    #expect(Double(changes.count { $0.state == .final }) > 0.9 * appearances)
    let colours = try #require(playback.colours.flatMap { Data(base64Encoded: $0) })
    #expect(colours.count == 3 * changes.shownItems.count)
    #expect(try #require(changes.last).frame < record.timeline.timeMs.count)
    run.explains = false
    #expect(try run.model(costs: EqualCosts(), baseBytes: 0).playback == nil)
  }
}
