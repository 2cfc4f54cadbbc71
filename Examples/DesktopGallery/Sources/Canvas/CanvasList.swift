import CGTK

extension CanvasWindow {
  /// Shows a list of titles beside the canvas, the first one selected; the user's choice comes as ``UserInput/list(_:)``.
  public func showList(_ titles: [String]) {
    guard let list = gtk_list_box_new(), let scrolled = gtk_scrolled_window_new(),
      let box = gtk_widget_get_parent(canvas)
    else { return }
    for title in titles {
      let label = gtk_label_new(title)
      gtk_widget_set_halign(label, GTK_ALIGN_START)
      gtk_widget_set_margin_start(label, 12)
      gtk_widget_set_margin_end(label, 12)
      gtk_list_box_append(OpaquePointer(list), label)
    }
    gtk_list_box_select_row(OpaquePointer(list), gtk_list_box_get_row_at_index(OpaquePointer(list), 0))
    let chosen: @convention(c) @MainActor (OpaquePointer, OpaquePointer, gpointer) -> Void = {
      _, row, data in
      let row = UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkListBoxRow.self)
      CanvasWindow.of(data).tell(.list(Int(gtk_list_box_row_get_index(row))))
    }
    connect(gpointer(list), "row-activated", unsafeBitCast(chosen, to: GCallback.self))
    gtk_scrolled_window_set_child(OpaquePointer(scrolled), list)
    gtk_scrolled_window_set_policy(OpaquePointer(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_widget_set_size_request(scrolled, 160, -1)
    gtk_box_prepend(UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self), scrolled)
  }
}
