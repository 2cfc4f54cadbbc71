import GalleryKit
import Testing

@Suite("What an origin answers")
struct OriginAnswerTests {
  private func read(_ status: Int, _ fields: [String: String]) -> OriginAnswer {
    OriginAnswer(status: status) { name in fields[name] }
  }

  @Test func `a whole original says its length and version`() {
    let answer = read(200, ["Content-Length": "1234", "ETag": "\"abc\"", "Content-Encoding": "identity"])
    #expect(
      answer == OriginAnswer(status: 200, version: OriginalVersion(entityTag: "\"abc\"", byteCount: 1234)))
    #expect(answer.version.entityTag == "\"abc\"")
  }

  @Test func `a range says where it begins, and its length is not the original's`() {
    let answer = read(206, ["Content-Length": "100", "Content-Range": "bytes 900-999/1000"])
    #expect(answer.first == 900)
    #expect(answer.version.byteCount == 1000)
    #expect(read(206, ["Content-Length": "100", "Content-Range": "bytes 0-99/*"]).version.byteCount == nil)
  }

  @Test func `a refused range says how long the original is`() {
    let answer = read(416, ["Content-Range": "bytes */1000"])
    #expect(answer.first == nil)
    #expect(answer.version.byteCount == 1000)
  }

  @Test(arguments: [
    "bytes", "bytes 5-9", "bytes a-b/c", "items 0-1/2", "bytes -5--1/-7", "",
    "bytes 99999999999999999999-1/2",
  ])
  func `a range that makes no sense is as if it were not there`(text: String) {
    let answer = read(206, ["Content-Range": text])
    #expect(answer.first == nil || answer.version.byteCount == nil)
    #expect(answer.first ?? 0 >= 0)
    #expect(answer.version.byteCount ?? 0 >= 0)
  }

  @Test func `a wait is given in seconds`() {
    #expect(read(503, ["Retry-After": "120"]).retryAfter == 120)
    #expect(read(503, ["Retry-After": "-5"]).retryAfter == nil)
  }

  @Test func `a weak tag tells no versions apart`() {
    #expect(read(200, ["ETag": "W/\"abc\""]).version.entityTag == nil)
  }

  @Test func `versions differ where both say something, and it is not the same`() {
    let one = OriginalVersion(entityTag: "\"a\"", byteCount: 10)
    #expect(!one.differs(from: OriginalVersion()))
    #expect(!one.differs(from: OriginalVersion(entityTag: "\"a\"")))
    #expect(one.differs(from: OriginalVersion(entityTag: "\"b\"", byteCount: 10)))
    #expect(one.differs(from: OriginalVersion(byteCount: 11)))
  }
}
