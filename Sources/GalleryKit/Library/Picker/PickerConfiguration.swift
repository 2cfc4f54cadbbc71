internal import GalleryEngine
internal import GalleryImages

extension PhotoPicker {
  /// The photos that a picker offers, and the number that the user may choose.
  public struct Configuration: Hashable, Sendable {
    /// The order of the chosen photos.
    public enum Selection: String, Hashable, Sendable, CaseIterable {
      /// The picker's order: newest first.
      case `default`
      /// The order in which the user chooses them.
      case ordered
    }

    /// The filter for the offered photos; `nil`, the default, offers all that are not hidden.
    public var filter: PhotoPicker.Filter?
    /// The maximum number of photos to choose; 1 by default, 0 means any number.
    public var selectionLimit: Int
    /// The order of the chosen photos.
    public var selection: Selection
    /// The assets chosen when the picker appears, in order; assets not offered or beyond the limit are ignored.
    public var preselectedAssetIdentifiers: [String]

    /// Makes a configuration.
    public init(
      filter: PhotoPicker.Filter? = nil, selectionLimit: Int = 1, selection: Selection = .default,
      preselectedAssetIdentifiers: [String] = []
    ) {
      self.filter = filter
      self.selectionLimit = selectionLimit
      self.selection = selection
      self.preselectedAssetIdentifiers = preselectedAssetIdentifiers
    }

    var options: FetchOptions { FetchOptions(predicate: filter?.predicate) }

    var limit: Int { selectionLimit > 0 ? selectionLimit : .max }
  }

  /// A filter for the photos that a picker offers.
  ///
  ///     let filter: PhotoPicker.Filter = .all(of: [.images, .not(.screenshots)])
  public struct Filter: Hashable, Sendable {
    /// The condition that the offered assets meet.
    public let predicate: AssetPredicate

    /// All assets that meet a condition.
    public static func matching(_ predicate: AssetPredicate) -> PhotoPicker.Filter {
      PhotoPicker.Filter(predicate: predicate)
    }

    /// Pictures that could be read when they were indexed.
    public static var images: Self { matching(.where { $0.pixelWidth > 0 }) }
    /// Panoramas.
    public static var panoramas: Self { matching(.where { $0.mediaSubtypes.contains(.photoPanorama) }) }
    /// Screenshots.
    public static var screenshots: Self { matching(.where { $0.mediaSubtypes.contains(.photoScreenshot) }) }
    /// Photos with a gain map.
    public static var hdr: Self { matching(.where { $0.mediaSubtypes.contains(.photoHDR) }) }
    /// Photos with a depth map.
    public static var depthEffectPhotos: Self {
      matching(.where { $0.mediaSubtypes.contains(.photoDepthEffect) })
    }
    /// Photos that represent a burst.
    public static var bursts: Self { matching(.where { $0.representsBurst }) }

    /// All assets that at least one filter accepts; none without filters.
    public static func any(of filters: some Sequence<PhotoPicker.Filter>) -> PhotoPicker.Filter {
      matching(filters.reduce(.none) { $0 || $1.predicate })
    }

    /// All assets that every filter accepts; all assets without filters.
    public static func all(of filters: some Sequence<PhotoPicker.Filter>) -> PhotoPicker.Filter {
      matching(filters.reduce(.all) { $0 && $1.predicate })
    }

    /// All assets that the filter rejects.
    public static func not(_ filter: PhotoPicker.Filter) -> PhotoPicker.Filter { matching(!filter.predicate) }
  }
}

extension PickerItem {
  /// A file's type, by its uniform type identifier.
  public struct ContentType: Hashable, Sendable {
    /// The identifier, such as `public.jpeg`.
    public let identifier: String

    /// Makes a type from its identifier.
    public init(_ identifier: String) { self.identifier = identifier }

    /// A JPEG.
    public static let jpeg = PickerItem.ContentType("public.jpeg")
    /// A PNG.
    public static let png = PickerItem.ContentType("public.png")
    /// A picture of any format that this build decodes.
    public static let image = PickerItem.ContentType("public.image")
    /// Bytes of any kind.
    public static let data = PickerItem.ContentType("public.data")

    /// Whether every file of this type is also of the other type; what this build decodes is an ``image``.
    public func conforms(to other: PickerItem.ContentType) -> Bool {
      self == other || other == .data || other == .image && ImageFormat.readableTypes.contains(identifier)
    }
  }

  /// An error in picking photos or in loading a picked photo.
  public enum LoadingError: Error, Hashable, Sendable {
    /// The picked photo of this identifier was deleted.
    case missing(String)
    /// A prompt answered with more photos than the limit allows.
    case tooMany(chosen: Int, limit: Int)
  }
}

extension PickerItem.LoadingError: CustomStringConvertible {
  /// One line for people: the expectation, the finding and the remedy.
  public var description: String {
    switch self {
    case .missing(let identifier): "the picked photo \(identifier) was deleted from its library; pick another"
    case .tooMany(let chosen, let limit):
      "the picker was asked for at most \(limit) photos and answered with \(chosen); correct its prompt"
    }
  }
}
