#if canImport(CoreGraphics)
  public import CoreGraphics
  internal import Foundation
  public import GalleryEngine

  extension DecodedImage {
    /// The picture for Core Graphics, UIKit and AppKit, which keep its pixels as long as they like and copy none.
    ///
    ///     cell.imageView.image = image.cgImage.map { UIImage(cgImage: $0) }
    ///
    /// `nil` if Core Graphics refuses it.
    ///
    /// - Complexity: O(pixels), to find out whether all are opaque.
    public var cgImage: CGImage? {
      pixels.cgImage(in: colorProfile.flatMap { CGColorSpace(iccData: Data($0.bytes) as CFData) })
    }
  }

  extension PixelBuffer {
    /// The pixels as a picture; see ``DecodedImage/cgImage``, which knows their colour space.
    ///
    /// - Parameter colors: the pixels' colour space; sRGB by default.
    public func cgImage(in colors: CGColorSpace? = nil) -> CGImage? {
      guard let space = colors ?? CGColorSpace(name: CGColorSpace.sRGB) else { return nil }
      let alpha = isOpaque ? CGImageAlphaInfo.noneSkipLast : .last
      guard let pixels = unsafe retained() else { return nil }
      let provider = unsafe CGDataProvider(
        dataInfo: pixels.owner, data: pixels.address, size: pixels.byteCount,
        releaseData: { owner, _, _ in unsafe PixelBuffer.Retained.release(owner) })
      guard let provider else {
        unsafe PixelBuffer.Retained.release(pixels.owner)
        return nil
      }
      return unsafe CGImage(
        width: size.width, height: size.height, bitsPerComponent: 8, bitsPerPixel: 32,
        bytesPerRow: bytesPerRow, space: space, bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue),
        provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
  }
#endif
