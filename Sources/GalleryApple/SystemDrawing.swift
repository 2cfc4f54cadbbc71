#if canImport(CoreGraphics)
  internal import CoreGraphics
  internal import Foundation
  internal import GalleryEngine

  /// Draws the part of a decoded picture that a plan wants, in strips, whose rows then go the way of all rows: resampled where
  /// they must be, and turned upright.
  struct SystemDrawing {
    private let plan: DecodePlan
    private let order: DecodeOrder
    private let file: String

    /// Rows that are drawn at a time.
    private static let stripRows = 64

    /// Draws for a plan that was made by an order.
    init(_ plan: DecodePlan, _ order: DecodeOrder, file: String) {
      (self.plan, self.order, self.file) = (plan, order, file)
    }

    /// Draws a picture as it is stored, which is taken to have the plan's scaled size.
    func draw(_ picture: CGImage) throws(CodecError) -> DecodedImage {
      let colors = Colors(of: picture, mode: order.specification.colorMode)
      let buffer = try RowPipeline.buffer(plan, file: file, ledger: order.ledger)
      var sink = RowPipeline.make(
        plan, orientation: order.orientation, hasAlpha: picture.hasAlpha, into: buffer, ledger: order.ledger)
      let width = plan.columns.count
      let strip = ScratchBuffer<UInt8>(
        count: width * 4 * Self.stripRows, besides: picture.bytesPerRow * picture.height, ledger: order.ledger
      )
      guard
        let context = unsafe CGContext(
          data: strip.start, width: width, height: Self.stripRows, bitsPerComponent: 8,
          bytesPerRow: width * 4, space: colors.space, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
      else { throw CodecError(file: file, code: .outOfMemory, message: "no memory to draw it") }
      // What is transparent replaces what the strip before has left, too.
      context.setBlendMode(.copy)
      context.interpolationQuality = .high
      for top in stride(from: plan.rows.lowerBound, to: plan.rows.upperBound, by: Self.stripRows) {
        // Core Graphics counts upwards from the lower edge.
        context.draw(
          picture,
          in: CGRect(
            x: -plan.columns.lowerBound, y: Self.stripRows + top - plan.scaledSize.height,
            width: plan.scaledSize.width, height: plan.scaledSize.height))
        for row in 0..<min(Self.stripRows, plan.rows.upperBound - top) {
          let start = unsafe strip.start + row * width * 4
          if picture.hasAlpha { unsafe Self.separateAlpha(of: start, count: width) }
          unsafe sink.append(start)
        }
      }
      order.toning?.apply(to: buffer)
      return DecodedImage(
        pixels: buffer, colorProfile: colors.profile,
        decodedPixels: plan.scaledSize.width * plan.scaledSize.height)
    }

    /// Makes colours that were multiplied by alpha what they were.
    private static func separateAlpha(of row: UnsafeMutablePointer<UInt8>, count: Int) {
      for pixel in stride(from: 0, to: count * 4, by: 4) {
        let alpha = unsafe Int(row[pixel + 3])
        guard alpha > 0, alpha < 255 else { continue }
        for channel in pixel..<pixel + 3 {
          unsafe row[channel] = UInt8(min(255, (Int(row[channel]) * 255 + alpha / 2) / alpha))
        }
      }
    }

    /// The colours that are drawn in, and what is said of them where they are not sRGB.
    private struct Colors {
      var space: CGColorSpace
      var profile: ColorProfile?

      init(of picture: CGImage, mode: ColorMode) {
        space = CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB()
        guard mode == .asTagged, let own = picture.colorSpace, own.model == .rgb, own.supportsOutput,
          own.name != space.name, let bytes = own.copyICCData()
        else { return }
        space = own
        profile = ColorProfile(bytes: Array(bytes as Data))
      }
    }
  }

  extension CGImage {
    /// Whether pixels may let something through.
    var hasAlpha: Bool {
      switch alphaInfo {
      case .none, .noneSkipFirst, .noneSkipLast: false
      default: true
      }
    }
  }
#endif
