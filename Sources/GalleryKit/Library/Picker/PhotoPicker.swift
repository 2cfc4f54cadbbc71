internal import Foundation
internal import GalleryEngine
internal import GalleryImages
internal import GalleryRequests
internal import OrderedCollections

/// Lets the user choose photos for code without access to the library.
///
///     let picker = PhotoPicker(library: library, prompt: prompt)
///     guard let items = try await picker.pick(PhotoPicker.Configuration(selectionLimit: 3)) else { return }
///     let images = await items.loadTransferables(type: DecodedImage.self, targetSize: size)
///
/// The picker needs no authorization: choosing a photo grants access to it, and nothing else does. The code that makes the picker
/// chooses the prompt, and trusts it with the library; any other code may then have the picker.
public struct PhotoPicker: Sendable {
  private let library: PhotoLibrary
  private let prompt: any PhotoPicker.Prompting
  private let loader: PickerLoader

  /// Makes a picker.
  ///
  /// - Parameters:
  ///   - library: the library to choose from; the access of its client does not matter.
  ///   - prompt: lets the user choose.
  ///   - imageManager: makes the images of picked photos, and downloads originals, if it can; the default decodes one image at a
  ///     time and downloads nothing.
  ///   - temporaryFolder: the folder for copies of files; the system's by default.
  public init(
    library: PhotoLibrary, prompt: any PhotoPicker.Prompting,
    imageManager: ImageManager = ImageManager(configuration: .init(decodeWorkers: 1)),
    temporaryFolder: String? = nil
  ) {
    self.library = library
    self.prompt = prompt
    loader = PickerLoader(
      manager: imageManager,
      temporaryFolder: temporaryFolder ?? FileManager.default.temporaryDirectory.path)
  }

  /// Lets the user choose, and ignores identifiers in the prompt's answer that were not offered, no longer exist or repeat.
  ///
  /// - Returns: the chosen photos, possibly none; `nil` if the user dismissed the picker, so that an earlier choice still holds.
  /// - Throws: `LibraryError` if the catalogue cannot be read, ``PickerItem/LoadingError/tooMany(chosen:limit:)``, and
  ///   `CancellationError` if the task was cancelled.
  public func pick(_ configuration: Configuration = Configuration()) async throws -> [PickerItem]? {
    try Task.checkCancellation()
    let whole = library.ownersView
    let chosen = await prompt.choose(from: try PhotoPicker.Presentation(configuration, of: whole))
    try Task.checkCancellation()
    guard let chosen = chosen.map({ OrderedSet($0).elements }) else { return nil }
    guard chosen.count <= configuration.limit else {
      throw PickerItem.LoadingError.tooMany(chosen: chosen.count, limit: configuration.limit)
    }
    var options = configuration.options
    if configuration.selection == .default {
      options.sortDescriptors = [.init(.creationDate, ascending: false)]
    }
    return try whole.fetchAssets(withLocalIdentifiers: chosen, options).map {
      PickerItem($0, of: whole, loader: loader)
    }
  }

  /// Lets the user choose photos: a window in an app, an option on a command line, a choice known beforehand in a test.
  ///
  /// It acts for the user, not for the code that wants photos: it sees the whole library.
  public protocol Prompting: Sendable {
    /// Lets the user choose; its task is cancelled when no caller waits for the choice any longer.
    ///
    /// - Returns: the identifiers of the chosen assets, in the order of the choice; `nil` if the user dismissed the picker.
    func choose(from presentation: PhotoPicker.Presentation) async -> [String]?
  }

  /// The contents of a picker.
  public struct Presentation: Sendable {
    /// The assets on offer, newest first.
    public let assets: FetchResult<Asset>
    /// The assets that are already chosen, in order.
    public let preselected: [Asset]
    /// The limit and the order of the choice.
    public let configuration: PhotoPicker.Configuration
    /// The library; the prompt may read all of it, to show albums.
    public let library: PhotoLibrary

    init(_ configuration: PhotoPicker.Configuration, of library: PhotoLibrary) throws(LibraryError) {
      self.configuration = configuration
      self.library = library
      assets = try library.fetchAssets(configuration.options)
      preselected = Array(
        try library.fetchAssets(
          withLocalIdentifiers: OrderedSet(configuration.preselectedAssetIdentifiers).elements,
          configuration.options
        )
        .prefix(configuration.limit))
    }
  }

  /// A prompt that always makes the same choice, without asking.
  public struct FixedChoice: PhotoPicker.Prompting {
    /// The chosen identifiers; `nil` dismisses the picker.
    public var identifiers: [String]?

    /// Makes a choice.
    public init(_ identifiers: [String]?) { self.identifiers = identifiers }

    /// See ``PhotoPicker/Prompting``.
    public func choose(from presentation: PhotoPicker.Presentation) async -> [String]? { identifiers }
  }
}
