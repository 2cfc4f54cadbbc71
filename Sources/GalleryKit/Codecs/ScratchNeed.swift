internal import GalleryEngine

extension ImageDecoder {
  /// The working memory that decoding a file takes beyond a few rows: the coefficients of a JPEG of many scans, the pixels
  /// of an interlaced PNG, what other libraries hold of a picture; 0 where rows are all.
  ///
  /// - Throws: ``CodecError``, which names the file.
  /// - Complexity: that of reading the header.
  package static func scratchByteCount(path: String) throws(CodecError) -> Int {
    let file = try EncodedFile(path: path)
    switch file.kind {
    case .jpeg: return try JPEGReader(file).coefficientByteCount
    case .png: return try PNGReader(file).leastHeldByteCount
    case .gif: return try GIFReader(file).leastHeldByteCount
    case .webp, .heic, .avif, .tiff: return try PictureReader(file).leastHeldByteCount
    }
  }
}
