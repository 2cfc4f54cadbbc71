internal import Foundation

/// Takes a picture row by row, from the top; rows are RGBA, 8 bits a channel.
///
/// Sinks are chained: one that reduces or resamples hands its own rows to the next.
package protocol RowSink {
  /// Takes the next row; the memory is the caller's again afterwards.
  mutating func append(_ row: UnsafePointer<UInt8>)
}

/// Shrinks a picture by a whole number: each pixel is the mean of a square of pixels.
///
/// The last row and column of squares may cover fewer pixels. Colours are weighted by alpha, if the picture has it.
@safe package final class BoxReducer: RowSink {
  private let side: Int
  private let width: Int
  private let reducedWidth: Int
  private let hasAlpha: Bool
  private let sums: ScratchBuffer<SIMD4<Float>>
  private let reduced: ScratchBuffer<UInt8>
  private var rowsLeft: Int
  private var rowsInBox = 0
  private var next: any RowSink

  package init(side: Int, width: Int, rows: Int, hasAlpha: Bool, ledger: MemoryLedger, next: any RowSink) {
    self.side = side
    self.width = width
    self.hasAlpha = hasAlpha
    self.next = next
    rowsLeft = rows
    reducedWidth = (width + side - 1) / side
    sums = ScratchBuffer(count: reducedWidth, ledger: ledger)
    reduced = ScratchBuffer(count: reducedWidth * 4, ledger: ledger)
    unsafe sums.start.initialize(repeating: .zero, count: reducedWidth)
  }

  package func append(_ row: UnsafePointer<UInt8>) {
    var column = 0
    for box in 0..<reducedWidth {
      var sum = SIMD4<Float>.zero
      for _ in 0..<min(side, width - column) {
        unsafe sum += RGBA.weighted(row + column * 4, hasAlpha: hasAlpha)
        column += 1
      }
      unsafe sums.start[box] += sum
    }
    rowsInBox += 1
    rowsLeft -= 1
    if rowsInBox == side || rowsLeft == 0 { emit() }
  }

  private func emit() {
    for box in 0..<reducedWidth {
      let pixels = min(side, width - box * side) * rowsInBox
      unsafe RGBA.store(sums.start[box] / Float(pixels), in: reduced.start + box * 4, hasAlpha: hasAlpha)
      unsafe sums.start[box] = .zero
    }
    rowsInBox = 0
    unsafe next.append(reduced.start)
  }
}

/// Writes rows of a stored picture into a buffer so that the picture stands upright.
package struct UprightWriter: RowSink {
  private let buffer: PixelBuffer
  private let orientation: ImageOrientation
  /// The stored picture's size.
  private let size: PixelSize
  private var row = 0

  /// Makes a writer of all rows of `buffer`, whose size is the upright picture's.
  package init(_ buffer: PixelBuffer, orientation: ImageOrientation) {
    self.buffer = buffer
    self.orientation = orientation
    size = buffer.size.turned(orientation)
  }

  package mutating func append(_ source: UnsafePointer<UInt8>) {
    let (first, step) = path(ofRow: row)
    row += 1
    unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      if step == 1 {
        unsafe (base + first * 4).copyMemory(from: source, byteCount: size.width * 4)
        return
      }
      let pixels = unsafe UnsafeRawPointer(source)
      for column in 0..<size.width {
        let pixel = unsafe pixels.loadUnaligned(fromByteOffset: column * 4, as: UInt32.self)
        unsafe base.storeBytes(of: pixel, toByteOffset: (first + column * step) * 4, as: UInt32.self)
      }
    }
  }

  /// The place of a stored row's first pixel in the upright picture, and the step from each pixel to the next.
  private func path(ofRow row: Int) -> (first: Int, step: Int) {
    let width = buffer.size.width
    let (lastColumn, lastRow) = (size.width - 1, size.height - 1)
    if orientation.swapsAxes {
      let column = orientation.flipsColumns ? lastRow - row : row
      return orientation.flipsRows ? (lastColumn * width + column, -width) : (column, width)
    }
    let start = (orientation.flipsRows ? lastRow - row : row) * width
    return orientation.flipsColumns ? (start + lastColumn, -1) : (start, 1)
  }
}

/// The last stages of a decode, by plan: resample if needed, convert colours, turn upright, write into the buffer.
package enum RowPipeline {
  /// Makes the stages that end in `buffer`.
  ///
  /// `converting` puts a stage that converts colours before `next`, which takes rows of `width` pixels: colours are converted in
  /// the delivered size, in which pixels are fewest.
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

  package static func buffer(
    _ plan: DecodePlan, file: String, ledger: MemoryLedger
  ) throws(CodecError) -> PixelBuffer {
    let longestSide = plan.resampling == nil ? Int.max : DecodeLimits.resampledSide
    try DecodeLimits.check(plan.outputSize, isTarget: true, longestSide: longestSide, file: file)
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
