import Foundation
import GalleryKit
import TestSupport
import Testing

@Suite("A download")
struct OriginalDownloadTests {
  private static let stories = Story.all(
    in: """
      an original comes in one go
      start                 | get
      answer 200 of 1000 v1 | restart
      bytes 400             |
      bytes 600             |
      end                   | done
      stored                | 1000
      tries                 | 1

      a download that is cut goes on where it was
      start                          | get
      answer 200 of 1000 v1          | restart
      bytes 400                      |
      lost cut                       | wake 0.5
      wake                           | get 400- if v1
      answer 206 from 400 of 1000 v1 |
      bytes 600                      |
      end                            | done
      tries                          | 2

      an end before the last byte is a cut
      start                 | get
      answer 200 of 1000 v1 | restart
      bytes 999             |
      end                   | wake 0.5
      wake                  | get 999- if v1

      a connection that is lost behind the last byte is no cut
      start                 | get
      answer 200 of 1000 v1 | restart
      bytes 1000            |
      lost cut              | done
      anew [head 100]
      start                        | get 0-99
      answer 206 from 0 of 1000 v1 | restart
      bytes 100                    |
      lost cut                     | done

      a connection that ends without an answer is not said to be cut [failures 1]
      start    | get
      lost cut | failed(unanswered)

      what an earlier download left is gone on with [stored 700, of v1, total 1000]
      start                          | get 700- if v1
      answer 206 from 700 of 1000 v1 |
      bytes 300                      |
      end                            | done

      what is there whole needs no connection [stored 1000, of v1, total 1000]
      start | done

      an original that has changed begins anew [stored 700, of v1, total 1000]
      start                 | get 700- if v1
      answer 200 of 1200 v2 | restart
      bytes 1200            |
      end                   | done
      stored                | 1200

      an origin that sends a range of another version is asked anew [stored 700, of v1, total 1000]
      start                          | get 700- if v1
      answer 206 from 700 of 1000 v2 | hangup restart get
      answer 200 of 1000 v2          | restart
      bytes 1000                     |
      end                            | done

      an origin that sends another range is asked anew, and not for ever [stored 700, of v1, total 1000]
      start                          | get 700- if v1
      answer 206 from 600 of 1000 v1 | hangup restart get
      answer 206 from 600 of 1000 v1 | hangup wake 0.5
      wake                           | get
      answer 206 from 600 of 1000 v1 | hangup wake 1.0
      wake                           | get
      answer 206                     | hangup failed(malformed)

      bytes that no strong validator names are not joined
      start              | get
      answer 200 of 1000 | restart
      bytes 400          |
      lost cut           | wake 0.5
      wake               | restart get
      answer 200 of 1000 | restart
      bytes 1000         |
      end                | done
      anew [stored 400, total 1000]
      start | get

      an origin is waited for as long as it asks, but not for ever
      start                | get
      answer 429 after 7   | hangup wake 7.0
      wake                 | get
      answer 503 after 0   | hangup wake 1.0
      wake                 | get
      answer 503 after 121 | hangup failed(503)

      a wake that is not waited for changes nothing
      start      | get
      answer 503 | hangup wake 0.5
      cancel     | cancelled
      wake       |

      a range after the end means that all must come again [stored 1000, of v1]
      start             | get 1000- if v1
      answer 416 of 900 | hangup restart get

      an address that does not speak HTTP gives no answer, which waiting does not mend
      start | get
      end   | failed(malformed)

      an original without a length is whole when the connection ends
      start         | get
      answer 200 v1 | restart
      bytes 10      |
      end           | done

      the end of a range without a length is not the original's
      start                 | get
      answer 206 from 0 v1  | restart
      bytes 100             |
      end                   | wake 0.5
      wake                  | get 100- if v1
      answer 416            | hangup restart get
      answer 200 of 1000 v1 | restart
      bytes 1000            |
      end                   | done

      a length that only a range tells counts, too
      start                          | get
      answer 200 v1                  | restart
      bytes 400                      |
      lost cut                       | wake 0.5
      wake                           | get 400- if v1
      answer 206 from 400 of 1000 v1 |
      bytes 300                      |
      end                            | wake 1.0
      wake                           | get 700- if v1
      answer 206 from 700 of 1000 v1 |
      bytes 300                      |
      end                            | done

      an original that is too large is not fetched [limit 100]
      start                | get
      answer 200 of 101 v1 | hangup failed(tooLarge)
      anew [limit 100]
      start      | get
      answer 200 | restart
      bytes 100  |
      bytes 1    | hangup failed(tooLarge)

      more bytes than the origin said are an error, and so are other encodings
      start            | get
      answer 200 of 10 | restart
      bytes 11         | hangup failed(malformed)
      anew
      start                    | get
      answer 200 of 10 as gzip | hangup failed(malformed)

      a disk that is full ends it
      start            | get
      answer 200 of 10 | restart
      full             | hangup failed(storage)
      bytes 5          |
      end              |

      a head is a range, which the rest goes on from [head 100]
      start                        | get 0-99
      answer 206 from 0 of 1000 v1 | restart
      bytes 100                    |
      end                          | done
      anew [stored 100, of v1, total 1000]
      start | get 100- if v1

      a head of an origin that knows no ranges is hung up on when it is there [head 100]
      start                 | get 0-99
      answer 200 of 1000 v1 | restart
      bytes 90              |
      bytes 60              | hangup done
      stored                | 150

      a head of a small original is all of it [head 100]
      start                      | get 0-99
      answer 206 from 0 of 60 v1 | restart
      bytes 60                   |
      end                        | done

      so it is where the origin knows neither ranges nor lengths [head 100]
      start         | get 0-99
      answer 200 v1 | restart
      bytes 60      |
      end           | done
      stored        | 60

      waits double up to the limit, and then it is given up [failures 6, longest 3]
      start         | get
      lost refused  | wake 0.5
      wake          | get
      lost timedOut | wake 1.0
      wake          | get
      answer 503    | hangup wake 2.0
      wake          | get
      answer 500    | hangup wake 3.0
      wake          | get
      lost cut      | wake 3.0
      wake          | get
      answer 502    | hangup failed(502)
      tries         | 6

      a try that brought something makes the failures before it forgotten [failures 2]
      start                              | get
      lost refused                       | wake 0.5
      wake                               | get
      answer 200 of 200000 v1            | restart
      bytes 65536                        |
      lost cut                           | wake 0.5
      wake                               | get 65536- if v1
      answer 206 from 65536 of 200000 v1 |
      bytes 65535                        |
      lost cut                           | failed(cut)

      a try that brought the same bytes once more brought nothing [failures 3]
      start                | get
      answer 200 of 200000 | restart
      bytes 100000         |
      lost cut             | wake 0.5
      wake                 | restart get
      answer 200 of 200000 | restart
      bytes 100000         |
      lost cut             | wake 1.0
      wake                 | restart get
      answer 200 of 200000 | restart
      bytes 100000         |
      lost cut             | failed(cut)
      """)

  @Test(arguments: stories)
  func `each story goes as drawn`(story: Story) throws { try DownloadTimeline.tell(story) }

  private static let answers: [(Int, String)] =
    [400, 401, 403, 404, 405, 410, 412, 451, 501, 505, 304, 204].map { ($0, "failed(\($0))") }
    + [408, 425, 429, 500, 502, 503, 504, 507, 599].map { ($0, "wake 0.5") }

  @Test(arguments: answers)
  func `what waiting may fix is tried again, and all else is final`(status: Int, action: String) throws {
    var timeline = DownloadTimeline()
    try timeline.play("start | get \n answer \(status) | hangup \(action)")
  }

  @Test(arguments: 0..<4)
  func `it can be cancelled at any moment, once`(step: Int) throws {
    let lines = ["start | get", "answer 200 of 10 v1 | restart", "bytes 5 |", "bytes 5 |"]
    var timeline = DownloadTimeline()
    for line in lines[...step] { try timeline.play(line) }
    try timeline.play(
      """
      cancel   | hangup cancelled
      cancel   |
      bytes 5  |
      end      |
      """)
  }

  @Test func `waits are shortened by up to a half at random, the same for the same numbers`() {
    let policy = RetryPolicy(firstDelay: 1, longestDelay: 60)
    #expect(policy.delay(afterFailures: 3, jitter: 0) == 4)
    #expect(policy.delay(afterFailures: 3, jitter: 0.5) == 3)
    #expect(policy.delay(afterFailures: 100, jitter: 1) == 30)
  }

  @Test func `an error names the address, what happened and how often it was tried`() throws {
    let url = try #require(URL(string: "http://photos.example/a.jpg"))
    let error = DownloadError(url: url, cause: .status(404), tries: 3)
    #expect("\(error)".hasPrefix("http://photos.example/a.jpg: tried 3 times, expected the original, but"))
    #expect("\(error)".contains("404"))
  }
}
