import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `A worker's process` {
  @Test func `that writes errors without end fails its own run, and no other`() async throws {
    let folder = TemporaryFolder()
    let program = try folder.writeProgram("#!/bin/sh\ncat >/dev/null\nexec yes >&2\n", as: "worker")
    let scenario = try Scenario.model("fling")
    let photos = LibraryLocation(folder: folder.path)
    let task = WorkerTask(scenario: scenario, library: photos, run: scenario.runs[0])
    let record = try await WorkerProcess(executable: program, timeLimit: 60).run(task)
    #expect(record.status == .crashed && record.failure?.contains("bytes to standard error") == true)
  }
}
