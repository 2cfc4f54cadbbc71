internal import Foundation
internal import GalleryEngine
internal import GalleryImages
internal import GalleryRequests
internal import Support

/// Reads, decodes and copies picked photos.
struct PickerLoader: Sendable {
  /// The number of downloads that an image manager runs at a time.
  static let concurrentLoads = 4
  private static let pieceByteCount = 1 << 20

  let manager: ImageManager
  let temporaryFolder: String

  func image(of asset: Asset, targetSize: PixelSize, contentMode: ContentMode) async throws -> DecodedImage {
    try await manager.image(
      for: asset, targetSize: targetSize, contentMode: contentMode,
      options: ImageRequestOptions(
        resizeMode: .exact, deliveryMode: .highQualityFormat, isNetworkAccessAllowed: true))
  }

  /// The original's bytes, or those of a file made from the edited picture.
  func data(of asset: Asset) async throws -> Data {
    if let made = try await made(of: asset) { return made.bytes }
    return try await working { check in
      var data = Data()
      try Self.read(asset, check) { data += $0 }
      return data
    }
  }

  /// A copy of the original, or a file made from the edited picture.
  func file(of asset: Asset) async throws -> TransferableFile {
    let (original, made) = (asset.original, try await made(of: asset))
    // An edited picture is not always of its original's type.
    let type = made?.uniformTypeIdentifier ?? original.format.typeIdentifier
    let format = ImageFormat.allCases.first { $0.typeIdentifier == type } ?? .unknown
    let name = FileName.visible(asset.fileName, else: asset.localIdentifier)
    let whole = FileName.with(extensionOf: format, name)
    return try await working { check in
      try TransferableFile(
        named: whole, contentType: PickerItem.ContentType(type), in: temporaryFolder
      ) { file in
        if let made {
          try file.write(contentsOf: made.bytes)
        } else {
          try Self.read(asset, check) { try file.write(contentsOf: $0) }
        }
      }
    }
  }

  /// The downloaded original, or a file made from the edited picture; `nil` if the original on this machine
  /// is wanted as it is.
  private func made(of asset: Asset) async throws -> OriginalData? {
    guard asset.isRemote || asset.hasAdjustments else { return nil }
    return try await manager.imageData(for: asset, options: ImageRequestOptions(isNetworkAccessAllowed: true))
  }

  /// Does work on a thread that may wait for files; the closure that `work` receives throws once the task is
  /// cancelled.
  private func working<Value: Sendable>(
    _ work: @escaping @Sendable (_ checkCancellation: () throws -> Void) throws -> Value
  ) async throws -> Value {
    let isCancelled = Locked(false)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        manager.executor.perform {
          continuation.resume(
            with: Result { try work { if isCancelled.withLock({ $0 }) { throw CancellationError() } } })
        }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }

  /// Reads a regular file piece by piece.
  private static func read(
    _ asset: Asset, _ checkCancellation: () throws -> Void, _ take: (Data) throws -> Void
  ) throws {
    let path = asset.original.path
    try checkCancellation()
    do {
      try OpenFile(path).forEachPiece(of: pieceByteCount) { piece in
        try checkCancellation()
        try take(Data(piece))
      }
    } catch let error as SystemError {
      throw ImageError(
        asset: asset.localIdentifier, reason: asset.failure ?? "\(path): cannot be read: \(error.reason)",
        kind: error.saysGone ? .missing : .unreadable)
    }
  }
}
