import Foundation
import TestSupport
import Testing

/// What `Benchmarks/league` makes of its measurements, without the programs and the display that they need.
@Suite(.enabled("expected python3") { try await Program.has("python3") }, .timeLimit(.minutes(5)))
struct LeagueTests {
  /// Prints with lines of Python, which have a measurement of `thunar` as `entry`.
  private func printed(_ lines: String) async throws -> String {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let benchmarks = Repository.path + "/Benchmarks"
    let start = """
      import json, pathlib, subprocess, sys, types
      sys.dont_write_bytecode = True
      sys.path[:0] = ["\(benchmarks)/league", "\(benchmarks)"]
      sys.modules["screen"] = types.ModuleType("screen")
      entry = {"program": "thunar", "scroll": "fling", "condition": "cold", "speed": 1.0, "round": 1, "load": 0.1}
      folder = pathlib.Path("\(folder.path)")

      """
    let script = try folder.write(start + lines, as: "test.py")
    return try await Program.shell("python3 '\(script)'", code: 0).output
  }

  @Test func `a page of programs that were all refused says so, and why`() async throws {
    let page = try await printed(
      #"""
      import report
      record = {"machine": {"cpu": "any"}, "size": [800, 800], "library": {"photos": 9, "megapixels": "2", "seed": 1},
                "entries": [{**entry, "refused": "no photo"}], "sources": {}, "missing": {}}
      print("\n".join(report.render(record, None)))
      """#)
    #expect(page.contains("\nNo recording could be read at the speed of the scrolls themselves.\n"))
    #expect(page.contains("\n- thunar, 1 recordings: no photo\n"))
  }

  @Test func `programs of no package are measured, and ours below a path with a blank`() async throws {
    let versions = try await printed(
      #"""
      import os
      (folder / "programs").mkdir()
      (folder / "programs" / "mine.py").write_text('PACKAGES, VERSION = [], ["echo", "mine 2"]')
      sys.path.append(str(folder))
      for name in ("a b", "git"):
          (folder / name).write_text("#!/bin/sh\necho ours 1\n")
          (folder / name).chmod(0o755)
      os.environ.update(DESKTOP_GALLERY=str(folder / "a b"), PATH=f"{folder}:{os.environ['PATH']}")
      import league
      found, missing = league.programs(["mine", "desktop_gallery_fifo"], "12")
      print(*(program.version for program in found.values()), missing)
      """#)
    #expect(versions == "mine 2 ours 1 {}\n")
  }

  @Test func `a measurement takes the place of a refusal before it`() async throws {
    let entries = try await printed(
      #"""
      import league
      path = folder / "measurements.jsonl"
      path.write_text("".join(json.dumps({**entry, **more}) + "\n" for more in ({"refused": "a"}, {"refused": "b"})))
      notebook = league.Notebook(path)
      notebook.add({**entry, "travelled": 9})
      notebook.add({**entry, "round": 2, "refused": "c"})
      for known in (notebook, league.Notebook(path)):
          print([(one["round"], one.get("refused")) for one in known.entries])
      """#)
    #expect(entries == "[(1, None), (2, 'c')]\n[(1, None), (2, 'c')]\n")
  }

  @Test func `a turn over a blank screen is not seen, and is no other scroll; a stop elsewhere is`()
    async throws
  {
    let stops = try await printed(
      #"""
      import reading, scrolls, table
      sight = types.SimpleNamespace(order=lambda *_: None, changes=lambda *_: 1)
      def stops(far, is_blank):
          # A screenful down at second 1, six from 1.5 on, and up again by `far` from 4.5 on, in frames of half a second.
          times = [0.5 * k for k in range(40)]
          places = [0 if time < 1 else 1 if time < 1.5 else 6 if time < 4.5 else 6 - far for time in times]
          blanks = [float(is_blank and place == 6) for place in places]
          told = [100 if blank else 100 * place for place, blank in zip(places, blanks)]
          run = reading.Timeline({"timeMs": [1000 * time for time in times], "offset": told, "blankShare": blanks}, 100)
          seen = {**run.seen([(6, 2.5), (None, 1.0), (-6, 2.5), (None, 1.0)], sight), "asked": 12}
          return seen["stops"], table.is_astray(seen)
      print(*stops(6, False), *stops(6, True), *stops(4, False))
      """#)
    #expect(stops == "[[6, 6.0], [0, 0.0]] False [[6, None], [0, 0.0]] False [[6, 6.0], [0, 2.0]] True\n")
  }

  @Test func `means are over scrolls that were tried with all programs`() async throws {
    let means = try await printed(
      #"""
      import table
      seen = {**entry, "travelled": 9, "blank": 0.5}
      entries = [{**seen, "program": program, "scroll": scroll, "blank": blank} for program, scroll, blank in [
          ("thunar", "browse", 0.1), ("thunar", "fling", 0.3), ("thunar", "scrub", 0.9),
          ("geeqie", "browse", 0.2), ("geeqie", "fling", 0.4)]]
      entries += [{**entry, "program": "gthumb", "scroll": "fling", "refused": "lost"}, {**seen, "program": "gthumb", "scroll": "browse"}]
      found = table.Table({"entries": entries, "sources": {}, "missing": {}})
      print(found.counted["cold"], found.programs("cold"), found.values("thunar", "cold", "blank"), found.gaps("cold"))
      """#)
    #expect(
      means
        == "['browse', 'fling'] ['thunar', 'geeqie'] [0.2] {'geeqie': ['scrub'], 'gthumb': ['fling', 'scrub']}\n"
    )
  }

  @Test func `an earlier run is compared with by the scrolls that both have`() async throws {
    let page = try await printed(
      #"""
      import again, table
      def run(blanks):
          return {"machine": {"cpu": "any"}, "sources": {}, "missing": {}, "entries": [
              {**entry, "program": program, "scroll": scroll, "round": number, "travelled": 10, "asked": 10, "unknown": 0,
               "ready": True, "blank": blank + number / 100}
              for program, scroll, blank in blanks for number in range(3)]}
      before = run([("thunar", "fling", 0.1), ("geeqie", "fling", 0.3), ("gthumb", "fling", 0.6)])
      now = run([("thunar", "fling", 0.1), ("geeqie", "fling", 0.6), ("gthumb", "fling", 0.3), ("thunar", "browse", 0.9),
                 ("geeqie", "browse", 0.1), ("gthumb", "browse", 0.1)])
      print("\n".join(again.render(table.Table({**now, "before": before}))))
      """#)
    #expect(page.contains("An earlier run ranks 2 of the 3 pairs that both tell apart as this one does."))
    #expect(page.contains("Both ran `fling` over the same photos."))
    #expect(page.contains("\n- Cold, blank: gthumb and geeqie rank the other way round\n"))
  }

  @Test func `a model that takes too long is one that did not run`() async throws {
    let refusal = try await printed(
      #"""
      import models, reading
      def late(*words, timeout, **others):
          raise subprocess.TimeoutExpired(words, timeout)
      subprocess.run = late
      try:
          models._scrollsim("run", "held.json")
      except reading.Refused as refusal:
          print(refusal)
      """#)
    #expect(refusal == "took longer than 600 s\n")
  }
}
