internal import ArgumentParser
internal import GalleryKit
internal import ScrollSim

extension ParsableArguments {
  func refuse(_ isWrong: Bool, _ message: @autoclosure () -> String) throws {
    if isWrong { throw ValidationError(message()) }
  }
}

/// Reads values of options from words; errors say what was expected and found.
enum OptionValue {
  /// A valid value that was read from an argument, if there is one.
  static func value<Value>(
    _ value: Value?, where isValid: (Value) -> Bool = { _ in true }, _ expected: String,
    found argument: String
  ) throws -> Value {
    guard let value, isValid(value) else {
      throw ValidationError("expected \(expected), found '\(argument)'")
    }
    return value
  }

  /// What was expected and found, and the name that was meant, if one is near.
  ///
  /// - Parameter expected: the names in words; by default, all of them.
  static func refusal(of argument: String, among names: [String], expected: String? = nil) -> String {
    "expected \(expected ?? names.joined(separator: ", ")), found '\(argument)'"
      + Spelling.hint(for: argument, among: names)
  }

  /// One of some names; see ``refusal(of:among:expected:)``.
  static func name(_ argument: String, among names: [String], expected: String? = nil) throws -> String {
    guard names.contains(argument) else {
      throw ValidationError(refusal(of: argument, among: names, expected: expected))
    }
    return argument
  }

  /// A case of an enumeration, by its raw value.
  static func word<Value: RawRepresentable<String> & CaseIterable>(_ argument: String) throws -> Value {
    try word(argument, among: Array(Value.allCases))
  }

  static func word<Value: RawRepresentable<String>>(_ argument: String, among values: [Value]) throws -> Value
  {
    if let value = values.first(where: { $0.rawValue == argument }) { return value }
    throw ValidationError(refusal(of: argument, among: values.map(\.rawValue)))
  }

  static func mode(_ argument: String) throws -> ResultFile.Mode {
    try word(argument, among: ResultFile.Mode.ofScenarios)
  }

  /// The words of some cases, for help texts.
  static func words(_ values: some Sequence<some RawRepresentable<String>>) -> String {
    values.map(\.rawValue).joined(separator: ", ")
  }

  /// A range of numbers such as `2-12`, or one number.
  static func range(_ argument: String) throws -> ClosedRange<Double> {
    let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { Double($0) }
    guard let low = ends.first ?? nil, let high = ends.last ?? nil, ends.count <= 2, low <= high else {
      throw ValidationError("expected a range such as 2-12, found '\(argument)'")
    }
    return low...high
  }

  /// A time such as `90s`, `10m` or `1h`, in seconds; at most a week.
  static func duration(_ argument: String) throws -> Double {
    try seconds(argument, bare: nil, in: 1e-6...7 * 86_400, "a time such as 90s, 10m or 1h, at most 168h")
  }

  /// A time with a unit, or in units of `unit` seconds, in seconds.
  static func seconds(
    _ argument: String, bare unit: Double?, in range: ClosedRange<Double>, _ expected: String
  ) throws -> Double {
    try value(TimeSpan.seconds(in: argument, bare: unit), where: range.contains, expected, found: argument)
  }

  /// A path; an empty one, from an unset shell variable, is refused, since it would mean the working folder.
  static func path(_ argument: String) throws -> String {
    guard !argument.isEmpty else { throw ValidationError("expected a path, found an empty text") }
    return argument
  }

  /// Standard output, by a path that every platform has.
  static let standardOutput = "/dev/stdout"

  /// The path of a file to write; `-` is standard output.
  static func output(_ argument: String) throws -> String {
    argument == "-" ? standardOutput : try path(argument)
  }

  /// An amount of memory such as `150 MB`.
  static func bytes(_ argument: String) throws -> Int {
    try value(
      ByteCount.bytes(in: argument), where: { $0 > 0 }, "\(ByteCount.example), above 0", found: argument)
  }

  /// A budget for images, which has a unit unless it is at least a million bytes.
  static func memoryBudget(_ argument: String) throws -> Int {
    let bytes = try bytes(argument)
    if let remedy = ByteCount.remedy(for: argument) {
      throw ValidationError("expected memory with its unit, found '\(argument)': \(remedy)")
    }
    return bytes
  }

  /// Different loads such as `0.3,1,2`.
  static func loads(_ argument: String) throws -> [Double] {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let loads = parts.compactMap { Double($0) }.filter { (0.01...100).contains($0) }
    let areValid = loads.count == parts.count && Set(loads).count == loads.count && loads.count <= 50
    return try value(
      areValid ? loads : nil, "different loads from 0.01 to 100 such as 0.3,1,2", found: argument)
  }

  /// The number of a library's photos, with the same limit as in scenarios.
  static func photoCount(_ argument: String) throws -> Int {
    let most = LibrarySource.mostPhotos
    return try value(Int(argument), where: (1...most).contains, "1 to \(most) photos", found: argument)
  }

  static func cellCount(_ argument: String) throws -> Int {
    try value(Int(argument), where: (1...100).contains, "1 to 100 cells", found: argument)
  }

  /// Checks an option's number; `nil` is none.
  static func check(_ option: String, _ number: Int?, in range: ClosedRange<Int>) throws {
    guard let number, !range.contains(number) else { return }
    throw ValidationError("\(option): expected \(range.lowerBound) to \(range.upperBound), found \(number)")
  }

  /// A share such as `2/3`.
  static func share(_ argument: String) throws -> AdviceFile.Shard {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1], count <= 10_000,
      let shard = AdviceFile.Shard(index: index, of: count)
    else {
      throw ValidationError("expected a share from 1/n to n/n, n at most 10000, found '\(argument)'")
    }
    return shard
  }

  /// A size such as `390x390`.
  static func pixelSize(_ argument: String) throws -> PixelSize {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0,
      max(width, height) <= 20_000
    else {
      throw ValidationError("expected pixels such as 390x390, at most 20000 a side, found '\(argument)'")
    }
    return PixelSize(width: width, height: height)
  }
}
