internal import Foundation
internal import GalleryEngine
internal import SystemCalls

/// What can be done to an original without decoding it.
enum OriginalFile {
  /// Whether there is a file.
  static func exists(_ path: String) -> Bool { FileNames.exist(path) }

  /// Where a degraded image can be read from: the original, or the part of it that was downloaded.
  static func degradedImagePath(of original: Original) -> String {
    original.remoteURL == nil || exists(original.path)
      ? original.path : DownloadJob.partPath(of: original.path)
  }

  /// Asks the system to bring the file's bytes into its page cache, without waiting for them.
  ///
  /// Costs the process no memory; a file that cannot be opened is left for the decoder to complain about.
  static func readAhead(path: String) {
    (try? OpenFile(path))?.readAhead()
  }
}

extension Asset {
  /// Reads the original, or makes a file of the edited picture; fails where neither can be had.
  func readData(codec: any ImageCodec, ledger: MemoryLedger) -> Result<OriginalData, ImageError> {
    Result { () throws(ImageError) in
      do {
        if let adjustments, !adjustments.isEmpty {
          return try edited(adjustments, codec: codec, ledger: ledger)
        }
        return OriginalData(
          bytes: try Data(contentsOf: URL(fileURLWithPath: original.path)),
          uniformTypeIdentifier: original.format.typeIdentifier,
          orientation: orientation)
      } catch let error as CodecError {
        throw ImageError(error, of: self)
      } catch {
        throw ImageError(
          asset: localIdentifier, reason: "\(original.path): cannot be read: \(error.localizedDescription)",
          kind: OriginalFile.exists(original.path) ? .unreadable : .missing)
      }
    }
  }

  /// A file with the whole edited picture in its own colours: a PNG of a lossless original, of others a JPEG of quality 95.
  private func edited(
    _ adjustments: Adjustments, codec: any ImageCodec, ledger: MemoryLedger
  ) throws(CodecError) -> OriginalData {
    let whole = ImageSpecification(targetSize: .maximum, resizeMode: .none, colorMode: .asTagged)
    let image = try codec.decode(path: original.path, as: whole, adjustments: adjustments, ledger: ledger)
    let isLossless = original.format.isLossless
    let bytes = try codec.file(of: image, isLossless: isLossless, captureDate: creationDate)
    return OriginalData(
      bytes: bytes, uniformTypeIdentifier: (isLossless ? ImageFormat.png : .jpegBaseline).typeIdentifier,
      orientation: .up, damage: image.damage)
  }
}

extension ImageError {
  /// Says why an asset's original could not be decoded.
  init(_ error: CodecError, of asset: Asset) {
    let kind: Kind =
      switch error.code {
      case .missing: .missing
      case .outOfMemory: .outOfMemory
      default: .unreadable
      }
    self.init(asset: asset.localIdentifier, reason: error.description, kind: kind)
  }

  /// Says that images of the asset may not be had.
  init(accessDeniedTo asset: Asset) {
    self.init(
      asset: asset.localIdentifier, reason: "access to this photo was not granted, or was taken back",
      kind: .accessDenied)
  }
}
