internal import GalleryKit

/// A small picture of a frame of a recording, and what was read in each of its cells.
package struct WatchedStill: Sendable {
  /// A cell's frame in pixels of the video, and what it shows.
  package struct Cell: Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
    package var sight: CellSight
  }

  package var jpeg: [UInt8]
  package var frame: SeenFrame
  package var cells: [Cell]
}

/// Keeps small pictures of some frames while a recording is read.
struct StillCamera {
  /// The most pictures, and the pixels across each.
  private static let (most, width) = (24, 160)

  private(set) var pictures: [Int: [UInt8]] = [:]
  private let wanted: Set<Int>

  /// - Parameter frames: the number of frames that differ.
  init(frames: Int) {
    wanted = Set((0..<Self.most).map { $0 * max(0, frames - 1) / (Self.most - 1) })
  }

  mutating func look(at frame: LumaFrame, index: Int) {
    guard wanted.contains(index) else { return }
    let width = min(Self.width, frame.width)
    let size = PixelSize(width: width, height: max(1, frame.height * width / frame.width))
    let (means, step) = (AreaMeans(frame), Double(frame.width) / Double(width))
    let pixels = (0..<size.width * size.height).map { pixel in
      let (x, y) = (Double(pixel % width) * step, Double(pixel / width) * step)
      let mean = UInt8(means.mean(x, y, x + step, y + step).rounded())
      return SIMD4(mean, mean, mean, 255)
    }
    guard let buffer = try? PixelBuffer(size: size, pixels: pixels, ledger: MemoryLedger()) else { return }
    pictures[index] = try? PictureWriter.jpeg(quality: 70).encode(buffer)
  }
}

extension WatchedVideo {
  /// Some frames, from the first to the last, as they were read.
  package var stills: [WatchedStill] {
    pictures.sorted { $0.key < $1.key }.map { index, jpeg in
      let frame = seen[index]
      let cells = frame.cells.compactMap { cell -> WatchedStill.Cell? in
        guard let place = map.places[cell.number], let fix = frame.fix else { return nil }
        let share = ScreenMap.cellShare
        return WatchedStill.Cell(
          x: place.x - fix.x - share * place.width / 2, y: place.y - fix.y - share * place.height / 2,
          width: share * place.width, height: share * place.height, sight: sight(of: cell))
      }
      return WatchedStill(jpeg: jpeg, frame: frame, cells: cells)
    }
  }
}
