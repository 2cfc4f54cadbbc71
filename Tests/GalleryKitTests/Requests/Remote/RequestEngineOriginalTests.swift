import GalleryKit
import TestSupport
import Testing

@Suite("Originals, in the request engine")
struct RequestEngineOriginalTests {
  private static let stories = Story.all(
    in: """
      an original that is here is read at once, though all decoders work [downloads 1]
      request a | begin a
      request b |
      data c    | read c
      found c   | 3:data
      finish a  | 1:image begin b

      one in the cloud is downloaded, and its progress told [downloads 1]
      data a@   | fetch a@
      half a@   | 1:50%
      arrive a@ | read a@
      found a@  | 1:data
      data a@   | read a@
      found a@  | 2:data
      idle      | yes

      requests for an original and for images of it wait for one download [downloads 2]
      request a@ | fetch a@
      data a@    |
      data a@    |
      half a@    | 1:50% 2:50% 3:50%
      arrive a@  | read a@ begin a@
      found a@   | 2:data 3:data
      finish a@  | 1:image
      anew [downloads 2]
      data a@     | fetch a@
      request a@+ | fetch head a@+
      start a@    |
      cancel 1    | 1:cancelled drop original a@
      arrive a@   | begin a@

      without the network, or without a fetcher, it is said to be in the cloud [downloads 1]
      data a@ offline | 1:cloud
      data a@         | fetch a@
      data a@ offline | 3:cloud
      arrive a@       | read a@
      data a@ offline |
      found a@        | 2:data 4:data
      idle            | yes
      anew
      data a@ | 1:cloud
      idle    | yes

      cancelled, it ends its download, unless somebody else waits [downloads 1]
      data a@   | fetch a@
      data a@   |
      cancel 1  | 1:cancelled
      cancel 2  | 2:cancelled drop original a@ halt a@
      torn a@   |
      data a@   | fetch a@
      arrive a@ | read a@
      cancel 3  | 3:cancelled doom original a@
      data a@   |
      found a@  | 4:data
      cancel 4  |
      idle      | yes

      what cannot be had or read is an error for all who wait, and the next one tries again [downloads 1]
      data a@    | fetch a@
      request a@ |
      lose a@    | 1:failed 2:failed
      data a@    | fetch a@
      arrive a@  | read a@
      missing a@ | 3:failed
      request b! | 4:failed
      data b!    | read b!
      found b!   | 5:data
      idle       | yes

      an original that is being read does not go, however full the storage is [downloads 1, storage 1]
      data a@   | fetch a@
      arrive a@ | read a@
      data b@   | fetch b@
      arrive b@ | read b@
      found a@  | discard a@ 1:data
      found b@  | 2:data

      what is stored needs no original, with or without the network [downloads 1]
      request a@ stored          | begin a@
      finish a@                  | 1:image
      request b@+ offline stored | begin b@+
      finish b@+                 | 2:image
      start c@ stored            | begin c@
      finish c@                  |
      anew
      request a@ stored | begin a@
      finish a@         | 1:image
      start b@ stored   | begin b@

      another size that is stored stands in until the original is here [downloads 1]
      request a@ other         | begin preview a@ fetch a@
      finish preview a@        | 1:degraded
      arrive a@                | begin a@
      finish a@                | 1:image
      request b@ other offline | begin preview b@
      finish preview b@        | 2:degraded 2:cloud

      what is stored stands in, without a download, while high quality is off [downloads 1]
      quality off        |
      start a@+ stored   | begin preview a@+
      finish preview a@+ |
      request a@+ stored | 1:degraded begin a@+
      finish a@+         | 1:image

      a thumbnail that is not there when its job runs is made from the original after all [downloads 1]
      request a@ stored         | begin a@
      request a@ offline stored |
      fail a@                   | 2:cloud fetch a@
      arrive a@                 | begin a@
      finish a@                 | 1:image
      start b@ stored           | begin b@
      fail b@                   | fetch b@
      request c@ stored         | begin c@
      cancel 3                  | 3:cancelled doom c@
      fail c@                   |

      reading ahead takes half of the downloads, and those only after all that is more urgent [downloads 4]
      ahead a@ b@ c@ | fetch a@ fetch b@
      start d@       | fetch d@
      request e@     | fetch e@
      request f@     |
      arrive a@      | fetch f@
      arrive d@      | begin d@
      arrive b@      |
      arrive e@      | fetch c@

      reading ahead is joined by what is to be decoded, and is called off if nothing else waits [downloads 4]
      ahead a@ b@ c@  | fetch a@ fetch b@
      start a@        |
      behind a@ b@ c@ | drop original a@ drop original b@ halt b@ drop original c@
      torn b@         |
      arrive a@       | begin a@

      reading ahead reads no original to its end, unless its bytes are asked for [downloads 2]
      ahead a@  | fetch a@
      data a@   |
      behind a@ |
      arrive a@ | read a@
      found a@  | 1:data

      reading ahead goes on for its window when a request for the bytes is cancelled [downloads 1]
      window encoded 1@ | fetch 1@
      data 1@           |
      cancel 1          | 1:cancelled
      window 2          | begin 2 drop original 1@ halt 1@

      reading ahead of what cannot be downloaded, or not be shown, is nothing
      ahead a@ b! |
      idle        | yes
      anew [downloads 1]
      ahead a@ | fetch a@
      lose a@  |
      idle     | yes

      reading ahead brings what is here into the page cache, and downloads what is in the cloud [downloads 2]
      ahead a b@ | near a fetch b@
      arrive b@  |
      ahead b@   | near b@
      request b@ | begin b@
      finish b@  | 1:image
      idle       | yes
      memory     |
      """)

  @Test(arguments: stories)
  func `each story goes as drawn`(story: Story) throws { try EngineTimeline.tell(story) }
}
