import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// A search that is split over processes by existing engines, as `docs/recipes.md` describes.
@Suite(
  .serialized, .enabled(if: LongTests.areWanted, Comment(rawValue: LongTests.skipReason)),
  .timeLimit(.minutes(15)))
struct ClusterTests {
  private static let shards = 4

  private static func has(_ programs: String...) -> Bool {
    programs.allSatisfy { program in
      ["/usr/bin", "/usr/sbin", "/usr/local/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
      }
    }
  }

  private static func search(shard: String? = nil, in folder: String) -> String {
    let share = shard.map { " --shard \($0)/\(shards)" } ?? ""
    return "'\(Program.path)' advise '\(SmallScenario.path)' --costs epyc-2core --combinations 40 "
      + "--strategy screens --strategy none --no-progress --output '\(folder)'\(share)"
  }

  /// Expects the joined shards in a folder to equal the search of one process.
  private static func expectTheWhole(in folder: TemporaryFolder) async throws {
    let whole = try await Program.shell(search(in: folder.file("whole")), code: 0)
    let parts = (1...shards).map { folder.file("parts/small.advice.\($0)-of-\(shards).json") }
    let joinedOutcome = try await Program.run(
      ["advise", "--join"] + parts + ["--output", folder.file("joined")], code: 0)
    #expect(joinedOutcome.output == whole.output)
    // Everything except the time and the command line of its making is equal, to the byte.
    let one = try AdviceFile.read(path: folder.file("whole/small.advice.json"))
    var joined = try AdviceFile.read(path: folder.file("joined/small.advice.json"))
    joined.provenance = one.provenance
    #expect(try joined.json() == one.json())
  }

  @Test(.enabled(if: has("parallel"), "GNU parallel is not installed: apt-get install parallel"))
  func `shards under GNU parallel are the whole, to the byte`() async throws {
    let folder = try TemporaryFolder()
    let line = Self.search(shard: "{}", in: folder.file("parts"))
    try await Program.shell("parallel --will-cite -j2 \"\(line)\" ::: 1 2 3 4", code: 0)
    try await Self.expectTheWhole(in: folder)
  }

  @Test(
    .enabled(
      if: has("sbatch", "slurmctld", "slurmd", "munged") && getuid() == 0,
      "Slurm is not installed, or this is not root: apt-get install slurm-wlm munge"))
  func `shards in a Slurm array are the whole, to the byte`() async throws {
    let folder = try TemporaryFolder()
    let script = Repository.path + "/Tests/CommandTests/slurm-here.sh"
    let line = Self.search(shard: "$SLURM_ARRAY_TASK_ID", in: folder.file("parts"))
    try await Program.shell(
      "'\(script)' '\(folder.file("slurm"))' \(Self.shards) \"\(line.replacing("$", with: "\\$"))\"", code: 0)
    try await Self.expectTheWhole(in: folder)
  }
}
