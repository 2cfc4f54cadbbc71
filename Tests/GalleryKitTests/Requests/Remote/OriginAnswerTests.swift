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
    #expect(answer.version.condition == "\"abc\"")
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

  @Test func `a date tells versions apart if it was old enough when it was sent`() {
    let old = "Sun, 06 Nov 1994 08:49:37 GMT"
    let next = "Sun, 06 Nov 1994 08:49:38 GMT"
    #expect(read(200, ["Last-Modified": old, "Date": next]).version.condition == old)
    #expect(read(200, ["Last-Modified": old, "Date": old]).version.condition == nil)
    #expect(read(200, ["Last-Modified": old]).version.condition == nil)
    #expect(read(200, ["Last-Modified": "yesterday", "Date": next]).version.condition == nil)
  }

  @Test func `a wait is given in seconds, or as a date on the origin's clock`() {
    #expect(read(503, ["Retry-After": "120"]).retryAfter == 120)
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let later = "Sun, 06 Nov 1994 08:50:07 GMT"
    #expect(read(503, ["Retry-After": later, "Date": date]).retryAfter == 30)
    #expect(read(503, ["Retry-After": date, "Date": later]).retryAfter == 0)
    #expect(read(503, ["Retry-After": later]).retryAfter == nil)
    #expect(read(503, ["Retry-After": "-5"]).retryAfter == nil)
  }

  @Test func `a digest of SHA-256 is found among others`() {
    let base64 = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    let answer = read(200, ["Repr-Digest": "sha-512=:AAAA:, sha-256=:\(base64):"])
    #expect(answer.version.digest?.prefix(3) == [0xE3, 0xB0, 0xC4])
    for text in ["sha-256=:AAAA:", "sha-256=\(base64)", "sha-256=::", "sha-512=:\(base64):", ""] {
      #expect(read(200, ["Repr-Digest": text]).version.digest == nil)
    }
  }

  @Test func `versions differ where both say something, and it is not the same`() {
    let one = OriginalVersion(entityTag: "\"a\"", byteCount: 10)
    #expect(!one.differs(from: OriginalVersion()))
    #expect(!one.differs(from: OriginalVersion(entityTag: "\"a\"", lastModified: "x")))
    #expect(one.differs(from: OriginalVersion(entityTag: "\"b\"", byteCount: 10)))
    #expect(one.differs(from: OriginalVersion(byteCount: 11)))
    #expect(OriginalVersion(digest: [1]).differs(from: OriginalVersion(digest: [2])))
  }
}
