#if canImport(SwiftUI)
  import GalleryEngine
  import SwiftUI

  /// A scrolling grid, with views only for the cells on screen, however many photos there are.
  struct GridScreen: View {
    let model: GridModel
    @Environment(\.displayScale) private var displayScale

    var body: some View {
      GeometryReader { place in
        ZStack {
          // Updates once per frame of the display.
          TimelineView(.animation) { timeline in
            Color.black.onChange(of: timeline.date) { _, date in model.prepareFrame(at: date) }
          }
          ScrollView {
            ZStack(alignment: .topLeading) {
              Color.clear.frame(height: model.contentHeight)
              ForEach(Array(model.visible), id: \.self) { item in cell(item) }
            }
          }
          .onScrollGeometryChange(for: CGFloat.self) { geometry in
            geometry.contentOffset.y + geometry.contentInsets.top
          } action: { _, offset in
            model.offset = offset
          }
          .onScrollPhaseChange { _, phase in model.phase = phase }
        }
        .onChange(of: place.size, initial: true) { _, size in model.fit(size, scale: displayScale) }
      }
    }

    private func cell(_ item: Int) -> some View {
      let frame = model.frame(ofItem: item)
      return ZStack {
        Color(white: model.isFailed(item) ? 0.05 : 0.2)
        if let image = model.image(ofItem: item) { image.resizable().aspectRatio(contentMode: .fill) }
      }
      .frame(width: frame.width, height: frame.height)
      .clipped()
      .offset(x: frame.minX, y: frame.minY)
    }
  }
#endif
