import CGTK

/// The content of a canvas, frame by frame.
@MainActor public protocol CanvasDelegate: AnyObject {
  /// A frame is about to be painted.
  ///
  /// - Parameters:
  ///   - time: seconds on the display's clock.
  ///   - size: the canvas as it is now.
  /// - Returns: whether another frame is wanted after it.
  func prepareFrame(at time: Double, on size: CanvasSize) -> Bool
  /// Paints the frame.
  func paint(with painter: Painter)
  /// The user has done something, at a time on the display's clock; a frame follows.
  func receive(_ input: UserInput, at time: Double)
}

/// A canvas's size.
public struct CanvasSize: Hashable, Sendable {
  /// Points across.
  public var width: Double
  /// Points down.
  public var height: Double
  /// Pixels of the display per point.
  public var scale: Double
}

/// A failure to make a window, or a picture of it.
public struct CanvasError: Error, CustomStringConvertible {
  /// The failure, in words for people.
  public let description: String
}

/// A window with a canvas and a scroll bar.
///
/// Frames come at the display's rate while the delegate wants them, and otherwise when the user does something.
@MainActor public final class CanvasWindow {
  /// Paints the canvas.
  public weak var delegate: (any CanvasDelegate)?
  let window: UnsafeMutablePointer<GtkWidget>
  private(set) var canvas: UnsafeMutablePointer<GtkWidget>
  private let adjustment: UnsafeMutablePointer<GtkAdjustment>
  private let loop: OpaquePointer
  private var isAwake = false
  /// Whether the program is moving the scroll bar.
  private var isMovingScrollBar = false
  /// Points that a touchpad has scrolled since it took hold; `nil` if it does not hold.
  private var touchpadPoints: Double?
  /// Whether the system has taken away the finger that last held the content.
  var isFingerTaken = false
  /// The canvas's initial size; `nil` once the canvas has it.
  private var firstSize: (width: Int, height: Int)?

  /// Makes a window whose canvas has an initial size in points.
  ///
  /// - Throws: ``CanvasError`` if there is no display.
  public init(title: String, width: Int, height: Int) throws(CanvasError) {
    guard gtk_init_check() != 0, let window = gtk_window_new(), let loop = g_main_loop_new(nil, 0),
      let adjustment = gtk_adjustment_new(0, 0, 1, 1, 1, 1)
    else {
      throw CanvasError(
        description:
          "there is no display: expected DISPLAY or WAYLAND_DISPLAY to name one; xvfb-run gives one")
    }
    // GTK has taken the user's locale, in which C may write 0,5; logs and recordings are read everywhere.
    setlocale(LC_NUMERIC, "C")
    (self.window, self.loop, self.adjustment) = (window, loop, adjustment)
    canvas = window
    firstSize = (width, height)
    guard let canvas = CanvasWidget.make(for: self) else {
      throw CanvasError(description: "GTK cannot make the canvas")
    }
    self.canvas = canvas
    gtk_widget_set_size_request(canvas, Int32(width), Int32(height))
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    let content = UnsafeMutableRawPointer(box)?.assumingMemoryBound(to: GtkBox.self)
    gtk_box_append(content, canvas)
    gtk_box_append(content, gtk_scrollbar_new(GTK_ORIENTATION_VERTICAL, adjustment))
    let top = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)
    gtk_window_set_title(top, title)
    gtk_window_set_child(top, box)
    connectInput()
    connectWindow()
  }

  private func connectWindow() {
    let moved: @convention(c) @MainActor (OpaquePointer, gpointer) -> Void = { _, data in
      let window = CanvasWindow.of(data)
      guard !window.isMovingScrollBar else { return }
      window.tell(.scrollBar(offset: gtk_adjustment_get_value(window.adjustment)))
    }
    connect(adjustment, "value-changed", unsafeBitCast(moved, to: GCallback.self))
    let closed: @convention(c) @MainActor (OpaquePointer, gpointer) -> gboolean = { _, data in
      CanvasWindow.of(data).close()
      // The window stays until the program has ended.
      return 1
    }
    connect(window, "close-request", unsafeBitCast(closed, to: GCallback.self))
  }

  /// Shows the window until it is closed: by the user, by ``close()``, or by SIGINT or SIGTERM.
  public func run() {
    let ended: @convention(c) @MainActor (gpointer) -> gboolean = { data in
      CanvasWindow.of(data).close()
      return 1
    }
    for signal in [SIGINT, SIGTERM] {
      g_unix_signal_add(
        signal, unsafeBitCast(ended, to: GSourceFunc.self), Unmanaged.passUnretained(self).toOpaque())
    }
    gtk_window_present(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self))
    wake()
    g_main_loop_run(loop)
  }

  /// Ends ``run()``.
  public func close() { g_main_loop_quit(loop) }

  /// Ensures that another frame follows.
  public func wake() {
    guard !isAwake else { return }
    isAwake = true
    let tick: @convention(c) @MainActor (gpointer, OpaquePointer, gpointer) -> gboolean = { _, clock, data in
      CanvasWindow.of(data).tick(at: Double(gdk_frame_clock_get_frame_time(clock)) / 1e6)
    }
    _ = gtk_widget_add_tick_callback(
      canvas, unsafeBitCast(tick, to: GtkTickCallback.self), Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  private func tick(at time: Double) -> gboolean {
    let size = CanvasSize(
      width: Double(gtk_widget_get_width(canvas)), height: Double(gtk_widget_get_height(canvas)),
      scale: Double(gtk_widget_get_scale_factor(canvas)))
    guard size.width > 0, size.height > 0 else { return 1 }
    if let firstSize, size.width >= Double(firstSize.width) { releaseFirstSize() }
    isAwake = delegate?.prepareFrame(at: time, on: size) ?? false
    gtk_widget_queue_draw(canvas)
    return isAwake ? 1 : 0
  }

  /// Lets the user make the window smaller than its initial size.
  private func releaseFirstSize() {
    firstSize = nil
    gtk_window_set_default_size(
      UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self), gtk_widget_get_width(window),
      gtk_widget_get_height(window))
    gtk_widget_set_size_request(canvas, 100, 100)
  }

  func paint(_ painter: Painter) { delegate?.paint(with: painter) }

  func tell(_ input: UserInput) {
    delegate?.receive(input, at: Double(g_get_monotonic_time()) / 1e6)
    wake()
  }

  func scrolled(by amount: Double, isTouchpad: Bool) {
    guard isTouchpad else { return tell(.wheel(clicks: amount)) }
    if touchpadPoints == nil { tell(.hold) }
    touchpadPoints = (touchpadPoints ?? 0) + amount
    tell(.drag(points: touchpadPoints ?? 0))
  }

  func touchpadReleased() {
    guard touchpadPoints != nil else { return }
    touchpadPoints = nil
    tell(.release)
  }

  /// Moves the scroll bar to the canvas's place in its content.
  public func showPosition(offset: Double, page: Double, length: Double) {
    isMovingScrollBar = true
    gtk_adjustment_configure(adjustment, offset, 0, max(length, page), page / 10, page * 0.9, page)
    isMovingScrollBar = false
  }

  /// Saves the canvas's picture to a PNG file.
  ///
  /// - Throws: ``CanvasError`` if nothing was painted yet, or the file cannot be written.
  public func savePicture(to path: String) throws(CanvasError) {
    let (width, height) = (Double(gtk_widget_get_width(canvas)), Double(gtk_widget_get_height(canvas)))
    let paintable = gtk_widget_paintable_new(canvas)
    defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    let snapshot = gtk_snapshot_new()
    gdk_paintable_snapshot(paintable, snapshot, width, height)
    guard let node = gtk_snapshot_free_to_node(snapshot),
      let renderer = gtk_native_get_renderer(gtk_widget_get_native(canvas))
    else { throw CanvasError(description: "\(path): the canvas has shown nothing yet") }
    defer { gsk_render_node_unref(node) }
    var bounds = Rectangle(x: 0, y: 0, width: width, height: height).bounds
    let texture = gsk_renderer_render_texture(renderer, node, &bounds)
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    guard gdk_texture_save_to_png(texture, path) != 0 else {
      throw CanvasError(description: "\(path): cannot be written")
    }
  }
}
