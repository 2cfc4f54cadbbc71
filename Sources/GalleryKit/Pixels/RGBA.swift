/// Pixels as numbers that may be added up: colours weighted by alpha where there is alpha.
enum RGBA {
  /// Reads a pixel.
  @inline(__always)
  static func weighted(_ pixel: UnsafePointer<UInt8>, hasAlpha: Bool) -> SIMD4<Float> {
    let bytes = unsafe UnsafeRawPointer(pixel).loadUnaligned(as: SIMD4<UInt8>.self)
    var values = SIMD4<Float>(bytes)
    if hasAlpha {
      let alpha = values.w
      values *= alpha * (1 / 255)
      values.w = alpha
    }
    return values
  }

  /// Writes a pixel, rounded and kept within 0…255.
  @inline(__always)
  static func store(_ value: SIMD4<Float>, in pixel: UnsafeMutablePointer<UInt8>, hasAlpha: Bool) {
    var value = value
    if hasAlpha {
      let alpha = min(max(value.w, 0), 255)
      value *= alpha > 0 ? 255 / alpha : 0
      value.w = alpha
    }
    var rounded = value + 0.5
    rounded.replace(with: 0, where: rounded .< 0)
    rounded.replace(with: 255, where: rounded .> 255)
    let bytes = SIMD4(UInt8(rounded.x), UInt8(rounded.y), UInt8(rounded.z), UInt8(rounded.w))
    unsafe UnsafeMutableRawPointer(pixel).storeBytes(of: bytes, as: SIMD4<UInt8>.self)
  }
}
