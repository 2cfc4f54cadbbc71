#if canImport(SwiftUI)
  public import GalleryEngine
  public import GalleryRequests
  public import SwiftUI

  extension Image {
    /// Makes a picture of a decoded image; `nil` if Core Graphics refuses it.
    ///
    /// - Parameter scale: pixels per point.
    public init?(_ image: DecodedImage, scale: CGFloat = 1) {
      guard let picture = image.cgImage else { return nil }
      self.init(decorative: picture, scale: scale)
    }
  }

  /// A photo that fills its place: first the nearest available image, then its own.
  ///
  ///     LazyVGrid(columns: columns) {
  ///       ForEach(photos) { AssetImage($0, from: manager).aspectRatio(1, contentMode: .fit) }
  ///     }
  ///
  /// It releases its image when it leaves the screen, which a lazy grid's cells do not do by themselves.
  public struct AssetImage: View {
    private let asset: Asset
    private let manager: any ImageRequesting
    @State private var shown: Image?
    @Environment(\.displayScale) private var displayScale

    /// The inputs of an image; if one changes, the image is requested again.
    private struct Wish: Hashable {
      var asset: Asset
      var size: PixelSize
    }

    /// Makes a view of an asset.
    public init(_ asset: Asset, from manager: any ImageRequesting) {
      (self.asset, self.manager) = (asset, manager)
    }

    /// The image, or grey.
    public var body: some View {
      GeometryReader { place in
        let size = PixelSize(
          width: Int((place.size.width * displayScale).rounded(.up)),
          height: Int((place.size.height * displayScale).rounded(.up)))
        ZStack {
          Color.gray.opacity(0.2)
          if let shown { shown.resizable().aspectRatio(contentMode: .fill) }
        }
        .frame(width: place.size.width, height: place.size.height)
        .clipped()
        .task(id: Wish(asset: asset, size: size)) { await load(size) }
        .onDisappear { shown = nil }
      }
    }

    private func load(_ size: PixelSize) async {
      guard !size.isEmpty else { return }
      do {
        for try await response in manager.images(for: asset, targetSize: size) {
          shown = response.image.flatMap { Image($0) }
        }
      } catch {
        // Without an image it stays grey; a cancelled request leaves the shown image.
        if !(error is CancellationError) { shown = nil }
      }
    }
  }
#endif
