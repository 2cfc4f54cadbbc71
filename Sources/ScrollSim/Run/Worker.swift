internal import Foundation
internal import GalleryKit

/// The other side of ``WorkerProcess``, which reads a task's record from standard output.
package enum Worker {
  /// Measures the task on the main thread, which it must be called on.
  package static func perform(_ task: WorkerTask) throws -> RunRecord {
    precondition(Thread.isMainThread, "frames are shown by the main thread, as an app's are")
    endWithParent(task.parent)
    var scenario = task.scenario
    scenario.devicePace = scenario.devicePace?.of(task.run.combination.resizeMode)
    if task.fault == .slowDecoding { scenario.decodeTime *= 1.01 }
    let library = try task.library.open()
    let assets = try library.fetchAssets()
    let photos =
      scenario.changes == nil
      ? StageAssets(assets, atLeast: task.library.leastPhotos) : .changing(assets)
    let laidOut = scenario.over(photos)
    var run = StageRun(scenario: laidOut, run: task.run, assets: photos)
    if scenario.changes != nil { run.library = library }
    if let cloud = task.cloud { run.cloud = cloud }
    var here = scenario
    // At its own speed, this machine is the device, whatever the scenario names.
    if scenario.devicePace == nil { here.device.costs = CostTables.thisMachine }
    let table = try CostChoice(for: here, isShared: task.isCalibrating).table
    let costs = TableCosts(table.scaled(for: scenario), seed: scenario.seed)
    // Nothing can be foreseen of stored thumbnails whose times nobody measured.
    let areKnown = table.thumbnails != nil || task.run.combination.thumbnailStore != .persistent
    run.foreseenCosts = areKnown ? costs : nil
    if areKnown, scenario.devicePace != nil || CostTables.isCalibrated, !task.isCalibrating,
      scenario.changes == nil
    {
      run.bounds = {
        TraceBounds(
          try Sightings(of: laidOut), of: laidOut, task.run.combination,
          iteration: task.run.iteration, assets: photos, costs: costs)
      }
    }
    do {
      let before = Canary.seconds()
      var record = try run.replay(thumbnails: task.thumbnails) { frame in
        if frame == 30, let fault = task.fault { commit(fault) }
      }
      let after = Canary.seconds() * (task.fault == .busy ? 100 : 1)
      record.metrics.merge(canary(before: before, after: after)) { $1 }
      if task.gaugesDecoding {
        let cell = laidOut.layout.largestCell
        let gauge = DecodeGauge(
          of: run.assets, as: laidOut.specification(of: cell, task.run.combination.resizeMode),
          seed: SeededGenerator.hash(of: task.run.id(scenario: scenario.name)))
        record.metrics["costRatio"] = gauge.ratio(
          to: table, workers: scenario.device.decodeWorkers, decodeTime: scenario.decodeTime,
          pace: scenario.devicePace)
      }
      return record
    } catch StageRun.Failure.outOfMemory(let reason) {
      return task.run.record(scenario: scenario.name, status: .outOfMemory, failure: reason)
    }
  }

  private static func canary(before: Double, after: Double) -> [String: Double?] {
    let (slow, fast) = (max(before, after), min(before, after))
    return [
      "canaryMs": slow.inMilliseconds, "canarySlowdown": (slow / fast).rounded(toPlaces: 3),
    ]
  }

  /// Ends this process soon after its parent ends, since its result would have no reader.
  private static func endWithParent(_ parent: Int32) {
    Thread.detachNewThread {
      while getppid() == parent { sleep(1) }
      _exit(1)
    }
  }

  private static func commit(_ fault: WorkerTask.Fault) {
    switch fault {
    case .crash:
      abort()
    case .hang:
      while true { sleep(1) }
    case .busy, .slowDecoding: break
    }
  }
}
