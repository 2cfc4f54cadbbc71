#if canImport(SwiftUI)
  import GalleryEngine
  import SwiftUI

  @main struct PhotoGridApp: App {
    var body: some Scene { WindowGroup { StartScreen() } }
  }

  /// Asks for a strategy, an order and columns, and shows the grid.
  struct StartScreen: View {
    @State private var photos: LocalPhotos?
    @State private var strategy = "screens"
    @State private var order = RequestOrder.urgency.name
    @State private var columns = 3
    @State private var model: GridModel?
    @State private var message = ""

    // Reference strategies are there for comparison: they ignore the budget or know the future.
    private static let strategies = CachingStrategies.all.map { $0.descriptor }.filter { !$0.isReference }
      .map(\.name)

    var body: some View {
      if let model {
        VStack {
          Button("Write the recording and close") { close(model) }
          GridScreen(model: model)
        }
      } else if let photos {
        VStack {
          Text(photos.summary)
          Picker("Strategy", selection: $strategy) {
            ForEach(Self.strategies, id: \.self) { Text($0) }
          }
          Picker("Order", selection: $order) {
            ForEach(RequestOrder.all.map(\.name), id: \.self) { Text($0) }
          }
          Stepper("\(columns) columns", value: $columns, in: 1...10)
          Button("Show") { show(photos.assets) }
          Text(message)
        }
        .padding()
      } else {
        Text("Reading photos …").task { photos = await LocalPhotos.read() }
      }
    }

    private func show(_ assets: [Asset]) {
      do {
        model = try GridModel(of: assets, strategy: strategy, order: order, columns: columns)
      } catch {
        message = "\(error)"
      }
    }

    private func close(_ model: GridModel) {
      do {
        message = "Written to \(try model.finish())"
      } catch {
        message = "\(error)"
      }
      self.model = nil
    }
  }
#else
  // Without SwiftUI there is nothing to show.
  @main enum PhotoGridApp {
    static func main() { print("PhotoGrid needs SwiftUI: build it for iOS 18 or macOS 15") }
  }
#endif
