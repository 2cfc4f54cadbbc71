internal import CImageIO
internal import GalleryEngine

/// Calls into the C shim, and turns its failures into ``CodecError``.
enum CodecStatus {
  /// Runs one call of the shim.
  ///
  /// - Returns: the call's result.
  /// - Throws: ``CodecError`` if the call reports a failure.
  static func check<Result>(
    _ file: String, _ call: (UnsafeMutablePointer<cis_status>) -> Result
  ) throws(CodecError) -> Result {
    var status = cis_status()
    let result = unsafe call(&status)
    guard status.code != CIS_OK else { return result }
    throw CodecError(
      file: file, code: code(of: status.code), message: text(of: &status),
      offset: status.offset < 0 ? nil : Int(status.offset))
  }

  private static func code(of code: cis_code) -> CodecError.Code {
    switch code {
    case CIS_UNREADABLE: .unreadable
    case CIS_UNSUPPORTED: .unsupported
    case CIS_TOO_COSTLY: .tooCostly
    case CIS_NO_MEMORY: .outOfMemory
    default: .malformed
    }
  }

  private static func text(of status: inout cis_status) -> String {
    unsafe withUnsafeBytes(of: &status.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// A decoder's progress through a file: the bytes that it has read, and its complaints.
struct DecodeProgress {
  var bytesRead: Int
  /// The decoder's first complaint about pixels that it could mend.
  var warning: String?
  /// Its first complaint about anything else.
  var note: String?

  init(bytesRead: Int, warning: String?) {
    self.bytesRead = bytesRead
    self.warning = warning
  }

  init(_ progress: cis_progress) {
    bytesRead = unsafe Int(progress.bytes_read)
    note = unsafe progress.first_note.map { unsafe String(cString: $0) }
    guard unsafe progress.warnings > 0, let words = unsafe progress.first_warning else { return }
    let place = unsafe progress.first_warning_offset
    warning = unsafe String(cString: words) + (place < 0 ? "" : " (at byte \(place))")
  }
}

extension CodecError {
  /// The damage of a picture that breaks off after `rows` rows.
  ///
  /// - Throws: the error itself if there is no row, or if the file is not at fault.
  func damage(afterRows rows: Int) throws(CodecError) -> String {
    guard code == .malformed || code == .unsupported, rows > 0 else { throw self }
    return reason
  }
}
