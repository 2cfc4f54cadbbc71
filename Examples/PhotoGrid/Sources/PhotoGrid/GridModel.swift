#if canImport(SwiftUI)
  import GalleryApple
  import GalleryEngine
  import GalleryRequests
  import SwiftUI

  /// The cells on screen, the caching window around them, and the log and recording of both.
  @MainActor @Observable final class GridModel {
    private struct Cell {
      let use: Int
      var state = PaintedCells.State.blank
      var image: Image?
      var request: ImageRequestID?
      /// Whether the cell has not requested its image yet.
      var isHeld = true
    }

    private var cells: [Int: Cell] = [:]
    private(set) var visible = 0..<0
    private var layout: GridLayout?
    /// The scroll view's last reported offset.
    @ObservationIgnored var offset: CGFloat = 0
    @ObservationIgnored var phase = ScrollPhase.idle

    @ObservationIgnored private var motion = Motion()
    @ObservationIgnored private var side = PixelSize(width: 1, height: 1)
    @ObservationIgnored private var nextUse = 0
    @ObservationIgnored private var hasDisplayed = false
    @ObservationIgnored private var start: Date?
    @ObservationIgnored private var recorder = ScrollRecorder()
    @ObservationIgnored private var failure: (any Error)?
    private let log: FrameLog
    private let assets: [Asset]
    private let strategy: any CachingStrategy
    private let caching: CachingImageManager
    private let columns: Int

    /// Points between cells.
    private static let spacing = 2.0

    /// Shows photos; writes `frames.csv` into the documents.
    init(of assets: [Asset], strategy: String, order: String, columns: Int) throws {
      let type = CachingStrategies.named(strategy) ?? ScreensStrategy.self
      self.strategy = type.init()
      caching = CachingImageManager(
        imageManager: ImageManager(systemDecoders: .init(order: RequestOrder.named(order) ?? .urgency)))
      log = try FrameLog(path: Self.file("frames.csv").path(percentEncoded: false))
      (self.assets, self.columns) = (assets, columns)
    }

    private static func file(_ name: String) -> URL { URL.documentsDirectory.appending(path: name) }

    // MARK: On screen

    var contentHeight: CGFloat { layout?.contentLength(itemCount: assets.count) ?? 0 }

    func image(ofItem item: Int) -> Image? { cells[item]?.image }

    func isFailed(_ item: Int) -> Bool { cells[item]?.state == .failed }

    func frame(ofItem item: Int) -> CGRect {
      guard let layout else { return .zero }
      return CGRect(
        x: Double(item % columns) * layout.rowPitch, y: layout.top(ofItem: item), width: layout.side,
        height: layout.side)
    }

    /// Fits the grid into a view; all images are requested again.
    func fit(_ size: CGSize, scale: CGFloat) {
      guard size.width > Self.spacing * Double(columns), size.height > 0 else { return }
      let layout = GridLayout(
        viewport: .init(width: size.width, height: size.height), columns: columns, spacing: Self.spacing)
      let pixels = Int((layout.side * scale - 1e-6).rounded(.up))
      exchangeCells(for: 0..<0)
      caching.stopCachingImagesForAllAssets()
      (self.layout, side) = (layout, PixelSize(width: pixels, height: pixels))
    }

    // MARK: Frames

    /// Follows the scroll view, and logs this frame.
    func prepareFrame(at date: Date) {
      guard let layout else { return }
      let clock = ContinuousClock.now
      let start = start ?? date
      self.start = start
      let time = date.timeIntervalSince(start)
      let limit = layout.maximumOffset(itemCount: assets.count)
      motion.note(time, min(max(offset, 0), limit))
      var state = ScrollState(
        time: time, offset: motion.offset, velocity: motion.velocity,
        phase: motion.phase(as: phase, limit: limit), hasScrolled: motion.hasScrolled, layout: layout,
        itemCount: assets.count)
      hasDisplayed = hasDisplayed || !cells.isEmpty && cells.values.allSatisfy(\.state.isSettled)
      state.hasDisplayed = hasDisplayed
      state.decoding = caching.imageManager.decoding
      follow(state)
      note(state, work: (ContinuousClock.now - clock) / .seconds(1))
    }

    private func follow(_ state: ScrollState) {
      caching.follow(state)
      let window = strategy.window(for: state, after: caching.window)
      exchangeCells(for: state.visibleItems)
      // Cells ask before the window moves, so that they find only images that the windows of earlier frames cached.
      let waits = type(of: strategy).descriptor.holdsCells
      for item in visible where cells[item]?.isHeld == true && (!waits || window.contains(item)) { ask(item) }
      let isHighQuality = strategy.cachesHighQualityImages(for: state)
      if isHighQuality != caching.allowsCachingHighQualityImages {
        caching.allowsCachingHighQualityImages = isHighQuality
      }
      caching.move(
        to: window, of: assets, as: ImageSpecification(targetSize: side), visibleItems: visible)
    }

    private func exchangeCells(for items: Range<Int>) {
      guard items != visible else { return }
      for item in visible where !items.contains(item) {
        // The cell releases its image, and its pending request is cancelled.
        if let request = cells.removeValue(forKey: item)?.request { caching.cancelImageRequest(request) }
      }
      for item in items where cells[item] == nil {
        nextUse += 1
        cells[item] = Cell(use: nextUse)
      }
      visible = items
    }

    private func ask(_ item: Int) {
      guard let use = cells[item]?.use else { return }
      cells[item]?.isHeld = false
      let request = caching.requestImageOnMainActor(
        for: assets[item], targetSize: side, options: ImageRequestOptions(position: item)
      ) { [weak self] response in
        // The cell may show another photo by now.
        if self?.cells[item]?.use == use { self?.show(response, in: item) }
      }
      cells[item]?.request = request
    }

    private func show(_ response: ImageResponse, in item: Int) {
      if let image = response.image.flatMap({ Image($0) }) {
        cells[item]?.image = image
        cells[item]?.state = response.isDegraded ? .degraded : .final
      } else if !response.isCancelled {
        cells[item]?.image = nil
        cells[item]?.state = .failed
      }
    }

    // MARK: Log and recording

    private func note(_ state: ScrollState, work: Double) {
      recorder.note(state.time, state.offset)
      var painted = PaintedCells()
      guard let layout else { return }
      for item in visible {
        painted.add(
          cells[item]?.state ?? .blank, visibleShare: layout.visibleShare(ofItem: item, offset: state.offset))
      }
      let manager = caching.imageManager
      do {
        try log.note(
          FrameLog.Frame(
            time: state.time, offset: state.offset, painted: painted, work: work,
            imageBytes: manager.imageBytes, peakImageBytes: manager.peakImageBytes))
      } catch {
        failure = failure ?? error
      }
    }

    /// Writes the recording, `scroll.csv`, and the rest of the log.
    ///
    /// - Returns: the folder's path.
    /// - Throws: the first failure, now or before.
    func finish() throws -> String {
      exchangeCells(for: 0..<0)
      caching.stopCachingImagesForAllAssets()
      if let failure { throw failure }
      try log.flush()
      try recorder.csv.write(to: Self.file("scroll.csv"), atomically: true, encoding: .utf8)
      return URL.documentsDirectory.path(percentEncoded: false)
    }
  }
#endif
