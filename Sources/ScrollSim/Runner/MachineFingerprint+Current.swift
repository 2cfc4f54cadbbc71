package import BenchReport

extension MachineFingerprint {
  /// The kind of machine that this program runs on and that `provenance` tells of.
  package init(of provenance: Provenance) {
    self.init(
      os: Self.currentOS, architecture: Self.currentArchitecture, cpu: provenance.cpu,
      cores: provenance.cores)
  }

  private static var currentOS: String {
    #if os(macOS)
      "macos"
    #else
      "linux"
    #endif
  }

  private static var currentArchitecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other"
    #endif
  }
}
