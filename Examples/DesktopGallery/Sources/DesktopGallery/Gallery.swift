import Canvas
import Foundation
import GalleryKit

/// A grid in a window: scrolls it for the user or from a recording, and records its scrolling and its frames.
@MainActor final class Gallery: CanvasDelegate {
  /// The grid's settings.
  struct Setting {
    var columns: Int
    /// A recording to play.
    var recording: [Playback.Point]?
    /// Seconds until the window closes, counted from the end of any recording; `nil` leaves it open.
    var seconds: Double?
    var log: FrameLog?
    /// The albums in a list beside the grid; `nil` for no list.
    var albums: Albums?
    /// The choice of photos; `nil` if the user can only look.
    var picking: Picking?
  }

  private let window: CanvasWindow
  private let grid: Grid
  private let setting: Setting
  private(set) var layout: GridLayout?
  private(set) var size: CanvasSize?
  private var scroller = Scroller()
  /// The recording, until it ends.
  private var playback: Playback?
  private var recordingSeconds = 0.0
  private(set) var recorder = ScrollRecorder()
  /// The main thread's work from the first frame on.
  private(set) var frameWork = FrameWork()
  /// The chosen photos.
  private(set) var picking: Picking?
  /// The first failure of the log or the catalogue.
  private var failure: (any Error)?
  /// The time of the first frame, on the display's clock.
  private var start: Double?
  /// The time of this frame since the first one, and the time that preparing it took, in seconds.
  private var (now, work) = (0.0, 0.0)
  private var (lastMotion, lastOffset) = (-Double.infinity, 0.0)
  private var hasScrolled = false
  /// The time of the last change of size, until images are made for it.
  private var resized: Double?

  /// Points between cells.
  private static let spacing = 2.0
  /// Points per click of the wheel.
  private static let wheelPoints = 120.0
  /// Seconds without a change of size after which images are made for a resized window.
  private static let resizeSeconds = 0.2
  /// Seconds at rest during which frames go on, for strategies that wait for rest.
  private static let restSeconds = 2.0

  init(in window: CanvasWindow, of grid: Grid, setting: Setting) {
    (self.window, self.grid, self.setting) = (window, grid, setting)
    picking = setting.picking
    if let albums = setting.albums { window.showList(albums.titles) }
  }

  func prepareFrame(at time: Double, on size: CanvasSize) -> Bool {
    let clock = ContinuousClock.now
    let start = start ?? time
    self.start = start
    now = time - start
    frameWork.note(now)
    let layout = fit(size)
    let state = move(in: layout)
    grid.follow(state)
    recorder.note(now, state.offset)
    window.showPosition(
      offset: state.offset, page: size.height, length: layout.contentLength(itemCount: grid.assets.count))
    if let seconds = setting.seconds, now >= recordingSeconds + seconds { window.close() }
    work = (ContinuousClock.now - clock) / .seconds(1)
    let mustGoOn = playback != nil || setting.seconds != nil || setting.log != nil || resized != nil
    return mustGoOn || !grid.isSettled || now - lastMotion < Self.restSeconds
  }

  /// The layout on a canvas of this size.
  private func fit(_ size: CanvasSize) -> GridLayout {
    if let resized, now - resized >= Self.resizeSeconds, let layout {
      self.resized = nil
      grid.setSide(side(of: layout, size))
    }
    if let layout, size == self.size { return layout }
    let new = GridLayout(
      viewport: .init(width: size.width, height: size.height), columns: setting.columns, spacing: Self.spacing
    )
    let count = grid.assets.count
    if let layout {
      // The photos at the top stay there.
      let offset = scroller.offset * new.rowPitch / layout.rowPitch
      scroller.limit = new.maximumOffset(itemCount: count)
      scroller.jump(to: offset)
      resized = now
    } else {
      scroller.limit = new.maximumOffset(itemCount: count)
      grid.setSide(side(of: new, size))
      playback = setting.recording.map { Playback($0, limit: scroller.limit) }
      recordingSeconds = playback?.duration ?? 0
    }
    (layout, self.size) = (new, size)
    return new
  }

  /// The side in pixels that cells request, rounded as in scrollsim.
  private func side(of layout: GridLayout, _ size: CanvasSize) -> Int {
    Int((layout.side * size.scale - 1e-6).rounded(.up))
  }

  private func move(in layout: GridLayout) -> ScrollState {
    var state = ScrollState(time: now, layout: layout, itemCount: grid.assets.count)
    if let playback {
      scroller.jump(to: playback.offset(at: now))
      (state.velocity, state.phase) = playback.motion(at: now)
      // From here on the user scrolls.
      if now > playback.duration { self.playback = nil }
    } else {
      scroller.advance(to: now)
      (state.velocity, state.phase) = (scroller.velocity, scroller.phase)
    }
    state.offset = scroller.offset
    if state.offset != lastOffset { (lastMotion, lastOffset, hasScrolled) = (now, state.offset, true) }
    state.hasScrolled = hasScrolled
    return state
  }

  func receive(_ input: UserInput, at time: Double) {
    guard let start, let layout, playback == nil else { return }
    let time = time - start
    let page = layout.viewport.height
    switch input {
    case .wheel(let clicks): scroller.glide(by: clicks * Self.wheelPoints, at: time)
    case .hold: scroller.hold(at: time)
    case .drag(let points): scroller.drag(by: points, at: time)
    case .release: scroller.release(at: time)
    case .scrollBar(let offset): scroller.jump(to: offset)
    case .list(let place): show(place)
    case .tap(let x, let y): choose(atX: x, y, in: layout)
    case .key(.confirm): confirm()
    case .key(.dismiss): if picking != nil { window.close() }
    case .key(.up), .key(.left): scroller.glide(by: -layout.rowPitch, at: time)
    case .key(.down), .key(.right): scroller.glide(by: layout.rowPitch, at: time)
    case .key(.pageUp): scroller.glide(by: -page, at: time)
    case .key(.pageDown): scroller.glide(by: page, at: time)
    case .key(.home): scroller.jump(to: 0)
    case .key(.end): scroller.jump(to: scroller.limit)
    }
  }

  private func choose(atX x: Double, _ y: Double, in layout: GridLayout) {
    let row = Int((y + scroller.offset) / layout.rowPitch)
    let item = row * layout.columns + min(Int(x / layout.rowPitch), layout.columns - 1)
    if item < grid.assets.count { picking?.toggle(item) }
  }

  private func confirm() {
    guard picking != nil else { return }
    picking?.isConfirmed = true
    window.close()
  }

  private func show(_ place: Int) {
    do {
      guard let photos = try setting.albums?.photos(at: place) else { return }
      grid.show(photos)
      scroller.limit = layout?.maximumOffset(itemCount: photos.count) ?? 0
      scroller.jump(to: 0)
      (lastOffset, hasScrolled) = (0, false)
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: any Error) {
    failure = failure ?? error
    window.close()
  }

  func paint(with painter: Painter) {
    guard let layout, let size else { return }
    let clock = ContinuousClock.now
    painter.fill(Rectangle(x: 0, y: 0, width: size.width, height: size.height), grey: 0.1)
    let painted = grid.paint(
      with: painter, layout: layout, offset: lastOffset, scale: size.scale,
      chosen: picking?.items ?? [])
    let manager = grid.caching.imageManager
    do {
      try setting.log?.note(
        FrameLog.Frame(
          time: now, offset: lastOffset, painted: painted,
          work: work + (ContinuousClock.now - clock) / .seconds(1),
          imageBytes: manager.imageBytes, peakImageBytes: manager.peakImageBytes))
    } catch {
      fail(error)
    }
  }

  /// Writes the rest of the log.
  ///
  /// - Throws: the first failure of the log or the catalogue.
  func finish() throws {
    if let failure { throw failure }
    try setting.log?.flush()
  }
}
