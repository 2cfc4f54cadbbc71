internal import Foundation
internal import GalleryEngine
internal import GalleryImages

/// Lets the user choose photos for code that may not see the library.
///
///     let picker = PhotoPicker(library: library, prompt: prompt)
///     guard let items = try await picker.pick(PickerConfiguration(selectionLimit: 3)) else { return }
///     let images = await items.loadTransferables(type: DecodedImage.self, targetSize: size)
///
/// No authorization is asked for and none is needed: choosing a photo is what grants it, and nothing else. Whoever makes the
/// picker chooses the prompt, and trusts it with the library; the picker can then be handed to anybody.
public struct PhotoPicker: Sendable {
  private let library: PhotoLibrary
  private let prompt: any PickerPrompting
  private let loader: PickerLoader

  /// Makes a picker.
  ///
  /// - Parameters:
  ///   - library: what to choose from, whatever its client may see of it.
  ///   - prompt: lets the user choose.
  ///   - imageManager: gives the images of what was picked, and downloads originals, if it can; by default one that decodes an
  ///     image at a time and leaves in the cloud what is there.
  ///   - temporaryFolder: where copies of files are made; the system's by default.
  public init(
    library: PhotoLibrary, prompt: any PickerPrompting,
    imageManager: ImageManager = ImageManager(configuration: .init(decodeWorkers: 1)),
    temporaryFolder: String? = nil
  ) {
    self.library = library
    self.prompt = prompt
    loader = PickerLoader(
      manager: imageManager,
      temporaryFolder: temporaryFolder ?? FileManager.default.temporaryDirectory.path)
  }

  /// Lets the user choose.
  ///
  /// What the prompt answers with is passed over where it was not offered, or is gone meanwhile, or stands twice.
  ///
  /// - Returns: what was chosen, which may be nothing; `nil` if the user dismissed the picker, and whatever was chosen before
  ///   still holds.
  /// - Throws: `LibraryError` if the catalogue cannot be read, ``PickerError/tooMany(chosen:limit:)``, and
  ///   `CancellationError` if the task was cancelled.
  public func pick(
    _ configuration: PickerConfiguration = PickerConfiguration()
  ) async throws -> [PickerItem]? {
    try Task.checkCancellation()
    let whole = library.ownersView
    let chosen = await prompt.choose(from: try PickerPresentation(configuration, of: whole))
    try Task.checkCancellation()
    guard let chosen = chosen?.uniqued else { return nil }
    guard chosen.count <= configuration.limit else {
      throw PickerError.tooMany(chosen: chosen.count, limit: configuration.limit)
    }
    var options = configuration.options
    if configuration.selection == .default {
      options.sortDescriptors = [.init(.creationDate, ascending: false)]
    }
    return try whole.fetchAssets(withLocalIdentifiers: chosen, options).map {
      PickerItem($0, of: whole, loader: loader)
    }
  }
}
