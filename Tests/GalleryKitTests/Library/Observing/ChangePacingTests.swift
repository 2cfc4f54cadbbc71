import GalleryKit
import TestSupport
import Testing

/// Timelines of changes and of notices to observers; a column is a second.
@Suite("Changes are told")
struct ChangePacingTests {
  @Test(arguments: [
    //            at once, then no more often than once in three seconds
    ("x..........", "|.........."),
    ("x..x..x....", "|..|..|...."),
    ("xx.........", "|..|......."),
    ("xxxxxxxxxx..", "|..|..|..|.."),
    ("x.xx......x.", "|..|......|."),
    ("x..xx.x..", "|..|..|.."),
    ("....x", "....|"),
    ("...........", "..........."),
  ])
  func `at once, and in a storm once an interval`(changes: String, told: String) {
    var pacing = ChangePacing(interval: 3)
    var line = ""
    var due: Double?
    for (second, mark) in changes.enumerated() {
      let now = Double(second)
      var action: ChangePacing.Action?
      if due == now { action = pacing.woke(at: now) }
      if mark == "x", action != .tell { action = pacing.changed(at: now) ?? action }
      if case .wait(let time) = action { due = time }
      line += action == .tell ? "|" : "."
    }
    #expect(line == told)
  }

  @Test(arguments: 0..<20)
  func `each within an interval, never twice in one, and not without a change`(seed: Int) {
    var random = Shuffler(seed: UInt64(seed))
    var pacing = ChangePacing(interval: 0.125)
    var now = 0.0
    var lastTold = -1.0
    var oldestUntold: Double?
    for _ in 0..<2000 {
      now += Double(random.next(60)) / 1024
      let hasChanged = random.next(3) > 0
      if hasChanged { oldestUntold = oldestUntold ?? now }
      switch hasChanged ? pacing.changed(at: now) ?? pacing.woke(at: now) : pacing.woke(at: now) {
      case .tell:
        #expect(now - lastTold >= 0.125)
        #expect(oldestUntold != nil)
        lastTold = now
        oldestUntold = nil
      case .wait(let time):
        #expect(time > now && time <= lastTold + 0.125)
        #expect(oldestUntold != nil)
      case nil: #expect(oldestUntold == nil)
      }
    }
  }
}
