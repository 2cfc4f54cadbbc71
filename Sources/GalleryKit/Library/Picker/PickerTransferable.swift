public import Foundation
internal import GalleryEngine

/// A type that a picked photo can be loaded as: `Data`, ``DecodedImage``, ``TransferableFile``, or an app's type made from these.
///
///     struct Avatar: PickerTransferable {
///       let image: DecodedImage
///       static var pickerRepresentation: PickerRepresentation<Avatar> { .image { Avatar(image: $0) } }
///     }
public protocol PickerTransferable: Sendable {
  /// The way to make a value from a photo.
  static var pickerRepresentation: PickerRepresentation<Self> { get }
}

/// The way to make a value from a picked photo, and the type of photo that it needs; errors reach the caller that loads.
public struct PickerRepresentation<Value: Sendable>: Sendable {
  let contentType: PickerItem.ContentType
  /// Loads an asset's photo, at the size if it is decoded, and makes a value of it.
  let load: @Sendable (PickerLoader, Asset, PixelSize, ContentMode) async throws -> Value

  /// Makes values from the bytes of a photo's file: the original or, for an edited photo, a file made from its picture.
  ///
  /// - Parameters:
  ///   - contentType: the required type of the original; any bytes by default.
  ///   - makeValue: makes a value.
  public static func data(
    _ contentType: PickerItem.ContentType = .data,
    _ makeValue: @escaping @Sendable (Data) async throws -> Value
  ) -> Self {
    Self(contentType: contentType) { loader, asset, _, _ in try await makeValue(loader.data(of: asset)) }
  }

  /// Makes values from a photo's picture, with its edits.
  ///
  /// - Parameters:
  ///   - contentType: the required type of the original; any picture by default.
  ///   - makeValue: makes a value.
  public static func image(
    _ contentType: PickerItem.ContentType = .image,
    _ makeValue: @escaping @Sendable (DecodedImage) async throws -> Value
  ) -> Self {
    Self(contentType: contentType) { loader, asset, targetSize, contentMode in
      try await makeValue(loader.image(of: asset, targetSize: targetSize, contentMode: contentMode))
    }
  }

  /// Makes values from a copy of a photo's file: the original or, for an edited photo, a file made from its picture.
  ///
  /// - Parameters:
  ///   - contentType: the required type of the original; any file by default.
  ///   - makeValue: makes a value, which then owns the copy; if it throws, the copy is removed.
  public static func file(
    _ contentType: PickerItem.ContentType = .data,
    _ makeValue: @escaping @Sendable (TransferableFile) async throws -> Value
  ) -> Self {
    Self(contentType: contentType) { loader, asset, _, _ in
      let file = try await loader.file(of: asset)
      do { return try await makeValue(file) } catch {
        try? file.remove()
        throw error
      }
    }
  }
}

extension Data: PickerTransferable {
  /// The stored original, or a file of the edited picture.
  public static var pickerRepresentation: PickerRepresentation<Data> { .data { $0 } }
}

extension DecodedImage: PickerTransferable {
  /// The picture, with its edits.
  public static var pickerRepresentation: PickerRepresentation<DecodedImage> { .image { $0 } }
}

extension TransferableFile: PickerTransferable {
  /// A copy of the stored original, or a file of the edited picture.
  public static var pickerRepresentation: PickerRepresentation<TransferableFile> { .file { $0 } }
}

/// A copy of a picked photo's original, or a file of its edited picture, in its own folder; the loading caller owns it.
///
/// Move the file to its destination, or ``remove()`` it; nothing else removes it.
public struct TransferableFile: Hashable, Sendable {
  /// The copy's location; its name is the original's, without misleading characters.
  public let url: URL
  /// The file's type.
  public let contentType: PickerItem.ContentType

  /// Removes the copy and its folder; throws the system's error if they cannot be removed or no longer exist.
  public func remove() throws { try FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  /// Makes a folder that only this user can open, and fills a file in it; a failure leaves nothing behind.
  init(
    named name: String, contentType: PickerItem.ContentType, in temporaryFolder: String,
    _ fill: (FileHandle) throws -> Void
  ) throws {
    let manager = FileManager.default
    let folder = URL(fileURLWithPath: temporaryFolder).appendingPathComponent("picked-\(UUID().uuidString)")
    url = folder.appendingPathComponent(name)
    self.contentType = contentType
    try manager.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    do {
      try Data().write(to: url, options: .withoutOverwriting)
      let file = try FileHandle(forWritingTo: url)
      defer { try? file.close() }
      try fill(file)
    } catch {
      try? manager.removeItem(at: folder)
      throw error
    }
  }
}
