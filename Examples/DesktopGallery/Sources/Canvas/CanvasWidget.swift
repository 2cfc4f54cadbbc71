import CGTK

/// The widget behind a canvas: a `GtkWidget` that leaves painting to a `CanvasWindow`.
@MainActor enum CanvasWidget {
  private static let key = "desktop-gallery-canvas"

  /// Makes a widget that `owner` paints; the widget must not outlive it.
  static func make(for owner: CanvasWindow) -> UnsafeMutablePointer<GtkWidget>? {
    // The variadic constructors of GObject cannot be called from Swift.
    guard let object = g_object_new_with_properties(type, 0, nil, nil) else { return nil }
    g_object_set_data(object, key, Unmanaged.passUnretained(owner).toOpaque())
    let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    return widget
  }

  private static let type: GType = {
    let initialise: @convention(c) (gpointer?, gpointer?) -> Void = { start, _ in
      guard let start else { return }
      let widget = start.assumingMemoryBound(to: GtkWidgetClass.self)
      // GTK calls both on the main thread.
      widget.pointee.snapshot = { widget, snapshot in
        nonisolated(unsafe) let (widget, snapshot) = (widget, snapshot)
        MainActor.assumeIsolated {
          guard let widget, let snapshot else { return }
          owner(of: widget)?.paint(Painter(snapshot: snapshot))
        }
      }
      widget.pointee.size_allocate = { widget, _, _, _ in
        nonisolated(unsafe) let widget = widget
        MainActor.assumeIsolated {
          guard let widget else { return }
          owner(of: widget)?.wake()
        }
      }
    }
    return g_type_register_static_simple(
      gtk_widget_get_type(), "DesktopGalleryCanvas", guint(MemoryLayout<GtkWidgetClass>.size), initialise,
      guint(MemoryLayout<GtkWidget>.size), nil, G_TYPE_FLAG_NONE)
  }()

  private static func owner(of widget: UnsafeMutablePointer<GtkWidget>) -> CanvasWindow? {
    let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    return g_object_get_data(object, key).map {
      Unmanaged<CanvasWindow>.fromOpaque($0).takeUnretainedValue()
    }
  }
}
