internal import GalleryEngine

/// Which photos a picker offers.
///
///     let filter: PickerFilter = .all(of: [.images, .not(.screenshots)])
public struct PickerFilter: Hashable, Sendable {
  /// What holds of the assets that are offered.
  public let predicate: AssetPredicate

  /// Whatever meets a condition.
  public static func matching(_ predicate: AssetPredicate) -> PickerFilter {
    PickerFilter(predicate: predicate)
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
  public static func any(of filters: some Sequence<PickerFilter>) -> PickerFilter {
    matching(filters.reduce(.none) { $0 || $1.predicate })
  }

  /// Whatever all of the filters let through; everything if there is none.
  public static func all(of filters: some Sequence<PickerFilter>) -> PickerFilter {
    matching(filters.reduce(.all) { $0 && $1.predicate })
  }

  /// Whatever the filter does not let through.
  public static func not(_ filter: PickerFilter) -> PickerFilter { matching(!filter.predicate) }
}
