internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `--survey`, and the variations of its situations besides loads.
struct SurveyOptions: ParsableArguments {
  @Option(
    name: .customLong("survey"),
    help: "Makes one table of this name of all scenarios, with every strategy in every order.",
    transform: Self.name)
  var surveyName: String?

  @Option(
    name: .customLong("survey-physics"),
    help: "Of a survey: kinds of physics, such as uiscrollview,overscroller.", transform: Self.physics)
  var physics: [String] = [ScrollPhysicsModels.all[0].name]

  @Option(
    name: .customLong("survey-columns"), help: "Of a survey: cells in a row, such as 3,5.",
    transform: Self.columns)
  var columns: [Int] = [3]

  @Option(
    help: "Of a survey: model only this share of the situations, such as 2/4, for 'scrollsim merge'.",
    transform: Choice.share)
  var shard: TuneShard?

  /// The survey; `nil` without `--survey`.
  func survey(loads: [Double]) -> Survey? {
    surveyName.map { Survey(name: $0, physics: physics, columns: columns, loads: loads, shard: shard) }
  }

  private static func name(_ argument: String) throws -> String {
    guard !argument.isEmpty, argument.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    else { throw ValidationError("expected letters, digits and hyphens, found '\(argument)'") }
    return argument
  }

  private static func physics(_ argument: String) throws -> [String] {
    let known = ScrollPhysicsModels.all.map(\.name)
    let names = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard Set(names).count == names.count, names.allSatisfy(known.contains) else {
      throw ValidationError(
        "expected some of \(known.joined(separator: ",")), each once, found '\(argument)'")
    }
    return names
  }

  private static func columns(_ argument: String) throws -> [Int] {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let columns = parts.compactMap { Int($0) }.filter { (1...20).contains($0) }
    guard columns.count == parts.count, Set(columns).count == columns.count else {
      throw ValidationError("expected different numbers from 1 to 20 such as 3,5, found '\(argument)'")
    }
    return columns
  }
}
