import TestSupport
import Testing

@testable import GalleryEngine

@Suite("The request engine")
struct RequestEngineTests {
  private static let stories = Story.all(
    in: """
      one key is decoded once for all who ask [workers 2]
      request a | begin a
      request a |
      request b | begin b
      finish a  | 1:image 2:image
      finish b  | 3:image
      idle      | yes

      cells on screen come before the window, and the window in its order
      request a   | begin a
      start b c d |
      request e   |
      order d c b |
      finish a    | 1:image begin e
      finish e    | 2:image begin d
      finish d    | begin c
      finish c    | begin b

      under lifo the newest cell is served first, and prefetches last, in the window's order [order lifo]
      request a | begin a
      start p q |
      request b |
      request c |
      finish a  | 1:image begin c
      request d |
      cancel 4  | 4:cancelled drop d
      finish c  | 3:image begin b
      finish b  | 2:image begin p
      finish p  | begin q

      under reserved a decoder stays free for cells [workers 2, order reserved]
      start p q | begin p
      request a | begin a
      finish a  | 1:image
      finish p  | begin q
      idle      | no

      a prefetch that a cell asks for moves ahead
      start a b c | begin a
      request c   |
      finish a    | begin c
      finish c    | 1:image begin b

      what is not cached is not kept
      request a | begin a
      finish a  | 1:image
      request a | begin a

      a cancelled request calls back once and its queued work is dropped
      request a | begin a
      request b |
      cancel 2  | 2:cancelled drop b
      cancel 2  |
      finish a  | 1:image

      who comes back while it runs still gets it
      request a | begin a
      cancel 1  | 1:cancelled doom a
      request a |
      finish a  | 2:image

      a preview never comes after the image [workers 2]
      request b+        | begin preview b+ begin b+
      finish b+         | 1:image doom preview b+
      finish preview b+ |

      first scans stand in where the original carries nothing smaller [workers 2]
      request a~        | begin preview a~ begin a~
      finish preview a~ | 1:degraded
      finish a~         | 1:image
      request b~ hq     | begin b~
      finish b~         | 2:image
      request c~ fast   | begin preview c~
      finish preview c~ | 3:degraded
      quality off       |
      start d~ e        | begin preview d~
      finish preview d~ |
      idle              | yes

      a strict request gets no damaged degraded image [workers 2]
      request a~ strict      | begin preview a~ begin a~
      request a~             |
      damage preview a~      | 2:degraded
      finish a~              | 1:image 2:image
      request b~ fast strict | begin preview b~
      damage preview b~      | begin b~
      finish b~              | 3:image

      a preview that fails is no news [workers 2]
      request a+      | begin preview a+ begin a+
      fail preview a+ |
      finish a+       | 1:image

      the fast format takes the image where no preview comes, and nothing after it [workers 2]
      request b+ fast   | begin preview b+
      fail preview b+   | begin b+
      finish b+         | 1:image
      request c fast    | begin c
      finish c          | 2:image
      idle              | yes

      what cannot be read fails at once, and what cannot be decoded fails for all
      request a! | 1:failed
      start b!   |
      request c  | begin c
      request c  |
      fail c     | 2:failed 3:failed
      idle       | yes

      a damaged picture is delivered, and refused to who is strict
      request a         | begin a
      request a strict  |
      start a           |
      damage a          | 1:image 2:failed
      request a strict  | 3:failed
      request a         | 4:image
      request a' strict | begin a'
      finish a'         | 5:image

      a degraded image comes from the store where it has another size, and none where it has the image [workers 2]
      request a other        | begin preview a begin a
      finish preview a       | 1:degraded
      finish a               | 1:image
      request b+ stored      | begin b+
      finish b+              | 2:image
      request c+ fast stored | begin c+
      finish c+              | 3:image

      an image that a cell still holds is not decoded again [held]
      request a | begin a
      finish a  | 1:image
      request a | 2:image
      start a   |
      request a | 3:image
      images    | 400 bytes
      memory    | cache 400

      a decoder that gives a picture of no pixels has failed
      request a | begin a
      empty a   | 1:failed

      a request moves when its priority changes, and keeps its place where it is the same
      request a | begin a
      request b |
      request c |
      request d |
      high 4    |
      low 2     |
      normal 3  |
      finish a  | 1:image begin d
      normal 2  |
      finish d  | 4:image begin c
      finish c  | 3:image begin b
      high 9    |

      of those who wait for one image the most important counts, as long as it waits
      request a      | begin a
      request b      |
      request c low  |
      request c high |
      finish a       | 1:image begin c
      request d low  |
      request d high |
      cancel 6       | 6:cancelled
      finish c       | 3:image 4:image begin b
      finish b       | 2:image begin d

      caching takes a request of low priority along, as long as it lasts
      request a     | begin a
      request p low |
      start o p q r |
      request q low |
      stop q        |
      finish a      | 1:image begin o
      finish o      | begin p
      finish p      | 2:image begin r
      finish r      | begin q
      finish q      | 3:image

      a request of low priority waits for no room that caching waits for [budget 2, held]
      request x     | begin x
      finish x      | 1:image
      request y     | begin y
      finish y      | 2:image
      start a b     |
      request b low | begin b

      a degraded image of high priority comes before the final one
      request a         | begin a
      request b+ high   |
      finish a          | 1:image begin preview b+
      finish preview b+ | 2:degraded begin b+
      finish b+         | 2:image

      what is high is downloaded first [downloads 1]
      request a@      | fetch a@
      request b@      |
      request c@ high |
      arrive a@       | begin a@ fetch c@
      """)

  @Test(arguments: stories)
  func `each story goes as drawn`(story: Story) throws { try EngineTimeline.tell(story) }

  @Test func `what an order leaves waiting forever keeps nothing else in the queue`() throws {
    var timeline = EngineTimeline(Story.Part(["order": "lifo"]))
    try timeline.play("request first | begin first\nrequest waits |")
    for round in 0..<500 {
      // Of two that come, the older one is not served; the newer one keeps the end of the lane.
      try timeline.play("request a\(round) |\nrequest b\(round) |")
      try timeline.play("cancel \(3 + 2 * round) | \(3 + 2 * round):cancelled drop a\(round)")
      try timeline.play("cancel \(4 + 2 * round) | \(4 + 2 * round):cancelled drop b\(round)")
    }
    #expect(timeline.engine.queue.ticketCount < 100)
  }

  @Test(arguments: RequestOrder.all)
  func `high comes before all else, and low after what is only cached, which keeps its place`(
    order: RequestOrder
  ) throws {
    let settings = Story.Part(["order": order.name])
    var timeline = EngineTimeline(settings)
    try timeline.play(
      """
      request a        | begin a
      start p          |
      request b low    |
      request c        |
      request d high   |
      finish a         | 1:image begin d
      finish d         | 4:image begin c
      finish c         | 3:image begin p
      finish p         | begin b
      finish b         | 2:image
      idle             | yes
      """)
    timeline = EngineTimeline(settings)
    try timeline.play(
      """
      request a     | begin a
      start p q     |
      request p low |
      request q low |
      cancel 3      | 3:cancelled
      finish a      | 1:image begin p
      finish p      | 2:image begin q
      finish q      |
      """)
  }
}
