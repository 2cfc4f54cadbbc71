import GalleryKit
import TestSupport
import Testing

@Suite("Storage of originals")
struct OriginalStorageTests {
  private func item(_ path: String, _ byteCount: Int = 10, isComplete: Bool = true) -> OriginalStorage.Item {
    OriginalStorage.Item(path: path, byteCount: byteCount, isComplete: isComplete)
  }

  @Test func `the least recently used goes first`() {
    var storage = OriginalStorage(byteLimit: 30)
    for name in ["a", "b", "c"] { #expect(storage.put(item(name)).isEmpty) }
    storage.pin("a")
    #expect(storage.unpin("a").isEmpty)
    #expect(storage.put(item("d")).map(\.path) == ["b"])
    #expect(storage.put(item("e", 20)).map(\.path) == ["c", "a"])
    #expect(storage.byteCount == 30)
    #expect(storage.count == 2)
  }

  @Test func `what is pinned stays beyond the budget, which is kept again afterwards`() {
    var storage = OriginalStorage(byteLimit: 15)
    #expect(storage.put(item("a"), isPinned: true).isEmpty)
    #expect(storage.put(item("b"), isPinned: true).isEmpty)
    storage.pin("a")
    #expect(storage.byteCount == 20)
    #expect(storage.unpin("a").isEmpty)
    #expect(storage.unpin("a").map(\.path) == ["a"])
    #expect(storage.unpin("b").isEmpty)
    #expect(storage.unpin("b").isEmpty)
    #expect(storage.hasAll(of: "b"))
  }

  @Test func `an original larger than the budget is there as long as it is pinned`() {
    var storage = OriginalStorage(byteLimit: 5)
    #expect(storage.put(item("a"), isPinned: true).isEmpty)
    #expect(storage.hasAll(of: "a"))
    #expect(storage.unpin("a") == [item("a")])
    #expect(storage.count == 0)
    #expect(storage.put(item("b")) == [item("b")])
  }

  @Test func `an original on its way takes the room that it will need, and what came of it later`() {
    var storage = OriginalStorage(byteLimit: 100)
    _ = storage.put(item("old", 60))
    #expect(storage.put(item("new", 80, isComplete: false), isPinned: true).map(\.path) == ["old"])
    #expect(!storage.hasAll(of: "new"))
    _ = storage.put(item("new", 30, isComplete: false))
    #expect(storage.unpin("new").isEmpty)
    #expect(storage["new"] == item("new", 30, isComplete: false))
    #expect(storage.byteCount == 30)
  }

  @Test func `what is not there is neither pinned nor removed`() {
    var storage = OriginalStorage(byteLimit: 10)
    storage.pin("a")
    #expect(storage.unpin("a").isEmpty)
    storage.remove("a")
    #expect(storage["a"] == nil)
  }

  @Test func `it does as a plain list would, whatever happens`() {
    var shuffler = Shuffler(seed: 11)
    var storage = OriginalStorage(byteLimit: 100)
    var list: [(item: OriginalStorage.Item, pins: Int)] = []
    func trimmed() -> [OriginalStorage.Item] {
      var gone: [OriginalStorage.Item] = []
      while list.reduce(0, { $0 + $1.item.byteCount }) > 100,
        let index = list.firstIndex(where: { $0.pins == 0 })
      {
        gone.append(list.remove(at: index).item)
      }
      return gone
    }
    func use(_ index: Int) { list.append(list.remove(at: index)) }
    for _ in 0..<5000 {
      let name = "\(shuffler.next(12))"
      let index = list.firstIndex { $0.item.path == name }
      switch shuffler.next(4) {
      case 0:
        let new = item(name, shuffler.next(40), isComplete: shuffler.next(2) == 0)
        if let index {
          list[index].item = new
          if list[index].pins == 0 { use(index) }
        } else {
          list.append((new, 0))
        }
        #expect(storage.put(new) == trimmed())
      case 1:
        storage.pin(name)
        if let index { list[index].pins += 1 }
      case 2:
        if let index, list[index].pins > 0 {
          list[index].pins -= 1
          if list[index].pins == 0 { use(index) }
          #expect(storage.unpin(name) == trimmed())
        } else {
          #expect(storage.unpin(name).isEmpty)
        }
      default:
        storage.remove(name)
        if let index { list.remove(at: index) }
      }
      #expect(storage.byteCount == list.reduce(0) { $0 + $1.item.byteCount })
      #expect(storage.count == list.count)
      #expect(storage[name] == list.first { $0.item.path == name }?.item)
    }
  }
}
