internal import Foundation
internal import GalleryEngine
internal import Support

extension Original {
  /// The file to read a degraded image from: the original, or its downloaded part.
  var degradedImagePath: String {
    remoteURL == nil || FileNames.exist(path) ? path : DownloadJob.partPath(of: path)
  }
}

extension Asset {
  /// Reads the original, or makes a file of the edited picture; fails if neither is possible.
  func readData(codec: any ImageCodec, ledger: MemoryLedger) -> Result<OriginalData, ImageError> {
    Result { () throws(ImageError) in
      do {
        if let adjustments, !adjustments.isEmpty {
          return try edited(adjustments, codec: codec, ledger: ledger)
        }
        var bytes = Data()
        try OpenFile(original.path).forEachPiece(of: 1 << 20) { bytes += $0 }
        return OriginalData(
          bytes: bytes,
          uniformTypeIdentifier: original.format.typeIdentifier,
          orientation: orientation)
      } catch let error as CodecError {
        throw ImageError(error, of: self)
      } catch {
        let reason = (error as? SystemError)?.reason ?? error.localizedDescription
        throw ImageError(
          asset: localIdentifier, reason: "\(original.path): cannot be read: \(reason)",
          kind: FileNames.exist(original.path) ? .unreadable : .missing)
      }
    }
  }

  /// A file with the whole edited picture in its own colours: a PNG of a lossless original, else a JPEG of quality 95.
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
  /// Makes the error for an asset's original that could not be decoded.
  init(_ error: CodecError, of asset: Asset) {
    let kind: Kind =
      switch error.code {
      case .missing: .missing
      case .outOfMemory: .outOfMemory
      default: .unreadable
      }
    self.init(asset: asset.localIdentifier, reason: error.description, kind: kind)
  }

  /// Makes the error for an asset whose images the client does not get.
  init(_ refusal: AssetRefusal, of asset: Asset) {
    switch refusal {
    case .denied:
      self.init(
        asset: asset.localIdentifier, reason: "access to this photo was not granted, or was revoked",
        kind: .accessDenied)
    case .unknown(let reason):
      self.init(
        asset: asset.localIdentifier,
        reason: "it is not known whether access to this photo is granted: \(reason)", kind: .unreadable)
    }
  }
}
