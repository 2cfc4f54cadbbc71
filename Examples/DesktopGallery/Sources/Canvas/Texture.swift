import CGTK
import GalleryKit

/// An image that GTK can draw: the uncopied pixels of a `PixelBuffer`, which stay for as long as GTK needs them.
@MainActor public final class Texture {
  /// Written once; GTK counts its users.
  nonisolated(unsafe) let pointer: OpaquePointer

  /// Hands the pixels to GTK; `nil` if there are none.
  public init?(_ pixels: PixelBuffer) {
    guard
      let held = pixels.retained(as: .rgba),
      let bytes = g_bytes_new_with_free_func(
        held.address, gsize(held.byteCount), PixelBuffer.Retained.release, held.owner)
    else { return nil }
    defer { g_bytes_unref(bytes) }
    let texture = gdk_memory_texture_new(
      Int32(held.size.width), Int32(held.size.height), GDK_MEMORY_R8G8B8A8, bytes, gsize(held.bytesPerRow))
    guard let texture else { return nil }
    pointer = texture
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// A rectangle of the canvas, in points from its top left corner.
public struct Rectangle: Sendable {
  /// Points from the left.
  public var x: Double
  /// Points from the top.
  public var y: Double
  /// Points across.
  public var width: Double
  /// Points down.
  public var height: Double

  /// Makes a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The rectangle, smaller by a margin in points on each side.
  public func inset(by margin: Double) -> Rectangle {
    Rectangle(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
  }

  var bounds: graphene_rect_t {
    graphene_rect_t(
      origin: graphene_point_t(x: Float(x), y: Float(y)),
      size: graphene_size_t(width: Float(width), height: Float(height)))
  }
}

/// Draws one frame; not valid after it.
@MainActor public struct Painter {
  let snapshot: OpaquePointer

  /// Fills a rectangle with a grey: 0 is black, 1 is white.
  public func fill(_ rectangle: Rectangle, grey: Double) {
    var bounds = rectangle.bounds
    var colour = GdkRGBA(red: Float(grey), green: Float(grey), blue: Float(grey), alpha: 1)
    gtk_snapshot_append_color(snapshot, &colour, &bounds)
  }

  /// Draws an image, scaled to fill a rectangle.
  public func draw(_ texture: Texture, in rectangle: Rectangle) {
    var bounds = rectangle.bounds
    gtk_snapshot_append_texture(snapshot, texture.pointer, &bounds)
  }
}
