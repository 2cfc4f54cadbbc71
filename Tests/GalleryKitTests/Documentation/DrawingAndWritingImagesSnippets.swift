// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import GalleryKit
import TestSupport
import Testing

// The functions of GTK and Cairo that the page calls, with the types that Swift gives to their parameters. Objects made of pixels
// hold on to them until destroyed, as theirs do.
private let GDK_MEMORY_R8G8B8A8 = UInt32(5)
private let CAIRO_FORMAT_ARGB32 = Int32(0)
private typealias Destroy = @convention(c) (UnsafeMutableRawPointer?) -> Void

/// A stand-in for `GBytes`, `GdkTexture` and `cairo_surface_t`.
@safe private final class Held {
  let address: UnsafeRawPointer
  var size = PixelSize(width: 0, height: 0)
  var bytesPerRow = 0
  var destroy: Destroy?
  var owner: UnsafeMutableRawPointer?

  init(_ address: UnsafeRawPointer) { unsafe self.address = address }
  deinit { unsafe destroy?(owner) }

  var pointer: OpaquePointer { unsafe OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }
  static func at(_ pointer: OpaquePointer?) -> Unmanaged<Held>? {
    unsafe pointer.map { unsafe Unmanaged.fromOpaque(UnsafeRawPointer($0)) }
  }

  /// All rows, without padding between them.
  var pixels: [UInt8] {
    (0..<size.height).flatMap { row in
      unsafe Array(UnsafeRawBufferPointer(start: address + row * bytesPerRow, count: size.width * 4))
    }
  }
}

private func g_bytes_new_with_free_func(
  _ data: UnsafeRawPointer!, _ size: UInt, _ free: Destroy!, _ owner: UnsafeMutableRawPointer!
) -> OpaquePointer! {
  let held = unsafe Held(data)
  unsafe held.destroy = free
  unsafe held.owner = owner
  return unsafe held.pointer
}

private func g_bytes_unref(_ bytes: OpaquePointer!) { unsafe Held.at(bytes)?.release() }

private func gdk_memory_texture_new(
  _ width: Int32, _ height: Int32, _ format: UInt32, _ bytes: OpaquePointer!, _ stride: UInt
) -> OpaquePointer! {
  let held = unsafe Held.at(bytes)?.takeUnretainedValue()
  held?.size = PixelSize(width: Int(width), height: Int(height))
  held?.bytesPerRow = Int(stride)
  return unsafe held?.pointer
}

private func cairo_image_surface_create_for_data(
  _ data: UnsafeMutablePointer<UInt8>!, _ format: Int32, _ width: Int32, _ height: Int32, _ stride: Int32
) -> OpaquePointer! {
  let held = unsafe Held(UnsafeRawPointer(data))
  held.size = PixelSize(width: Int(width), height: Int(height))
  held.bytesPerRow = Int(stride)
  return unsafe held.pointer
}

private func cairo_surface_set_user_data(
  _ surface: OpaquePointer!, _ key: UnsafePointer<Int32>!, _ data: UnsafeMutableRawPointer!,
  _ destroy: Destroy!
) -> Int32 {
  let held = unsafe Held.at(surface)?.takeUnretainedValue()
  unsafe held?.destroy = destroy
  unsafe held?.owner = data
  return 0
}

struct DrawingAndWritingImagesSnippets {
  @Test func `toolkits in C keep pixels, and release them`() throws {
    let ledger = MemoryLedger()
    var drawn: [OpaquePointer?] = unsafe []
    func show(_ texture: OpaquePointer?) { unsafe drawn.append(texture) }
    func paint(_ surface: OpaquePointer?) { unsafe drawn.append(surface) }
    let pixelsKey = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    defer { unsafe pixelsKey.deallocate() }
    let expected = TestImage.bytes(try TestImage.plain(6, 4, rgba: [200, 100, 50, 255]))
    do {
      let image = DecodedImage(pixels: try TestImage.plain(6, 4, rgba: [200, 100, 50, 255], ledger: ledger))
      // begin
      if let pixels = unsafe image.pixels.retained() {
        let bytes = unsafe g_bytes_new_with_free_func(
          pixels.address, UInt(pixels.byteCount), PixelBuffer.Retained.release, pixels.owner)
        let texture = unsafe gdk_memory_texture_new(
          Int32(pixels.size.width), Int32(pixels.size.height), GDK_MEMORY_R8G8B8A8, bytes,
          UInt(pixels.bytesPerRow))
        unsafe g_bytes_unref(bytes)
        unsafe show(texture)
      }
      // end
      // begin
      if let pixels = unsafe image.pixels.retained(as: .premultipliedBGRA) {
        let surface = unsafe cairo_image_surface_create_for_data(
          pixels.address.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
          Int32(pixels.size.width), Int32(pixels.size.height), Int32(pixels.bytesPerRow))
        _ = unsafe cairo_surface_set_user_data(
          surface, pixelsKey, pixels.owner, PixelBuffer.Retained.release)
        unsafe paint(surface)
      }
      // end
    }
    // The image is gone, and its pixels are not: those of the texture, and the copy of the surface.
    #expect(ledger.snapshot.total == 2 * expected.count)
    let held = unsafe drawn.compactMap { unsafe Held.at($0) }
    #expect(unsafe held[0].takeUnretainedValue().pixels == expected)
    #expect(unsafe held[1].takeUnretainedValue().pixels.starts(with: [50, 100, 200, 255]))
    for index in 0..<2 { unsafe held[index].release() }
    #expect(ledger.snapshot.total == 0)
  }

  @Test(.enabled(if: DecodedImage.FileFormat.webp.unavailability == nil, "WebP cannot be written here"))
  func `files are made of images, with what is kept of their originals`() async throws {
    let folder = TemporaryFolder()
    let original = URL(fileURLWithPath: folder.file("photo.jpg"))
    let exif = EXIFWriter(orientation: .right, captureDate: Date(timeIntervalSince1970: 0))
    try PictureWriter.jpeg(exif: exif).write(TestImage.gradient(40, 30), to: original.path)
    let image = DecodedImage(pixels: try TestImage.gradient(30, 40))
    // begin
    let webp = try image.encoded(as: .webp, .init(quality: 75))
    let exact = try image.encoded(as: .png, .init(effort: .small))
    // end
    // begin
    var kept = try DecodedImage.Metadata(contentsOf: original)
    kept.xmp = []
    let jpeg = try image.encoded(as: .jpeg, .init(quality: 90, metadata: kept))
    // end
    for (file, format) in [(webp, ImageFormat.webp), (exact, .png), (jpeg, .jpegBaseline)] {
      let info = try ImageProbe.probe(bytes: Array(file))
      #expect(info.format == format && info.uprightSize == PixelSize(width: 30, height: 40))
      #expect(info.captureDate == (format == .jpegBaseline ? Date(timeIntervalSince1970: 0) : nil))
    }
  }
}
