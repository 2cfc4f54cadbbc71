#if canImport(CoreGraphics)
  internal import CoreGraphics
  internal import Foundation
  internal import GalleryEngine

  /// Draws a plan's part of a decoded picture, in strips.
  ///
  /// Their rows then take the path of all rows: they are resampled if necessary, and turned upright.
  struct SystemDrawing {
    private let plan: DecodePlan
    private let order: DecodeOrder
    private let file: String

    /// Rows per strip.
    private static let stripRows = 64

    /// Makes a drawing for a plan and the order that it was made from.
    init(_ plan: DecodePlan, _ order: DecodeOrder, file: String) {
      (self.plan, self.order, self.file) = (plan, order, file)
    }

    /// Draws a picture as it is stored; assumes that it has the plan's scaled size.
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
      // Transparent pixels also replace those of the previous strip.
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

    /// Divides premultiplied colours by alpha.
    private static func separateAlpha(of row: UnsafeMutablePointer<UInt8>, count: Int) {
      for pixel in stride(from: 0, to: count * 4, by: 4) {
        let alpha = unsafe Int(row[pixel + 3])
        guard alpha > 0, alpha < 255 else { continue }
        for channel in pixel..<pixel + 3 {
          unsafe row[channel] = UInt8(min(255, (Int(row[channel]) * 255 + alpha / 2) / alpha))
        }
      }
    }

    /// The colour space to draw in, and its profile if it is not sRGB.
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
    /// Whether pixels may be transparent.
    var hasAlpha: Bool {
      switch alphaInfo {
      case .none, .noneSkipFirst, .noneSkipLast: false
      default: true
      }
    }
  }
#endif
