internal import Foundation

/// The memory of a replay's process that has opened its photos and decoded none, which models add images to.
///
/// The process that calibrates is larger: it has made, indexed and decoded photos.
package enum RestingProcess {
  private static let tries = 3

  /// The resident bytes before the first frame, the median of three processes.
  package static func residentBytes(executable: String, over photos: LibraryLocation) async throws -> Int {
    let scenario = try ScenarioFile.parse(Array(scenario.utf8), path: "resting.json")
    let worker = WorkerProcess(executable: executable, timeLimit: 60)
    var found: [Double] = []
    for run in scenario.runs {
      var task = WorkerTask(scenario: scenario, library: photos, run: run)
      task.isCalibrating = true
      let record = try await worker.run(task)
      guard let bytes = record.figure("baseResidentBytes") else {
        throw Failure(reason: record.failure ?? record.status.rawValue)
      }
      found.append(bytes)
    }
    return Int(found.median ?? 0)
  }

  package struct Failure: Error, CustomStringConvertible {
    let reason: String

    package var description: String {
      "expected the memory of a replay's process, found none: \(reason); 'scrollsim run browse' shows more"
    }
  }

  /// A grid of one photo that rests for a moment.
  private static let scenario = """
    {
      "name": "resting", "about": "What does a process take that shows nothing yet?",
      "library": { "synthetic": { "photos": 1 } },
      "screen": { "width": 100, "height": 100, "scale": 1, "refreshRate": 60 },
      "grid": { "columns": 1, "spacing": 0 },
      "device": { "decodeWorkers": 1, "memoryBudget": "10 MB", "costs": "epyc-2core" },
      "trace": { "gestures": [{ "pause": 0.1 }], "settle": 0 },
      "compare": { "strategies": ["none"] },
      "iterations": \(tries)
    }
    """
}
