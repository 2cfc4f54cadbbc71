internal import CImageIO
internal import GalleryEngine

/// Rows of a GIF's first frame on its screen, from the top; the rest of the screen is transparent.
///
/// Written in Swift: it is a page of arithmetic, and no GIF library is as well maintained as the other libraries.
final class GIFReader: RowReader {
  let file: String
  let size: PixelSize
  let hasAlpha: Bool
  let colors = CIS_RGB
  let colorTag = ColorTag.none
  private let frame: GIFFrame
  private var indices: [UInt8] = []
  private var row = 0
  private var warning: String?

  /// Reads the file up to the end of its first frame, whose pixels stay coded.
  init(_ file: borrowing EncodedFile) throws(CodecError) {
    guard let frame = GIFFrame(file) else {
      throw CodecError(file: file.path, code: .malformed, message: "there is no frame in this GIF")
    }
    self.file = file.path
    self.frame = frame
    size = frame.screen
    hasAlpha = frame.transparentIndex != nil || frame.size != frame.screen
  }

  /// The size of the frame's indices, and of the codes that they come from.
  func heldByteCount(_ part: PicturePart) -> Int { frame.size.width * frame.size.height + frame.codes.count }

  func start(_ part: PicturePart) throws(CodecError) -> PicturePart {
    let count = frame.size.width * frame.size.height
    indices = LZW.indices(frame.codes, minimumBits: frame.minimumBits, count: count)
    guard !indices.isEmpty else {
      throw CodecError(file: file, code: .malformed, message: "its first frame has no pixels")
    }
    if indices.count < count {
      warning = "its first frame breaks off after \(indices.count) of \(count) pixels"
    }
    return PicturePart(columns: 0..<size.width, rows: 0..<part.rows.upperBound, side: 1)
  }

  func readRow(into row: UnsafeMutablePointer<UInt8>) {
    let line = self.row - frame.top
    self.row += 1
    unsafe row.update(repeating: 0, count: size.width * 4)
    guard (0..<frame.size.height).contains(line) else { return }
    let first = frame.place(ofRow: line) * frame.size.width
    guard first < indices.count else { return }
    for (column, index) in indices[first...].prefix(frame.size.width).enumerated()
    where index != frame.transparentIndex {
      let pixel = unsafe row + (frame.left + column) * 4
      for channel in 0..<3 { unsafe pixel[channel] = frame.channel(channel, of: index) }
      unsafe pixel[3] = 255
    }
  }

  var progress: DecodeProgress { DecodeProgress(bytesRead: frame.byteCount, warning: warning) }
}
