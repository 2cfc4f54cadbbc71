/// A plan of replays, without a clock: round after round over all combinations, and after each round repeats of disturbed runs.
///
/// In rounds, changes of the machine affect all combinations alike.
package struct ReplayPlan: Sendable {
  /// The replays beyond the rounds that are asked for.
  package struct Pace: Hashable, Sendable {
    /// Whether further rounds follow until the answer is settled.
    package var goesOn: Bool
    /// The most repeats of disturbed runs, in rounds.
    package var repeats: Int
    /// Seconds within which all these replays must end; the rounds that are asked for have no limit.
    package var seconds: Double

    package init(goesOn: Bool = false, repeats: Int = 2, seconds: Double = 300) {
      self.goesOn = goesOn
      self.repeats = repeats
      self.seconds = seconds
    }
  }

  /// One combination's part in one round: all its visits.
  package struct Turn: Hashable, Sendable {
    package var combination: Int
    /// Counts rounds from 0: the iteration of the runs.
    package var round: Int
  }

  /// The answer of the runs so far.
  package struct Answer: Hashable, Sendable {
    /// Whether the recommended combination is settled (``SettledChoice``).
    package var isSettled: Bool
    package var isTooBusyToTell: Bool = false
  }

  /// The rounds after which a machine that was too busy to tell in all of them is not expected to become quiet.
  package static let mostWhileBusy = 6
  private static let mostTries = 3

  package let combinations: Int
  package let leastRounds: Int
  package let pace: Pace
  /// Rounds that have begun.
  package private(set) var rounds = 0
  /// Rounds that have begun, or are asked for and will begin.
  package var plannedRounds: Int { max(rounds, leastRounds) }
  /// Turns that were repeated, or are being repeated.
  package private(set) var repeats = 0
  private var waiting: [Turn] = []
  private var tries: [Turn: Int] = [:]
  private var answers: [Answer] = []
  private var secondsTaken = 0.0
  private var generator: SeededGenerator

  /// - Parameter seed: the seed of the order within rounds.
  package init(combinations: Int, leastRounds: Int, pace: Pace, seed: UInt64) {
    self.combinations = combinations
    self.leastRounds = leastRounds
    self.pace = pace
    generator = SeededGenerator(seed: seed)
  }

  /// The turn to replay next, `elapsed` seconds after the first began; `nil` if the runs so far suffice.
  ///
  /// - Parameter answer: the answer of the runs so far; asked for only at the end of a round.
  package mutating func next(elapsed: Double, severity: (Turn) -> Double, answer: () -> Answer) -> Turn? {
    if let turn = waiting.popLast() { return turn }
    let turnSeconds = tries.isEmpty ? 0 : secondsTaken / Double(rounds * combinations + repeats)
    if let turn = mostDisturbed(by: severity), elapsed + turnSeconds <= pace.seconds {
      repeats += 1
      return turn
    }
    if rounds > 0 { answers.append(answer()) }
    let hasTime = elapsed + turnSeconds * Double(combinations) <= pace.seconds
    guard rounds < leastRounds || (pace.goesOn && hasTime && !isSettled && !staysBusy) else { return nil }
    waiting = (0..<combinations).map { Turn(combination: $0, round: rounds) }.shuffled(using: &generator)
    rounds += 1
    return waiting.popLast()
  }

  package mutating func finish(_ turn: Turn, seconds: Double) {
    tries[turn, default: 0] += 1
    secondsTaken += seconds
  }

  /// The turn to repeat: the most disturbed of those that were replayed least often.
  private func mostDisturbed(by severity: (Turn) -> Double) -> Turn? {
    guard repeats < pace.repeats * combinations else { return nil }
    return tries.filter { $0.value < Self.mostTries }
      .map { (turn: $0.key, rank: ($0.value, -severity($0.key), $0.key.round, $0.key.combination)) }
      .filter { $0.rank.1 < -1 }.min { $0.rank < $1.rank }?.turn
  }

  /// Whether the answer is settled, on a machine that was quiet enough.
  private var isSettled: Bool { answers.last.map { $0.isSettled && !$0.isTooBusyToTell } ?? false }

  private var staysBusy: Bool {
    answers.count >= Self.mostWhileBusy && answers.suffix(Self.mostWhileBusy).allSatisfy(\.isTooBusyToTell)
  }
}
