import GalleryKit
import TestSupport
import Testing

@Suite("Storage of originals")
struct OriginalStorageTests {
  /// Of originals of up to 120 bytes, one alone may exceed the budget.
  @Test(arguments: [40, 120])
  func `it does as a plain list would, whatever happens`(byteCounts: Int) {
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
        let new = OriginalStorage.Item(
          path: name, byteCount: shuffler.next(byteCounts), isComplete: shuffler.next(2) == 0)
        if let index {
          list[index].item = new
          if list[index].pins == 0 { use(index) }
        } else {
          list.append((new, 0))
        }
        let isPinned = shuffler.next(3) == 0
        if isPinned, let index = list.firstIndex(where: { $0.item.path == name }) { list[index].pins += 1 }
        #expect(storage.put(new, isPinned: isPinned) == trimmed())
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
      #expect(storage.hasAll(of: name) == list.contains { $0.item.path == name && $0.item.isComplete })
    }
  }
}

@Suite("What an origin answers")
struct OriginAnswerTests {
  private func read(_ status: Int, _ fields: [String: String]) -> OriginAnswer {
    OriginAnswer(status: status) { name in fields[name] }
  }

  @Test func `a whole original says its length and version, and a range where it begins`() {
    let whole = read(200, ["Content-Length": "1234", "ETag": "\"abc\"", "Content-Encoding": "identity"])
    #expect(
      whole == OriginAnswer(status: 200, version: OriginalVersion(entityTag: "\"abc\"", byteCount: 1234)))
    #expect(whole.version.entityTag == "\"abc\"")
    let range = read(206, ["Content-Length": "100", "Content-Range": "bytes 900-999/1000"])
    #expect(range.first == 900 && range.version.byteCount == 1000)
    #expect(read(206, ["Content-Length": "100", "Content-Range": "bytes 0-99/*"]).version.byteCount == nil)
    let refused = read(416, ["Content-Range": "bytes */1000"])
    #expect(refused.first == nil && refused.version.byteCount == 1000)
    #expect(read(200, ["ETag": "W/\"abc\""]).version.entityTag == nil, "a weak tag tells no versions apart")
  }

  @Test(arguments: [
    "bytes", "bytes 5-9", "bytes a-b/c", "items 0-1/2", "bytes -5--1/-7", "",
    "bytes 99999999999999999999-1/2",
  ])
  func `a range that makes no sense is ignored`(text: String) {
    let answer = read(206, ["Content-Range": text])
    #expect(answer.first == nil || answer.version.byteCount == nil)
    #expect(answer.first ?? 0 >= 0)
    #expect(answer.version.byteCount ?? 0 >= 0)
  }

  @Test func `a wait is given in seconds, or as the moment of its end by the origin's clock`() {
    #expect(read(503, ["Retry-After": "120"]).retryAfter == 120)
    #expect(read(503, ["Retry-After": "-5"]).retryAfter == nil)
    let (early, late) = ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:51:07 GMT")
    #expect(read(503, ["Retry-After": late, "Date": early]).retryAfter == 90)
    #expect(read(503, ["Retry-After": early, "Date": late]).retryAfter == 0)
    #expect(read(503, ["Retry-After": late]).retryAfter == nil)
    for text in ["soon", "Sun, 06 Now 1994 08:51:07 GMT", "Sun, 31 Nov 1994 08:51:07 GMT"] {
      #expect(read(503, ["Retry-After": text, "Date": early]).retryAfter == nil)
    }
  }

  @Test func `versions differ where both say something, and it is not the same`() {
    let one = OriginalVersion(entityTag: "\"a\"", byteCount: 10)
    #expect(!one.differs(from: OriginalVersion()))
    #expect(!one.differs(from: OriginalVersion(entityTag: "\"a\"")))
    #expect(one.differs(from: OriginalVersion(entityTag: "\"b\"", byteCount: 10)))
    #expect(one.differs(from: OriginalVersion(byteCount: 11)))
  }
}
