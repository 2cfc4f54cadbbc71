internal import BenchReport
package import GalleryKit

/// The grid on screen, driven frame by frame: cells come and go, ask for images and show them, and the caching window
/// follows.
///
/// The same code runs on the real clock with real decoders, on a virtual clock with a cost table, and in tests on a
/// clock that is moved by hand. It has no clock, thread or decoder of its own. A frame goes like this:
///
///     receive what was decoded ──► cells leave ──► cells come and ask ──► the caching window moves ──► look
///
/// Under a strategy that says so, cells outside the window wait with asking until they are in it.
///
/// Cells are known by what they show (``StageAssets/identity(of:)``), so that they stay the same when photos come and go
/// around them.
package final class Stage {
  /// What is on screen and how.
  package struct Setting {
    /// How the grid is laid out at first.
    package var layout: GridLayout
    package var assets: StageAssets
    /// What cells ask for in a layout.
    package var specification: (GridLayout) -> ImageSpecification
    package var deliveryMode: DeliveryMode
    package var lifecycle: CellLifecycle
    package var strategy: any CachingStrategy
    /// What the grid does when the library changes.
    package var changes: ChangePolicy
    /// Whether to note the photos' mean colours.
    package var keepsColours: Bool
    /// Says where originals are that are in the cloud, of photos that come with a change.
    package var place: (StageAssets) -> StageAssets

    package init(
      layout: GridLayout, assets: StageAssets, specification: @escaping (GridLayout) -> ImageSpecification,
      deliveryMode: DeliveryMode, lifecycle: CellLifecycle, strategy: any CachingStrategy,
      changes: ChangePolicy = .visibleOnly, keepsColours: Bool = true,
      place: @escaping (StageAssets) -> StageAssets = { $0 }
    ) {
      self.layout = layout
      self.assets = assets
      self.specification = specification
      self.deliveryMode = deliveryMode
      self.lifecycle = lifecycle
      self.strategy = strategy
      self.changes = changes
      self.keepsColours = keepsColours
      self.place = place
    }
  }

  /// One frame of the trace.
  package struct Frame: Sendable {
    /// Counts from 0.
    package var index: Int
    /// Where it stands in the trace, in seconds: what strategies are told.
    package var time: Double
    /// When it is due, on the clock of the run, which may be behind the trace because laps were waited for.
    package var due: Double
    /// How the grid scrolls then.
    package var sample: ScrollSample
    /// Where momentum will take it, where speed and resting offset do not tell.
    package var waypoints: [ScrollState.Waypoint]
    /// Whether the offset jumped here since the last frame.
    package var isJump: Bool
    /// How the grid is laid out; as in the frame before if `nil`.
    package var layout: GridLayout?

    package init(
      index: Int, time: Double, due: Double, sample: ScrollSample, waypoints: [ScrollState.Waypoint] = [],
      isJump: Bool = false, layout: GridLayout? = nil
    ) {
      self.index = index
      self.time = time
      self.due = due
      self.sample = sample
      self.waypoints = waypoints
      self.isJump = isJump
      self.layout = layout
    }
  }

  let setting: Setting
  let caching: CachingImageManager
  private let mailbox: Mailbox
  let recorder: RunRecorder
  /// The photos as they are now.
  var assets: StageAssets
  /// How the grid is laid out now, and what cells ask for.
  var layout: GridLayout
  var specification: ImageSpecification
  var pool: CellPool
  var visible = 0..<0
  /// The cells on screen, in order, by identity.
  var shown: [Int] = []
  /// The cells on screen that the strategy lets wait, with what they will ask with.
  var held: [Int: CellToken] = [:]
  /// Where the cells on screen are.
  private var places: [Int: Int] = [:]
  /// Cells that were thrown away because of a change, and come again with the next frame if they are still on screen.
  var reloading: Set<Int> = []
  /// Whether the library has changed since the last frame, or the layout.
  var hasChanged = false
  /// Visible cells that may still change, in order: only these are looked at frame by frame.
  var unsettled: [Int] = []
  private var lastOffset: Double?
  private var hasScrolled = false
  private var hasDisplayed = false
  /// The items whose colour is known.
  private var coloured: Set<Int> = []
  /// How short memory is, which strategies are told.
  package var memory = MemoryPressure.normal

  package init(setting: Setting, manager: ImageManager, mailbox: Mailbox, recorder: RunRecorder) {
    self.setting = setting
    self.assets = setting.assets
    self.caching = CachingImageManager(imageManager: manager)
    self.mailbox = mailbox
    self.recorder = recorder
    self.layout = setting.layout
    self.specification = setting.specification(setting.layout)
    self.pool = CellPool(lifecycle: setting.lifecycle, size: specification.targetSize)
  }

  /// Shows one frame, and records what can be seen.
  package func show(_ frame: Frame) {
    receive()
    hasDisplayed = hasDisplayed || !shown.isEmpty && isFull
    let hasScrolledNow = lastOffset != nil && lastOffset != frame.sample.offset
    let isMoving = layOut(frame) || hasScrolledNow
    lastOffset = frame.sample.offset
    hasScrolled = hasScrolled || hasScrolledNow

    let state = ScrollState(
      time: frame.time, offset: frame.sample.offset, velocity: frame.sample.velocity,
      phase: frame.sample.phase, waypoints: frame.waypoints,
      hasScrolled: hasScrolled, hasDisplayed: hasDisplayed, layout: layout, itemCount: assets.count,
      memory: memory,
      decodeLatency: caching.imageManager.averageDecodeSeconds, decoding: caching.imageManager.decoding)
    caching.follow(state)
    let window = setting.strategy.window(for: state, after: caching.window)
    let nowVisible = state.visibleItems
    if nowVisible != visible || hasChanged {
      let nowShown = nowVisible.map { assets.identity(of: $0) }
      places = Dictionary(uniqueKeysWithValues: zip(nowShown, nowVisible))
      for item in shown where places[item] == nil { disappear(item) }
      let before = Set(shown)
      let resized = resizeCells()
      let waiting = Set(unsettled).union(resized.keys)
      unsettled = nowShown.filter { waiting.contains($0) || !before.contains($0) }
      (visible, shown) = (nowVisible, nowShown)
      // Cells ask before the window moves, so that what they meet is what the window did in frames before this one.
      for (place, item) in zip(nowVisible, nowShown) {
        if let token = resized[item] {
          resize(item, at: place, in: frame, asking: token, window)
        } else if !before.contains(item) {
          appear(item, at: place, in: frame, window)
        }
      }
      reloading = []
      hasChanged = false
    }

    for item in shown where !held.isEmpty {
      guard let place = places[item], window.contains(place) else { continue }
      if let token = held.removeValue(forKey: item) { ask(with: token, at: place) }
    }

    caching.allowsCachingHighQualityImages = setting.strategy.cachesHighQualityImages(for: state)
    recorder.note(
      .windowMoved(
        caching.move(
          to: window, of: assets, as: specification, visibleItems: visible)))
    let cells = look(at: frame.sample.offset)
    recorder.note(
      .shown(
        RunLog.View(
          frame: frame, isMoving: isMoving, state: state, window: window,
          visibleArea: layout.visibleArea(of: visible, offset: state.offset), cells: cells,
          isFull: unsettled.isEmpty)))
  }

  /// Hands what was decoded to the cells that wait for it.
  package func receive() {
    for delivery in mailbox.take() where pool.deliver(delivery.result, to: delivery.token) {
      let item = delivery.token.item
      recorder.note(
        .delivered(
          item, CellState(delivery.result), at: delivery.time, newColour(of: delivery.result, for: item)))
    }
  }

  /// The mean colour of the first pixels that come for an item.
  private func newColour(of result: ImageResponse.Content, for item: Int) -> CellColour? {
    switch result {
    case .image(let image), .degraded(let image):
      guard setting.keepsColours, !coloured.contains(item), let colour = image.pixels.meanColour else {
        return nil
      }
      coloured.insert(item)
      return CellColour(red: colour.x, green: colour.y, blue: colour.z)
    case .data, .failure, .cancelled: return nil
    }
  }

  /// What the caching window wants now.
  package var window: CachingWindow { caching.window }

  /// Whether every cell on screen shows all that it ever will.
  package var isFull: Bool {
    pool.displayed.values.allSatisfy(\.content.isFinal)
  }

  /// Takes the grid off the screen: its cells let go of their images, and nothing is cached any more.
  package func close() {
    receive()
    for item in shown {
      if let request = pool.endDisplaying(item) { caching.imageManager.cancelImageRequest(request) }
    }
    (visible, shown) = (0..<0, [])
    unsettled = []
    held = [:]
    pool = CellPool(lifecycle: setting.lifecycle, size: specification.targetSize)
    caching.stopCachingImagesForAllAssets()
  }

  private func disappear(_ item: Int) {
    if held.removeValue(forKey: item) != nil {
      // It waits for nothing that could still come, wherever it is kept.
      _ = pool.discard(item)
    } else if let request = pool.endDisplaying(item) {
      caching.imageManager.cancelImageRequest(request)
    }
    recorder.note(.disappeared(item))
  }

  private func appear(_ item: Int, at place: Int, in frame: Frame, _ window: CachingWindow) {
    let asset = assets[place]
    let key = ImageKey(asset, specification: specification)
    let availability = caching.imageManager.availability(of: key)
    recorder.note(.appeared(item, key, at: frame))
    if let token = pool.display(item) { ask(with: token, at: place, window) }
    if let content = pool.displayed[item]?.content {
      recorder.note(
        .asked(
          item, CellState(content), availability,
          byteCount: asset.predictedByteCount(as: specification),
          isReload: reloading.contains(item)))
    }
  }

  /// Asks, unless the strategy lets cells wait until they are in the window.
  func ask(with token: CellToken, at place: Int, _ window: CachingWindow) {
    let mayAsk = !type(of: setting.strategy).descriptor.holdsCells || window.contains(place)
    if mayAsk { ask(with: token, at: place) } else { held[token.item] = token }
  }

  private func ask(with token: CellToken, at place: Int) {
    let request = caching.imageManager.requestImage(
      for: assets[place], targetSize: specification.targetSize,
      contentMode: specification.contentMode,
      options: ImageRequestOptions(
        resizeMode: specification.resizeMode, deliveryMode: setting.deliveryMode,
        isNetworkAccessAllowed: true, position: place)
    ) { [mailbox] response in mailbox.post(response.result, for: token) }
    pool.setRequest(request, for: token)
    receive()
  }

  /// The cells that are not final, and those that became so since the last frame.
  private func look(at offset: Double) -> [RunLog.Cell] {
    let cells = unsettled.compactMap { item in
      pool.displayed[item].map {
        RunLog.Cell(
          item: item, state: CellState($0.content),
          visibleArea: layout.visibleArea(ofItem: places[item] ?? item, offset: offset))
      }
    }
    unsettled.removeAll { pool.displayed[$0]?.content.isFinal ?? true }
    return cells
  }
}

extension CellState {
  init(_ content: GridCell.Content) {
    switch content {
    case .blank: self = .blank
    case .degraded: self = .degraded
    case .image: self = .final
    case .failed: self = .failed
    }
  }

  /// What a cell shows that gets this; `nil` if that changes nothing.
  init?(_ result: ImageResponse.Content) {
    switch result {
    case .degraded: self = .degraded
    case .image: self = .final
    case .failure: self = .failed
    case .data, .cancelled: return nil
    }
  }
}
