internal import GalleryEngine

extension PhotoPicker {
  /// What a picker offers, and how many photos the user may choose.
  public struct Configuration: Hashable, Sendable {
    /// Which order the chosen photos come in.
    public enum Selection: String, Hashable, Sendable, CaseIterable {
      /// That in which the picker offers them: newest first.
      case `default`
      /// That in which the user chose them.
      case ordered
    }

    /// Which photos are offered; `nil`, the default, means all that are not hidden.
    public var filter: PhotoPicker.Filter?
    /// The most photos to choose; 1 by default, 0 means any number.
    public var selectionLimit: Int
    /// Which order the chosen photos come in.
    public var selection: Selection
    /// What is chosen when the picker appears, in order; what is not offered is passed over, as is what exceeds the limit.
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

    /// What is offered.
    var options: FetchOptions { FetchOptions(predicate: filter?.predicate) }

    /// How many may be chosen.
    var limit: Int { selectionLimit > 0 ? selectionLimit : .max }
  }
}

extension PhotoPicker {
  /// Which photos a picker offers.
  ///
  ///     let filter: PhotoPicker.Filter = .all(of: [.images, .not(.screenshots)])
  public struct Filter: Hashable, Sendable {
    /// What holds of the assets that are offered.
    public let predicate: AssetPredicate

    /// Whatever meets a condition.
    public static func matching(_ predicate: AssetPredicate) -> PhotoPicker.Filter {
      PhotoPicker.Filter(predicate: predicate)
    }

    /// Pictures that could be read when they were indexed.
    public static var images: Self { matching(.where { $0.pixelWidth > 0 }) }
    /// Wide views.
    public static var panoramas: Self { matching(.where { $0.mediaSubtypes.contains(.photoPanorama) }) }
    /// Pictures of screens.
    public static var screenshots: Self { matching(.where { $0.mediaSubtypes.contains(.photoScreenshot) }) }
    /// Photos with a gain map.
    public static var hdr: Self { matching(.where { $0.mediaSubtypes.contains(.photoHDR) }) }
    /// Photos with a depth map.
    public static var depthEffectPhotos: Self {
      matching(.where { $0.mediaSubtypes.contains(.photoDepthEffect) })
    }
    /// Photos that stand for a burst.
    public static var bursts: Self { matching(.where { $0.representsBurst }) }

    /// Whatever one of the filters lets through; nothing if there is none.
    public static func any(of filters: some Sequence<PhotoPicker.Filter>) -> PhotoPicker.Filter {
      matching(filters.reduce(.none) { $0 || $1.predicate })
    }

    /// Whatever all of the filters let through; everything if there is none.
    public static func all(of filters: some Sequence<PhotoPicker.Filter>) -> PhotoPicker.Filter {
      matching(filters.reduce(.all) { $0 && $1.predicate })
    }

    /// Whatever the filter does not let through.
    public static func not(_ filter: PhotoPicker.Filter) -> PhotoPicker.Filter { matching(!filter.predicate) }
  }
}

extension PickerItem {
  /// What a file is, by its uniform type identifier.
  public struct ContentType: Hashable, Sendable {
    /// The identifier, such as `public.jpeg`.
    public let identifier: String

    /// Makes a type of that identifier.
    public init(_ identifier: String) { self.identifier = identifier }

    /// A JPEG.
    public static let jpeg = PickerItem.ContentType("public.jpeg")
    /// A PNG.
    public static let png = PickerItem.ContentType("public.png")
    /// A picture of any format.
    public static let image = PickerItem.ContentType("public.image")
    /// Bytes of any kind.
    public static let data = PickerItem.ContentType("public.data")

    /// Whether whatever is of this type is of the other one, too.
    public func conforms(to other: PickerItem.ContentType) -> Bool {
      self == other || other == .data || other == .image && (self == .jpeg || self == .png)
    }
  }
}

extension PickerItem {
  /// Why a photo cannot be picked, or what was picked cannot be loaded.
  public enum LoadingError: Error, Hashable, Sendable {
    /// The picked photo of this identifier was deleted.
    case missing(String)
    /// A prompt answered with more photos than it was to let the user choose.
    case tooMany(chosen: Int, limit: Int)
  }
}

extension PickerItem.LoadingError: CustomStringConvertible {
  /// What was expected, what was found, and what to do, in one line for people.
  public var description: String {
    switch self {
    case .missing(let identifier): "the picked photo \(identifier) was deleted from its library; pick another"
    case .tooMany(let chosen, let limit):
      "the picker was to offer a choice of at most \(limit) photos, and answered with \(chosen); correct its prompt"
    }
  }
}
