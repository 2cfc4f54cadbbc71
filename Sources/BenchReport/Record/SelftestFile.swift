/// Whether the gate catches planted faults, as `scrollsim selftest --format json` prints it.
public struct SelftestFile: Codable, Hashable, Sendable {
  /// The schema this version writes.
  public static let currentSchema = "scrollsim.selftest/1"

  /// ``currentSchema``.
  public var schema = Self.currentSchema
  /// Where and when it was made.
  public var provenance: Provenance
  /// The findings about the unchanged program, of which there must be none.
  public var clean: [Finding]
  /// One entry for each fault.
  public var faults: [Fault]
  /// Leaks of many sizes and kinds; `nil` if none were planted.
  public var leaks: Leaks?

  /// A planted fault and the gate's findings.
  public struct Fault: Codable, Hashable, Sendable {
    /// The fault's name.
    public var name: String
    /// The change to the program, in a sentence.
    public var about: String
    /// The rule that should find it.
    public var rule: Finding.Rule
    /// The number of findings it caused, under any rule.
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

  /// Leaks of many sizes and kinds, and an equal number of runs with the same noise and no leak.
  public struct Leaks: Codable, Hashable, Sendable {
    /// The number of planted leaks.
    public var planted: Int
    /// The number of planted leaks that the growth rule found.
    public var caught: Int
    /// The smallest leak, in bytes per lap.
    public var smallestBytesPerLap: Int
    /// The largest leak, in bytes per lap.
    public var largestBytesPerLap: Int
    /// The number of leak-free runs, of ``planted`` in all, in which the growth rule found a leak.
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
