/// Whether the gate catches faults that were planted on purpose: what `scrollsim selftest --format json` prints.
public struct SelftestFile: Codable, Hashable, Sendable {
  /// The schema this version writes.
  public static let currentSchema = "scrollsim.selftest/1"

  /// ``currentSchema``.
  public var schema = Self.currentSchema
  /// Where and when it was made.
  public var provenance: Provenance
  /// What is said of the unchanged program, which must be nothing.
  public var clean: [Finding]
  /// One entry for each fault.
  public var faults: [Fault]
  /// Leaks of many sizes and kinds; `nil` if none were planted.
  public var leaks: Leaks?

  /// A planted fault and what the gate said.
  public struct Fault: Codable, Hashable, Sendable {
    /// What it is called.
    public var name: String
    /// What was done to the program, in a sentence.
    public var about: String
    /// The rule that is meant for it.
    public var rule: Finding.Rule
    /// How many findings it caused, under any rule.
    public var findings: Int
    /// The finding of that rule; `nil` if the gate did not notice.
    public var found: Finding?

    /// Makes a record.
    public init(name: String, about: String, rule: Finding.Rule, findings: Int, found: Finding?) {
      self.name = name
      self.about = about
      self.rule = rule
      self.findings = findings
      self.found = found
    }
  }

  /// Leaks of many sizes and kinds, and as many runs with the same noise and no leak.
  public struct Leaks: Codable, Hashable, Sendable {
    /// Leaks that were planted.
    public var planted: Int
    /// Of these, those that the growth rule found.
    public var caught: Int
    /// The smallest, in bytes a lap.
    public var smallestBytesPerLap: Int
    /// The largest, in bytes a lap.
    public var largestBytesPerLap: Int
    /// Runs without a leak that the growth rule took for one, of as many.
    public var falseAlarms: Int
    /// The leaks that were not found, each in words.
    public var missed: [String]

    /// Makes a record.
    public init(
      planted: Int, caught: Int, smallestBytesPerLap: Int, largestBytesPerLap: Int, falseAlarms: Int,
      missed: [String]
    ) {
      self.planted = planted
      self.caught = caught
      self.smallestBytesPerLap = smallestBytesPerLap
      self.largestBytesPerLap = largestBytesPerLap
      self.falseAlarms = falseAlarms
      self.missed = missed
    }
  }

  /// Makes a record.
  public init(provenance: Provenance, clean: [Finding], faults: [Fault], leaks: Leaks?) {
    self.provenance = provenance
    self.clean = clean
    self.faults = faults
    self.leaks = leaks
  }

  /// Whether the unchanged program passes, and every fault and leak was caught.
  public var holds: Bool {
    let leaksHold = leaks.map { $0.caught == $0.planted && $0.falseAlarms == 0 } ?? true
    return clean.isEmpty && !faults.isEmpty && faults.allSatisfy { $0.found != nil } && leaksHold
  }
}
