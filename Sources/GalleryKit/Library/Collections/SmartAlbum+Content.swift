internal import GalleryEngine

extension SmartAlbum {
  /// What it is called in English.
  public var title: String {
    switch self {
    case .library: "Library"
    case .recents: "Recents"
    case .favorites: "Favorites"
    case .hidden: "Hidden"
    case .bursts: "Bursts"
    case .panoramas: "Panoramas"
    case .screenshots: "Screenshots"
    case .hdr: "HDR"
    case .depthEffect: "Portrait"
    }
  }

  /// The album itself.
  public var collection: AssetCollection {
    AssetCollection(
      localIdentifier: "smart-\(rawValue)", kind: .smartAlbum(self), localizedTitle: title, content: content)
  }

  private var content: AssetCollection.Content {
    switch self {
    case .library: .matching(.all)
    case .recents: .matching(.all, inOrderOfAddition: true)
    case .favorites: .matching(.where { $0.isFavorite })
    case .hidden: .matching(.where { $0.isHidden })
    case .bursts: .matching(.where { $0.representsBurst })
    case .panoramas: .matching(.where { $0.mediaSubtypes.contains(.photoPanorama) })
    case .screenshots: .matching(.where { $0.mediaSubtypes.contains(.photoScreenshot) })
    case .hdr: .matching(.where { $0.mediaSubtypes.contains(.photoHDR) })
    case .depthEffect: .matching(.where { $0.mediaSubtypes.contains(.photoDepthEffect) })
    }
  }
}
