import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

@Suite(
  .enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"),
  .enabled(
    if: ImageFormat.allCases.allSatisfy { $0 == .unknown || $0.isReadable },
    "this build reads not all formats"))
struct `Files of other formats` {
  private let cell = ImageSpecification(targetSize: PixelSize(width: 390, height: 390), resizeMode: .fast)
  /// Whether no decoder here reads the file.
  private static func isRefused(_ name: String) -> Bool {
    [".tif", ".tiff", ".gif"].contains { name.hasSuffix($0) } || name == "image__id_000000,orig_tbbn0g04.webp"
  }

  @Test func `each is a picture of the size that its makers say, or refused in words`() throws {
    let folder = try #require(SharedData.corpus("formats"))
    let ledger = MemoryLedger()
    for (name, notes) in try SharedData.notes(of: "formats") {
      let path = "\(folder)/\(name)"
      guard !Self.isRefused(name) else {
        let error = #expect(throws: CodecError.self) { try ImageProbe.probe(path: path) }
        #expect(error?.description.hasPrefix(path) == true)
        continue
      }
      let info = try ImageProbe.probe(path: path)
      let said = notes.split(separator: " ").dropFirst().first.map(String.init)
      let sizes = [
        "\(info.uprightSize.width)x\(info.uprightSize.height)",
        "\(info.storedSize.width)x\(info.storedSize.height)",
      ]
      // Some notes are of a frame without its screen.
      if name.hasSuffix("heic") || name.hasSuffix("webp") { #expect(sizes.contains(said ?? ""), "\(name)") }
      guard info.storedSize.width * info.storedSize.height <= SharedData.mostPixels else { continue }
      let image = try ImageDecoder.decode(path: path, as: cell, ledger: ledger)
      #expect(image.damage == nil, "\(name)")
      #expect(
        image.pixels.size
          == DecodePlan.outputSize(
            storedSize: info.storedSize, orientation: info.orientation, format: info.format, as: cell))
    }
    #expect(ledger.snapshot.peak < 200_000_000 && ledger.snapshot.total == 0)
  }

  @Test func `what a container turns by a quarter and mirrors stands upright`() throws {
    let folder = try #require(SharedData.corpus("formats"))
    // `rot` counts quarter turns, `mir` mirrors; upright all of them lie.
    for name in ["rot1mir1", "rot2mir0", "rot2mir1", "rot3mir0"] {
      let info = try ImageProbe.probe(path: "\(folder)/Pillow__\(name).avif")
      #expect(info.orientation == .up && info.uprightSize == PixelSize(width: 640, height: 427), "\(name)")
    }
  }
}
