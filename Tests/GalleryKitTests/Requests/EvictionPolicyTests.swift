import GalleryKit
import TestSupport
import Testing

@testable import GalleryEngine

/// The entry that a policy evicts.
@Suite struct EvictionPolicyTests {
  /// The misses among letters requested in order, with room for `room` of them.
  private func misses(_ requests: String, room: Int, _ policy: any EvictionPolicy.Type) -> String {
    var policy = policy.init()
    var slots: [Character: Int] = [:]
    var free = Array((0..<room).reversed())
    return requests.filter { letter in
      if let slot = slots[letter] {
        policy.access(slot)
        return false
      }
      if free.isEmpty, let victim = policy.victim() {
        policy.remove(victim)
        slots = slots.filter { $0.value != victim }
        free.append(victim)
      }
      let slot = free.removeLast()
      slots[letter] = slot
      policy.insert(slot, at: nil)
      return true
    }
  }

  @Test(arguments: [
    // A is asked for again, so that B is the least recently used.
    ("lru", "ABCADB", "ABCDB"),
    // A has a mark and gets a second round; B has none.
    ("clock", "ABCADBA", "ABCDB"),
    // After its second round A is treated like the others.
    ("clock", "ABCADEFA", "ABCDEFA"),
    // The hand passes A and takes B, then continues with C, though A's mark is gone.
    ("sieve", "ABCADECA", "ABCDEC"),
    // New ones are tried before old favourites: A stays while D, E, F and G come and go.
    ("sieve", "ABCADEFGA", "ABCDEFG"),
    ("lru", "ABCADEFGA", "ABCDEFGA"),
  ])
  func `with room for three, asked for these, misses those`(policy: String, requests: String, missed: String)
    throws
  {
    #expect(misses(requests, room: 3, try #require(EvictionPolicies.named(policy))) == missed)
  }

  /// The same rules in arrays: slow, but easy to read.
  private struct Plain {
    let name: String
    /// From the oldest to the newest.
    var slots: [Int] = []
    var marked: Set<Int> = []
    var hand: Int?

    mutating func access(_ slot: Int) {
      if name == "lru" {
        slots.removeAll { $0 == slot }
        slots.append(slot)
      } else {
        marked.insert(slot)
      }
    }

    mutating func remove(_ slot: Int) {
      guard let place = slots.firstIndex(of: slot) else { return }
      if hand == slot { hand = place + 1 < slots.count ? slots[place + 1] : nil }
      slots.remove(at: place)
      marked.remove(slot)
    }

    mutating func victim() -> Int? {
      guard !slots.isEmpty else { return nil }
      switch name {
      case "clock":
        while marked.remove(slots[0]) != nil { slots.append(slots.removeFirst()) }
        return slots[0]
      case "sieve":
        var place = hand.flatMap(slots.firstIndex) ?? 0
        while marked.remove(slots[place]) != nil { place = (place + 1) % slots.count }
        hand = slots[place]
        return hand
      default: return slots[0]
      }
    }
  }

  @Test(arguments: EvictionPolicies.all.map { $0.name }, 1...20)
  func `whatever is asked for and removed, a policy evicts what its rules say`(name: String, seed: Int)
    throws
  {
    var policy = try #require(EvictionPolicies.named(name)).init()
    var plain = Plain(name: name)
    var generator = Shuffler(seed: UInt64(seed))
    var free = Array(0..<12)
    for _ in 0..<2000 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4 where !plain.slots.isEmpty:
        let slot = plain.slots[Int.random(in: plain.slots.indices, using: &generator)]
        policy.access(slot)
        plain.access(slot)
      case 4 where !plain.slots.isEmpty:
        let slot = plain.slots[Int.random(in: plain.slots.indices, using: &generator)]
        policy.remove(slot)
        plain.remove(slot)
        free.append(slot)
      case 5 where !free.isEmpty, 6 where !free.isEmpty, 7 where !free.isEmpty:
        let slot = free.remove(at: Int.random(in: free.indices, using: &generator))
        policy.insert(slot, at: nil)
        plain.slots.append(slot)
      default:
        let victim = policy.victim()
        #expect(victim == plain.victim())
        guard let victim else { continue }
        policy.remove(victim)
        plain.remove(victim)
        free.append(victim)
      }
    }
    #expect(policy.victim() == plain.victim())
  }
}
