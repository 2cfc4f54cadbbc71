@testable import GalleryEngine
@testable import GalleryImages

/// Headers of JPEGs and PNGs; nothing is decoded, so that many inputs run.
enum ProbeTarget: FuzzTarget {
  static let name = "probe"
  static let longestInput = 4096

  static func seeds() throws -> [String: [UInt8]] {
    try JPEGTarget.seeds().merging(PNGTarget.seeds()) { one, _ in one }.mapValues {
      Array($0.prefix(longestInput))
    }
  }

  static func run(_ input: [UInt8]) {
    guard let info = try? ImageProbe.probe(bytes: input) else { return }
    precondition(!info.storedSize.isEmpty, "a picture without pixels")
  }
}
