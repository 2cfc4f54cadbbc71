import CGTK

/// An action of the user on a canvas.
public enum UserInput: Sendable {
  /// A wheel turns by a number of clicks, positive towards the end of the content.
  case wheel(clicks: Double)
  /// A finger takes hold of the content, on the screen or a touchpad, or as the mouse's first button.
  case hold
  /// The finger has moved the content by a number of points since it took hold, positive towards the end.
  case drag(points: Double)
  /// The finger lets go.
  case release
  /// The finger lets go where it took hold: points from the left and the top.
  case tap(x: Double, y: Double)
  /// The user has moved the scroll bar to an offset.
  case scrollBar(offset: Double)
  /// The user has chosen a title of the list, by its index.
  case list(Int)
  /// A key is pressed.
  case key(Key)

  /// A key that scrolls, confirms or dismisses.
  public enum Key: Sendable {
    case up, down, left, right, pageUp, pageDown, home, end, confirm, dismiss
  }
}

extension CanvasWindow {
  /// Listens to wheel, fingers and keys.
  func connectInput() {
    let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)
    let scrolled: @convention(c) @MainActor (OpaquePointer, Double, Double, gpointer) -> gboolean = {
      controller, _, clicks, data in
      let isTouchpad = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_SURFACE
      CanvasWindow.of(data).scrolled(by: clicks, isTouchpad: isTouchpad)
      return 1
    }
    let scrollEnded: @convention(c) @MainActor (OpaquePointer, gpointer) -> Void = { _, data in
      CanvasWindow.of(data).touchpadReleased()
    }
    connect(gpointer(wheel), "scroll", unsafeBitCast(scrolled, to: GCallback.self))
    connect(gpointer(wheel), "scroll-end", unsafeBitCast(scrollEnded, to: GCallback.self))
    gtk_widget_add_controller(canvas, wheel)

    let drag = gtk_gesture_drag_new()
    let began: @convention(c) @MainActor (OpaquePointer, Double, Double, gpointer) -> Void = {
      _, _, _, data in
      CanvasWindow.of(data).isFingerTaken = false
      CanvasWindow.of(data).tell(.hold)
    }
    let moved: @convention(c) @MainActor (OpaquePointer, Double, Double, gpointer) -> Void = {
      _, _, down, data in CanvasWindow.of(data).tell(.drag(points: -down))
    }
    // The system may take a finger away, such as for its own gesture; the drag ends after that.
    let cancelled: @convention(c) @MainActor (OpaquePointer, OpaquePointer?, gpointer) -> Void = {
      _, _, data in CanvasWindow.of(data).isFingerTaken = true
    }
    let ended: @convention(c) @MainActor (OpaquePointer, Double, Double, gpointer) -> Void = {
      drag, right, down, data in
      CanvasWindow.of(data).tell(.release)
      var (x, y) = (0.0, 0.0)
      guard abs(right) < 6, abs(down) < 6, !CanvasWindow.of(data).isFingerTaken,
        gtk_gesture_drag_get_start_point(drag, &x, &y) != 0
      else { return }
      CanvasWindow.of(data).tell(.tap(x: x, y: y))
    }
    connect(gpointer(drag), "drag-begin", unsafeBitCast(began, to: GCallback.self))
    connect(gpointer(drag), "drag-update", unsafeBitCast(moved, to: GCallback.self))
    connect(gpointer(drag), "cancel", unsafeBitCast(cancelled, to: GCallback.self))
    connect(gpointer(drag), "drag-end", unsafeBitCast(ended, to: GCallback.self))
    gtk_widget_add_controller(canvas, drag)

    let keys = gtk_event_controller_key_new()
    // Before the scroll bar, which would take the arrow keys when it has the focus.
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    let pressed: @convention(c) @MainActor (OpaquePointer, guint, guint, UInt32, gpointer) -> gboolean = {
      _, value, _, _, data in
      guard let key = UserInput.Key(value) else { return 0 }
      CanvasWindow.of(data).tell(.key(key))
      return 1
    }
    connect(gpointer(keys), "key-pressed", unsafeBitCast(pressed, to: GCallback.self))
    gtk_widget_add_controller(window, keys)
  }

  /// Calls a function of C on a signal, with this window as its last argument.
  func connect(_ instance: gpointer?, _ signal: String, _ callback: GCallback) {
    g_signal_connect_data(
      instance, signal, callback, Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
  }

  /// The window that was given to ``connect(_:_:_:)``.
  static func of(_ data: gpointer) -> CanvasWindow {
    Unmanaged<CanvasWindow>.fromOpaque(data).takeUnretainedValue()
  }
}

extension UserInput.Key {
  fileprivate init?(_ value: guint) {
    switch Int32(bitPattern: value) {
    case GDK_KEY_Up, GDK_KEY_KP_Up: self = .up
    case GDK_KEY_Down, GDK_KEY_KP_Down: self = .down
    case GDK_KEY_Left, GDK_KEY_KP_Left: self = .left
    case GDK_KEY_Right, GDK_KEY_KP_Right: self = .right
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: self = .pageUp
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: self = .pageDown
    case GDK_KEY_Home, GDK_KEY_KP_Home: self = .home
    case GDK_KEY_End, GDK_KEY_KP_End: self = .end
    case GDK_KEY_Return, GDK_KEY_KP_Enter: self = .confirm
    case GDK_KEY_Escape: self = .dismiss
    default: return nil
    }
  }
}
