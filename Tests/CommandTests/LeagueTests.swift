import Foundation
import TestSupport
import Testing

/// What `Benchmarks/league` makes of its measurements, without the programs and the display that they need.
@Suite(.enabled("expected python3") { try await Program.has("python3") }, .timeLimit(.minutes(5)))
struct LeagueTests {
  /// Prints by lines of Python, which find a measurement of `thunar` as `entry`.
  private func printed(_ lines: String) async throws -> String {
    let folder = try TemporaryFolder()
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
