/// What a change accepts: how its result differs from the baseline of the branch that it goes to, in what gates.
///
/// A change may update the baselines that it is held to; those of the branch still show what gets worse.
public struct Trade: Codable, Hashable, Sendable {
  /// The reasons of the updates that the branch does not have; empty if the change gives none.
  public var reasons: [String]
  /// What is worse or better than on the branch; where they did not measure the same, all figures that differ.
  public var changes: [Finding]
  /// Why they did not measure the same, a sentence each; empty if they did.
  public var differences: [String]

  /// Whether something got worse, or can no longer be compared.
  public var isPaid: Bool { !differences.isEmpty || changes.contains { $0.verdict == .regression } }
}
