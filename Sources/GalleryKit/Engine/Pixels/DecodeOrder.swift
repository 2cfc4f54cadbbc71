internal import Foundation

/// The wanted image of an open picture, in the same form for every kind of file.
package struct DecodeOrder {
  /// The orientation of the stored picture, edits included.
  package let orientation: ImageOrientation
  /// The wanted image of the whole picture, edits included.
  package let specification: ImageSpecification
  /// The changes of colour, or `nil` for none.
  package let toning: Toning?
  /// The picture that a degraded image stands for, or `nil` for the picture itself.
  package var degraded: DecodePlan.Degraded?
  /// Whether to read the file to its end, so that no damage goes unseen.
  package var readsToEnd = false
  package let ledger: MemoryLedger

  package init(
    orientation: ImageOrientation, specification: ImageSpecification, adjustments: Adjustments?,
    degraded: DecodePlan.Degraded? = nil, readsToEnd: Bool = false, ledger: MemoryLedger
  ) {
    self.orientation = orientation.adjusted(adjustments)
    self.specification = specification.of(adjustments?.cropRect ?? .whole)
    toning = Toning(adjustments)
    self.degraded = degraded
    self.readsToEnd = readsToEnd
    self.ledger = ledger
  }

  /// The plan for a picture of this stored size.
  package func plan(_ storedSize: PixelSize, isJPEG: Bool) -> DecodePlan {
    DecodePlan(
      storedSize: storedSize, orientation: orientation, isJPEG: isJPEG, specification: specification,
      degraded: degraded)
  }
}

/// The last stages of a decode, by plan: resample if needed, convert colours, turn upright, write into the buffer.
package enum RowPipeline {
  /// Makes the stages that end in `buffer`.
  ///
  /// - Parameter converting: puts a stage that converts colours before `next`, which takes rows of `width` pixels. Colours
  ///   are converted where pixels are fewest: in the delivered size.
  package static func make(
    _ plan: DecodePlan, orientation: ImageOrientation, hasAlpha: Bool, into buffer: PixelBuffer,
    ledger: MemoryLedger,
    converting: (_ next: any RowSink, _ width: Int) -> any RowSink = { next, _ in next }
  ) -> any RowSink {
    let width = plan.resampling?.size.width ?? plan.columns.count
    let sink = converting(UprightWriter(buffer, orientation: orientation), width)
    guard let resampling = plan.resampling else { return sink }
    return LanczosResampler(resampling, plan: plan, hasAlpha: hasAlpha, ledger: ledger, next: sink)
  }

  /// Maps the memory that the plan's result needs.
  package static func buffer(
    _ plan: DecodePlan, file: String, ledger: MemoryLedger
  ) throws(CodecError) -> PixelBuffer {
    try DecodeLimits.check(output: plan.outputSize, file: file)
    do {
      return try PixelBuffer(size: plan.outputSize, ledger: ledger)
    } catch {
      throw CodecError(file: file, code: .outOfMemory, message: error.description)
    }
  }
}

/// The part of ``Adjustments`` that changes colours, not places.
package struct Toning {
  /// The new value for each value of a channel, before saturation applies.
  private let curve: [UInt8]
  /// The saturation in 256ths: 0 makes grey, 256 leaves colours unchanged.
  private let saturation: Int32

  /// The channels' shares in luma (ITU-R BT.709), in 256ths.
  private static let (red, green, blue): (Int32, Int32, Int32) = (54, 183, 19)

  /// Makes the toning that the adjustments ask for; `nil` if they leave colours alone.
  package init?(_ adjustments: Adjustments?) {
    guard let adjustments,
      adjustments.exposure != 0 || adjustments.contrast != 0 || adjustments.saturation != 0
    else { return nil }
    saturation = Int32((256 * (1 + adjustments.saturation)).rounded())
    curve = (0..<256).map { value in
      // Stops measure light, and sRGB values are not proportional to light (IEC 61966-2-1).
      let light = Self.light(Double(value) / 255) * exp2(adjustments.exposure)
      let encoded = Self.encoded(min(1, light))
      let toned = (encoded - 0.5) * (1 + adjustments.contrast) + 0.5
      return UInt8((255 * min(1, max(0, toned))).rounded())
    }
  }

  /// Changes an image that is not shared yet.
  package func apply(to image: PixelBuffer) {
    unsafe image.withUnsafeMutableBytes { bytes in
      unsafe curve.withUnsafeBufferPointer { curve in
        for pixel in stride(from: 0, to: bytes.count, by: 4) {
          var channels = unsafe SIMD4<Int32>(
            Int32(curve[Int(bytes[pixel])]), Int32(curve[Int(bytes[pixel + 1])]),
            Int32(curve[Int(bytes[pixel + 2])]), 0)
          if saturation != 256 {
            let weighted = Self.red &* channels.x &+ Self.green &* channels.y &+ Self.blue &* channels.z
            let grey = SIMD4<Int32>(repeating: (weighted &+ 128) >> 8)
            channels = grey &+ (((channels &- grey) &* saturation) &>> 8)
            channels.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
          }
          unsafe bytes[pixel] = UInt8(truncatingIfNeeded: channels.x)
          unsafe bytes[pixel + 1] = UInt8(truncatingIfNeeded: channels.y)
          unsafe bytes[pixel + 2] = UInt8(truncatingIfNeeded: channels.z)
        }
      }
    }
  }

  private static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
