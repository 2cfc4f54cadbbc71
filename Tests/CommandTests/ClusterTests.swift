import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// A search that is split over processes by existing engines, as `docs/recipes.md` describes.
@Suite(.serialized, .long, .timeLimit(.minutes(15)))
struct ClusterTests {
  private static let shards = 4

  private let folder = TemporaryFolder()

  private static func search(shard: String? = nil, in folder: String) -> String {
    let share = shard.map { " --shard \($0)/\(shards)" } ?? ""
    return "'\(Program.path)' advise '\(SmallScenario.path)' --costs epyc-2core --combinations 40 "
      + "--strategy screens --strategy none --no-progress --output '\(folder)'\(share)"
  }

  /// Expects the joined shards in the folder to equal the search of one process.
  private func expectTheWhole() async throws {
    let whole = try await Program.shell(Self.search(in: folder.file("whole")), code: 0)
    let parts = (1...Self.shards).map { folder.file("parts/small.advice.\($0)-of-\(Self.shards).json") }
    let joinedOutcome = try await Program.run(
      "advise --join \(parts.joined(separator: " ")) --output \(folder.file("joined"))", code: 0)
    #expect(joinedOutcome.output == whole.output)
    // Everything except the time and the command line of its making is equal, to the byte.
    let one = try folder.advice(in: "whole")
    var joined = try folder.advice(in: "joined")
    joined.provenance = one.provenance
    #expect(try joined.json() == one.json())
  }

  @Test(
    .enabled("GNU parallel is not installed: apt-get install parallel") { try await Program.has("parallel") })
  func `shards under GNU parallel are the whole, to the byte`() async throws {
    let line = Self.search(shard: "{}", in: folder.file("parts"))
    try await Program.shell("parallel --will-cite -j2 \"\(line)\" ::: 1 2 3 4", code: 0)
    try await expectTheWhole()
  }

  @Test(
    .enabled("Slurm is not installed, or this is not root: apt-get install slurm-wlm munge") {
      try await Program.has("sbatch", "slurmctld", "slurmd", "munged") && getuid() == 0
    })
  func `shards in a Slurm array are the whole, to the byte`() async throws {
    let script = Repository.path + "/Tests/CommandTests/slurm-here.sh"
    let line = Self.search(shard: "$SLURM_ARRAY_TASK_ID", in: folder.file("parts"))
    try await Program.shell(
      "'\(script)' '\(folder.file("slurm"))' \(Self.shards) \"\(line.replacing("$", with: "\\$"))\"", code: 0)
    try await expectTheWhole()
  }
}
