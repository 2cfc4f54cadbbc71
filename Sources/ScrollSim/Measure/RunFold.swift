internal import GalleryKit

/// The results of a run's log, whose entries go to every counter, from the first to the last.
package struct RunFold: Sendable {
  package private(set) var work = WorkCounter()
  package private(set) var sight: SightCounter
  package private(set) var explainer: BlankExplainer?
  package private(set) var playback: PlaybackFold?
  package private(set) var decodes: DecodeLogFold?

  /// - Parameter explains: whether to find out why cells were blank, and when images were decoded.
  /// - Complexity: O(entries).
  package init(_ log: RunLog, refreshRate: Int, explains: Bool = true, keepsPlayback: Bool = true) {
    sight = SightCounter(refreshRate: refreshRate)
    explainer = explains ? BlankExplainer(refreshRate: refreshRate) : nil
    decodes = explains ? DecodeLogFold() : nil
    playback = keepsPlayback ? PlaybackFold() : nil
    // By index, since an iterator copies each entry, which takes a twenty-fifth of a model run's time.
    for index in log.entries.indices {
      let (time, event) = (log.entries[index].time, log.entries[index].event)
      work.note(event, at: time)
      sight.note(event, work: &work)
      explainer?.note(event, at: time)
      decodes?.note(event, at: time)
      playback?.note(event)
    }
    sight.finish()
    explainer?.finish()
  }
}

extension RunTally {
  package init(_ log: RunLog, _ fold: RunFold, refreshRate: Int, workers: Int) {
    self.init(refreshRate: refreshRate, workers: workers)
    work = fold.work.counts
    sight = fold.sight.counts
    downloads = fold.work.downloads
    memory = log.memory
    cpuSeconds = log.cpuSeconds
    frameCount = log.frames.count
    overrunMs = log.frames.map(\.overrunMs)
    frameWorkMs = log.frames.map(\.workMs)
    changeApplyMs = log.changeApplyMs
    storeWrittenBytes = log.storeWrittenBytes
    othersShare = log.machine?.others
    stealShare = log.machine?.stolen
    queueDelayShare = log.machine?.queueDelay
  }
}

/// The content of each frame, cell by cell: only changes, a few integers each.
package struct PlaybackFold: Sendable {
  private var shown: [Int: CellState] = [:]
  private var changes: [CellChange] = []
  private var layouts: [PlaybackRecord.Layout] = []
  private var layout: GridLayout?
  private var measured: [Int: CellColour] = [:]
  private var isDraining = false

  mutating func note(_ event: RunLog.Event) {
    switch event {
    case .delivered(let item, _, _, let colour?) where measured[item] == nil: measured[item] = colour
    case .disappeared(let item): shown[item] = nil
    case .shown(let view) where !isDraining:
      let next = view.state.layout
      if let layout, layout != next {
        layouts.append(
          PlaybackRecord.Layout(
            frame: view.frame.index, width: next.viewport.width, height: next.viewport.height,
            columns: next.columns))
      }
      layout = next
      for cell in view.cells where shown.updateValue(cell.state, forKey: cell.item) != cell.state {
        changes.append(CellChange(frame: view.frame.index, item: cell.item, state: cell.state))
      }
    case .traceEnded: isDraining = true
    default: break
    }
  }

  /// The record, in measured colours or, where pixels are only accounted for, in colours from a seed.
  package func record(of assets: StageAssets) -> PlaybackRecord {
    guard measured.isEmpty else { return PlaybackRecord(changes, colours: measured, layouts: layouts) }
    if case .remote(let local, _) = assets { return record(of: local) }
    guard case .synthetic(let assets) = assets else {
      return PlaybackRecord(changes, colours: nil, layouts: layouts)
    }
    return PlaybackRecord(changes, colours: assets.meanColours(of: changes.shownItems), layouts: layouts)
  }
}
