public import Foundation
internal import GalleryEngine

/// What a picked photo can be loaded as: `Data`, ``DecodedImage``, ``TransferableFile``, and what an app makes of one of these.
///
///     struct Avatar: PickerTransferable {
///       let image: DecodedImage
///       static var pickerRepresentation: PickerRepresentation<Avatar> { .image { Avatar(image: $0) } }
///     }
public protocol PickerTransferable: Sendable {
  /// How a value is made of a photo.
  static var pickerRepresentation: PickerRepresentation<Self> { get }
}

/// How a value is made of a picked photo, and of which kinds of photo it can be.
public struct PickerRepresentation<Value: Sendable>: Sendable {
  enum Source: Sendable {
    case data(@Sendable (Data) async throws -> Value)
    case image(@Sendable (DecodedImage) async throws -> Value)
    case file(@Sendable (TransferableFile) async throws -> Value)
  }

  let source: Source
  let contentType: PickerItem.ContentType

  /// Makes values of the bytes of a photo's file: the original, or, once it was edited, one that is made of its picture.
  ///
  /// - Parameters:
  ///   - contentType: what the original must be; any bytes will do by default.
  ///   - makeValue: makes a value; what it throws reaches the caller that loads.
  public static func data(
    _ contentType: PickerItem.ContentType = .data,
    _ makeValue: @escaping @Sendable (Data) async throws -> Value
  ) -> Self {
    Self(source: .data(makeValue), contentType: contentType)
  }

  /// Makes values of a photo's picture, with its edits.
  ///
  /// - Parameters:
  ///   - contentType: what the original must be; any picture by default.
  ///   - makeValue: makes a value; what it throws reaches the caller that loads.
  public static func image(
    _ contentType: PickerItem.ContentType = .image,
    _ makeValue: @escaping @Sendable (DecodedImage) async throws -> Value
  ) -> Self {
    Self(source: .image(makeValue), contentType: contentType)
  }

  /// Makes values of a copy of a photo's file: of the original, or, once it was edited, one that is made of its picture.
  ///
  /// - Parameters:
  ///   - contentType: what the original must be; any file will do by default.
  ///   - makeValue: makes a value, which owns the copy from then on; if it throws, the copy is removed, and what it throws
  ///     reaches the caller that loads.
  public static func file(
    _ contentType: PickerItem.ContentType = .data,
    _ makeValue: @escaping @Sendable (TransferableFile) async throws -> Value
  ) -> Self {
    Self(source: .file(makeValue), contentType: contentType)
  }
}

extension Data: PickerTransferable {
  /// The original as it is stored, or a file of the edited picture.
  public static var pickerRepresentation: PickerRepresentation<Data> { .data { $0 } }
}

extension DecodedImage: PickerTransferable {
  /// The picture, with its edits.
  public static var pickerRepresentation: PickerRepresentation<DecodedImage> { .image { $0 } }
}

extension TransferableFile: PickerTransferable {
  /// A copy of the original as it is stored, or a file of the edited picture.
  public static var pickerRepresentation: PickerRepresentation<TransferableFile> { .file { $0 } }
}

/// A copy of a picked photo's original, or a file of its edited picture, in a folder of its own, which belongs to the caller that loaded it.
///
/// Move the file to where it is wanted, or ``remove()`` it; it is not removed otherwise.
public struct TransferableFile: Hashable, Sendable {
  /// Where the copy is; its name is the original's, without what could mislead.
  public let url: URL
  /// What the file is.
  public let contentType: PickerItem.ContentType

  /// Removes the copy and its folder.
  ///
  /// - Throws: what the system says if they cannot be removed, or are not there any more.
  public func remove() throws { try FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  /// Makes a folder that only this user can look into, and fills a file in it; of a failure nothing is left behind.
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
