import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// Runs that write to one folder at once leave each other's results alone.
@Suite(.timeLimit(.minutes(15)))
struct ConcurrentRunsTests {
  private let folder = TemporaryFolder()
  private var run: String { "run SMALL --strategy none --output \(folder.path)" }

  /// The results of a name: the latest one and those that it replaced.
  private func results(_ name: String) throws -> [ResultFile] {
    let history = try folder.names(in: "history")
    let files = history.filter { $0.hasPrefix("\(name).") && $0.hasSuffix(".json") }.map { "history/\($0)" }
    return try (files + ["\(name).json"]).map { try ResultFile.read(path: folder.file($0)) }
  }

  @Test func `of 32 model runs, eight at a time, the last is the latest, and all others are in the history`()
    async throws
  {
    try await withThrowingTaskGroup { group in
      for first in 0..<8 {
        group.addTask {
          for seed in stride(from: first, to: 32, by: 8) {
            try await SmallScenario.model("--strategy none --seed \(seed)", in: folder)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try results("small.model").map(\.scenario.seed).sorted() == Array(0..<32))
    // Each has its own page, or in the moment between two runs none.
    #expect(try folder.names(in: "history").count { $0.hasSuffix(".html") } == 31)
    #expect(try folder.names() == ["history", "small.model.html", "small.model.json"])
  }

  @Test func `two replays at once have a partial result each, and lists name neither before it is whole`()
    async throws
  {
    async let one = Program.run("\(run) --rounds 2")
    let (other, seen) = try await Program.run("\(run) --rounds 3") { _ in
      var seen: [String] = []
      try await Program.wait {
        seen = try folder.names().filter { $0.hasSuffix(".partial.json") }
        return seen.count == 2
      }
      let list = try await Program.run("list results --results \(folder.path)")
      #expect(!list.output.contains("partial"))
      return seen
    }
    let first = try await one
    #expect([first.code, other.code] == [0, 0], "\(first.error)\(other.error)")
    #expect(Set(seen).count == 2)
    #expect(try Set(results("small.replay").map(\.runs.count)) == [2, 3])
    #expect(folder.partial(of: "small.replay") == nil)
  }

  @Test func `a run resumes what another left, and not what another is making`() async throws {
    // Enough that the first is still running when the other one has ended.
    let (killed, _) = try await Program.run("\(run) --rounds 500") { program in
      // More than the run that resumes them asks for.
      try await Program.wait { try folder.completedRuns(of: "small.replay") > 3 }
      try await Program.run(
        "\(run) --rounds 1 --resume", code: 0, saying: "there is no partial result of interrupted replays")
      kill(program, SIGKILL)
    }
    #expect(killed.code == nil)
    let left = try #require(folder.partial(of: "small.replay"))
    let kept = try folder.completedRuns(of: "small.replay")
    let list = try await Program.run("list results --results \(folder.path)")
    #expect(list.output.contains(left.split(separator: "/").last?.dropLast(".json".count) ?? "-"))
    try await Program.run("\(run) --rounds 3 --resume", code: 0, saying: "resumed: \(left) holds ")
    #expect(folder.partial(of: "small.replay") == nil)
    #expect(try results("small.replay").map(\.runs.count).max() == kept)
  }
}
