extension Asset {
  /// What kinds of photo a photo is, beside being one; the catalogue keeps the bits, so none ever changes its meaning.
  public struct MediaSubtypes: OptionSet, Hashable, Sendable, Codable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A wide view, usually put together from several pictures.
    public static let photoPanorama = Asset.MediaSubtypes(rawValue: 1 << 0)
    /// Holds a gain map, with which a screen of high dynamic range shows it brighter.
    public static let photoHDR = Asset.MediaSubtypes(rawValue: 1 << 1)
    /// A picture of a screen.
    public static let photoScreenshot = Asset.MediaSubtypes(rawValue: 1 << 2)
    /// Holds a map of how far away everything is, as portraits do whose background is blurred.
    public static let photoDepthEffect = Asset.MediaSubtypes(rawValue: 1 << 4)
  }
}

extension Asset {
  /// Who chose a photo of a burst; empty if it was not chosen.
  public struct BurstSelectionTypes: OptionSet, Hashable, Sendable, Codable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The camera takes it for the best of the burst.
    public static let autoPick = Asset.BurstSelectionTypes(rawValue: 1 << 0)
    /// The user chose it.
    public static let userPick = Asset.BurstSelectionTypes(rawValue: 1 << 1)
  }
}
