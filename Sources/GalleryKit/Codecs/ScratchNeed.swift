internal import GalleryEngine

extension ImageDecoder {
  /// The working memory that decoding a file takes beyond a few rows: the coefficients of a JPEG of many scans, or the pixels
  /// of an interlaced PNG; 0 for other files.
  ///
  /// - Throws: ``CodecError``, which names the file.
  /// - Complexity: that of reading the header.
  package static func scratchByteCount(path: String) throws(CodecError) -> Int {
    let file = try EncodedFile(path: path)
    switch file.kind {
    case .jpeg: return try JPEGReader(file).coefficientByteCount
    case .png:
      let reader = try PNGReader(file)
      return reader.isInterlaced ? reader.size.decodedByteCount : 0
    }
  }
}
