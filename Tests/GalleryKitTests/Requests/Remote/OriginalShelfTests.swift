import GalleryKit
import TestSupport
import Testing

@Suite("The shelf of originals")
struct OriginalShelfTests {
  private func item(_ path: String, _ byteCount: Int = 10, isComplete: Bool = true) -> OriginalShelf.Item {
    OriginalShelf.Item(path: path, byteCount: byteCount, isComplete: isComplete)
  }

  @Test func `the least recently used goes first`() {
    var shelf = OriginalShelf(byteLimit: 30)
    for name in ["a", "b", "c"] { #expect(shelf.put(item(name)).isEmpty) }
    shelf.pin("a")
    #expect(shelf.unpin("a").isEmpty)
    #expect(shelf.put(item("d")).map(\.path) == ["b"])
    #expect(shelf.put(item("e", 20)).map(\.path) == ["c", "a"])
    #expect(shelf.byteCount == 30)
    #expect(shelf.count == 2)
  }

  @Test func `what is pinned stays beyond the budget, which is kept again afterwards`() {
    var shelf = OriginalShelf(byteLimit: 15)
    #expect(shelf.put(item("a"), isPinned: true).isEmpty)
    #expect(shelf.put(item("b"), isPinned: true).isEmpty)
    shelf.pin("a")
    #expect(shelf.byteCount == 20)
    #expect(shelf.unpin("a").isEmpty)
    #expect(shelf.unpin("a").map(\.path) == ["a"])
    #expect(shelf.unpin("b").isEmpty)
    #expect(shelf.unpin("b").isEmpty)
    #expect(shelf.hasAll(of: "b"))
  }

  @Test func `an original larger than the budget is there as long as it is pinned`() {
    var shelf = OriginalShelf(byteLimit: 5)
    #expect(shelf.put(item("a"), isPinned: true).isEmpty)
    #expect(shelf.hasAll(of: "a"))
    #expect(shelf.unpin("a") == [item("a")])
    #expect(shelf.count == 0)
    #expect(shelf.put(item("b")) == [item("b")])
  }

  @Test func `an original on its way takes the room that it will need, and what came of it later`() {
    var shelf = OriginalShelf(byteLimit: 100)
    _ = shelf.put(item("old", 60))
    #expect(shelf.put(item("new", 80, isComplete: false), isPinned: true).map(\.path) == ["old"])
    #expect(!shelf.hasAll(of: "new"))
    _ = shelf.put(item("new", 30, isComplete: false))
    #expect(shelf.unpin("new").isEmpty)
    #expect(shelf["new"] == item("new", 30, isComplete: false))
    #expect(shelf.byteCount == 30)
  }

  @Test func `what is not there is neither pinned nor removed`() {
    var shelf = OriginalShelf(byteLimit: 10)
    shelf.pin("a")
    #expect(shelf.unpin("a").isEmpty)
    shelf.remove("a")
    #expect(shelf["a"] == nil)
  }

  @Test func `it does as a plain list would, whatever happens`() {
    var shuffler = Shuffler(seed: 11)
    var shelf = OriginalShelf(byteLimit: 100)
    var list: [(item: OriginalShelf.Item, pins: Int)] = []
    func trimmed() -> [OriginalShelf.Item] {
      var gone: [OriginalShelf.Item] = []
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
        #expect(shelf.put(new) == trimmed())
      case 1:
        shelf.pin(name)
        if let index { list[index].pins += 1 }
      case 2:
        if let index, list[index].pins > 0 {
          list[index].pins -= 1
          if list[index].pins == 0 { use(index) }
          #expect(shelf.unpin(name) == trimmed())
        } else {
          #expect(shelf.unpin(name).isEmpty)
        }
      default:
        shelf.remove(name)
        if let index { list.remove(at: index) }
      }
      #expect(shelf.byteCount == list.reduce(0) { $0 + $1.item.byteCount })
      #expect(shelf.count == list.count)
      #expect(shelf[name] == list.first { $0.item.path == name }?.item)
    }
  }
}
