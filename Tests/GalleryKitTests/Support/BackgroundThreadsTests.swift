import Support
import Testing

/// Threads that give way to those that show frames.
struct BackgroundThreadsTests {
  #if canImport(Glibc)
    private static var niceness: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

    /// Only a superuser's thread could become less nice again.
    @Test func `a thread stays as nice as the one that starts it`() async {
      let niceness: [Int32] = await withCheckedContinuation { continuation in
        BackgroundThreads.start(named: "nice", stackSize: 1 << 17) {
          _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, max(12, Self.niceness))
          let outer = Self.niceness
          BackgroundThreads.start(named: "as nice", stackSize: 1 << 17) {
            continuation.resume(returning: [outer, Self.niceness])
          }
        }
      }
      #expect(niceness[0] >= 12)
      #expect(niceness[1] == niceness[0])
    }
  #endif
}
