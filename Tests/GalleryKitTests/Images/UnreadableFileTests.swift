import CImageIO
import GalleryKit
import Support
import TestSupport
import Testing

@testable import GalleryImages

@Suite struct `Files that cannot be read any more` {
  private let folder = TemporaryFolder()

  /// A file of each format whose library reads where it likes, and where its picture begins.
  private var files: [(format: cis_format, place: UInt64, bytes: [UInt8])] {
    let files: [(format: cis_format, place: UInt64, bytes: [UInt8])] = [
      (CIS_WEBP, 12, TinyPictures.lossyWebP), (CIS_HEIC, 0, TinyPictures.heic),
      (CIS_AVIF, 0, TinyPictures.avif),
    ]
    return files.filter { cis_can_read($0.format) }
  }

  /// How opening a picture ends, or decoding it after something has happened to its open file.
  private func outcome(
    _ format: cis_format, from place: UInt64, of path: String, _ flags: Int32 = O_RDONLY,
    after change: (Int32) throws -> Void = { _ in }
  ) throws -> cis_code {
    let file = try OpenFile(path, flags)
    let count = UInt64(try file.status().byteCount) - place
    let input = unsafe cis_input(fd: file.descriptor, bytes: nil, count: 0)
    var status = cis_status()
    guard let picture = unsafe cis_picture_open(format, input, place, count, &status) else {
      return status.code
    }
    defer { unsafe cis_picture_close(picture) }
    try change(file.descriptor)
    var part = cis_part(
      left: 0, top: 0, width: 64, height: 48, side: 1, eighths: 8, scans: CIS_SCANS_ALL, keeps_cmyk: false)
    _ = unsafe cis_picture_start(picture, &part, &status)
    return status.code
  }

  @Test func `a system that refuses to read them is named, at their header and at their pixels`() throws {
    for (format, place, bytes) in files {
      let path = try folder.write(bytes, as: "picture")
      #expect(try outcome(format, from: place, of: path) == CIS_OK)
      #expect(try outcome(format, from: place, of: path, O_WRONLY) == CIS_UNREADABLE)
      let late = try outcome(format, from: place, of: path) { descriptor in
        let refused = try OpenFile(path, O_WRONLY)
        let taken = dup2(refused.descriptor, descriptor)
        #expect(taken == descriptor)
      }
      #expect(late == CIS_UNREADABLE)
    }
  }

  @Test func `one that is cut off after its header is malformed, and ends no process`() throws {
    for (format, place, bytes) in files where format != CIS_WEBP {
      let path = try folder.write(bytes, as: "picture")
      let late = try outcome(format, from: place, of: path) { _ in
        let other = try OpenFile(path, O_WRONLY)
        let failure = ftruncate(other.descriptor, off_t(bytes.count / 2))
        #expect(failure == 0)
      }
      #expect(late == CIS_MALFORMED)
    }
  }

  @Test func `metadata that the system refuses to read are an error that names the file`() throws {
    let jpeg = try PictureWriter.jpeg().encode(TestImage.gradient(48, 32))
    let webP = files.filter { $0.format == CIS_WEBP }.map(\.bytes)
    for bytes in [jpeg] + webP {
      let path = try folder.write(bytes, as: "picture")
      // Enough to tell the kind, and nothing of what follows.
      let file = try EncodedFile(path: path, headByteCount: 16)
      _ = try DecodedImage.Metadata(file)
      let refused = try OpenFile(path, O_WRONLY)
      let descriptor = unsafe file.input.fd
      let taken = dup2(refused.descriptor, descriptor)
      #expect(taken == descriptor)
      var found: CodecError?
      do throws(CodecError) { _ = try DecodedImage.Metadata(file) } catch { found = error }
      #expect(found?.code == .unreadable)
      #expect(found?.file == path)
    }
  }
}
