internal import Foundation

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
