extension Asset {
  /// The special kinds of a photo; the catalogue stores the bits, so their meaning never changes.
  public struct MediaSubtypes: OptionSet, Hashable, Sendable, Codable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A wide view, usually put together from several pictures.
    public static let photoPanorama = Asset.MediaSubtypes(rawValue: 1 << 0)
    /// Holds a gain map, with which a screen of high dynamic range shows it brighter.
    public static let photoHDR = Asset.MediaSubtypes(rawValue: 1 << 1)
    /// A screenshot.
    public static let photoScreenshot = Asset.MediaSubtypes(rawValue: 1 << 2)
    /// Holds a depth map, as portraits with a blurred background do.
    public static let photoDepthEffect = Asset.MediaSubtypes(rawValue: 1 << 4)
  }
}

extension Asset {
  /// The ways in which a photo of a burst was chosen; empty if it was not chosen.
  public struct BurstSelectionTypes: OptionSet, Hashable, Sendable, Codable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The camera considers it the best of the burst.
    public static let autoPick = Asset.BurstSelectionTypes(rawValue: 1 << 0)
    /// The user chose it.
    public static let userPick = Asset.BurstSelectionTypes(rawValue: 1 << 1)
  }
}
