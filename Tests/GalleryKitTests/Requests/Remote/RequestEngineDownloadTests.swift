import GalleryKit
import TestSupport
import Testing

@Suite("Downloads in the request engine")
struct RequestEngineDownloadTests {
  private static let stories = Story.all(
    in: """
      a job waits for its original without taking a decoder [downloads 1]
      request a@ | fetch a@
      request b  | begin b
      arrive a@  |
      finish b   | 2:image begin a@
      finish a@  | 1:image
      idle       | yes

      two sizes are one download [workers 2, downloads 2]
      request a@  | fetch a@
      request a@' |
      arrive a@   | begin a@ begin a@'
      finish a@   | 1:image
      finish a@'  | 2:image

      no more downloads run at a time than may, those for cells first, then the window in its order [workers 4, downloads 1]
      start a@ b@ c@ | fetch a@
      order c@ b@    |
      request d@     |
      arrive a@      | begin a@ fetch d@
      arrive d@      | begin d@ fetch c@
      arrive c@      | begin c@ fetch b@

      a preview comes from the first bytes, before any whole original [downloads 1]
      request a@+        | fetch head a@+
      request b@+        |
      arrive a@+         | begin preview a@+ fetch head b@+
      finish preview a@+ | 1:degraded
      arrive b@+         | begin preview b@+ fetch a@+
      finish preview b@+ | 2:degraded
      arrive a@+         | begin a@+ fetch b@+
      finish a@+         | 1:image
      arrive b@+         | begin b@+
      finish b@+         | 2:image

      first scans are only read of originals that are here [downloads 1]
      request a@~         | fetch a@~
      arrive a@~          | begin a@~
      finish a@~          | 1:image
      request a@~'        | begin preview a@~'
      finish preview a@~' | 2:degraded begin a@~'

      a preview takes what a running download has brought [downloads 1]
      start a@+          | fetch a@+
      request a@+ fast   |
      half a@+           | begin preview a@+
      finish preview a@+ | 1:degraded
      arrive a@+         | begin a@+
      finish a@+         |

      a download that is not wanted any more is cancelled, and what came of it is gone on with [downloads 1]
      request a@ | fetch a@
      request b@ |
      cancel 1   | 1:cancelled drop a@ halt a@
      torn a@    | fetch b@
      arrive b@  | begin b@
      finish b@  | 2:image
      request a@ | fetch a@
      arrive a@  | begin a@
      finish a@  | 3:image
      idle       | yes

      who comes back before a cancelled download has ended gets another [downloads 1]
      request a@ | fetch a@
      cancel 1   | 1:cancelled drop a@ halt a@
      request a@ |
      torn a@    | fetch a@
      arrive a@  | begin a@
      finish a@  | 2:image

      a download that had come when it was cancelled is not lost [downloads 1]
      request a@ | fetch a@
      cancel 1   | 1:cancelled drop a@ halt a@
      arrive a@  |
      request a@ | begin a@

      a cached download goes on when its cell leaves [downloads 1]
      start a@   | fetch a@
      request a@ |
      cancel 1   | 1:cancelled
      stop a@    | drop a@ halt a@

      a failed download is an error for all who wait, and the next request tries again [downloads 1]
      request a@  | fetch a@
      request a@' |
      lose a@     | 1:failed 2:failed
      request a@  | fetch a@

      an original whose file is gone is downloaded again for those who may [downloads 1]
      request a@         | fetch a@
      arrive a@          | begin a@
      finish a@          | 1:image
      request a@         | begin a@
      request a@ offline |
      data a@            | read a@
      gone a@            | 3:cloud fetch a@
      gone original a@   |
      arrive a@          | read a@ begin a@
      found a@           | 4:data
      finish a@          | 2:image
      idle               | yes

      a preview that fails says nothing, and the image is fetched all the same [downloads 1]
      request a@+ | fetch head a@+
      lose a@+    | fetch a@+
      arrive a@+  | begin a@+
      finish a@+  | 1:image

      without the network a request ends at once, and says that the rest is in the cloud [downloads 1]
      request a@ offline | 1:cloud
      request a@         | fetch a@
      request a@ offline | 3:cloud
      arrive a@          | begin a@
      finish a@          | 2:image
      request a@ offline | begin a@

      without the network what is at hand is given first [downloads 1]
      start a@            | fetch a@
      arrive a@           | begin a@
      finish a@           |
      start b@ c@         | fetch b@
      request a@' offline | 1:degraded begin a@'
      anew [downloads 1]
      request a@+              | fetch head a@+
      arrive a@+               | begin preview a@+ fetch a@+
      finish preview a@+       | 1:degraded
      cancel 1                 | 1:cancelled drop a@+ halt a@+
      torn a@+                 |
      request a@+ offline      | begin preview a@+
      finish preview a@+       | 2:degraded 2:cloud
      request a@+ fast offline | begin preview a@+
      finish preview a@+       | 3:degraded

      without a fetcher, what is in the cloud stays there
      request a@ | 1:cloud
      start b@   |
      idle       | yes

      progress reaches those who wait for the image [downloads 1]
      request a@  | fetch a@
      request a@' |
      half a@     | 1:50% 2:50%

      the least recently used originals go when the storage is full, but none that is waited for [downloads 1, storage 2]
      request a@ | fetch a@
      arrive a@  | begin a@
      finish a@  | 1:image
      request b@ | fetch b@
      arrive b@  | begin b@
      finish b@  | 2:image
      request a@ | begin a@
      request c@ | discard b@ fetch c@
      finish a@  | 3:image
      arrive c@  | begin c@
      finish c@  | 4:image
      request b@ | discard a@ fetch b@
      """)

  @Test(arguments: stories)
  func `each story goes as drawn`(story: Story) throws { try EngineTimeline.tell(story) }
}
