"""A page of eight strategies over 20 seconds: its size, how long it takes to make, and to be of use in a browser."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

import measure
import photos

SCENARIO = photos.ROOT / "scenarios" / "fling.json"
EXTRA_GESTURES = 13
SECONDS = 20
ROUNDS = 5
MOST_BYTES = 3_000_000
MOST_RENDER_SECONDS = 2
MOST_OPEN_SECONDS = 1
PROBE = "<script>addEventListener('load',()=>setTimeout(()=>{document.title='took '+performance.now()}))</script>"


def scenario():
    """The fling scenario, flung longer, over one more strategy than it compares."""
    record = json.loads(SCENARIO.read_text())
    gestures = record["trace"]["gestures"]
    gestures += gestures[:EXTRA_GESTURES] + [{"pause": 8}]
    record["compare"]["strategies"].insert(3, {"screens": {"leading": 1, "trailing": 0}})
    return record


def seconds_to_open(page):
    """Until scripts have run and the page can be used, from a cold start of the renderer; None without a browser."""
    browser = shutil.which("chromium")
    if browser is None:
        return None
    page.write_text(page.read_text().replace("</body>", PROBE + "</body>"))
    dom = subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--timeout=3000", page.as_uri()],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    assert 'class="controls" hidden' not in dom, "the player did not start"
    return float(re.search(r"<title>took ([\d.]+)", dom).group(1)) / 1000


def run():
    machine = measure.machine()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "scenario.json").write_text(json.dumps(scenario()))
        subprocess.run(
            [photos.SCROLLSIM, "run", folder / "scenario.json", "--mode", "model", "--costs", "epyc-2core", "--output",
             folder, "--format", "csv"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        result = json.loads((folder / "fling.model.json").read_text())
        page = folder / "page.html"
        render, opened = [], []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            subprocess.run([photos.SCROLLSIM, "report", folder / "fling.model.json", "-o", page], check=True)
            render.append(time.perf_counter() - start)
            size = page.stat().st_size
            opened.append(seconds_to_open(page))
    return {"machine": machine, "strategies": len(result["runs"]), "seconds": result["scenario"]["durationSeconds"],
            "frames": len(result["runs"][0]["timeline"]["timeMs"]), "bytes": size,
            "renderSeconds": measure.spread(render),
            "openSeconds": None if None in opened else measure.spread(opened)}


def render(report):
    yield "# A page of eight strategies\n"
    yield (f"`scenarios/{SCENARIO.name}`, flung for {report['seconds']:.1f} s ({report['frames']} frames) with "
           f"{report['strategies']} strategies in model mode; wall-clock seconds, medians of {ROUNDS} (lowest–highest).\n")
    rows = [["bytes of the page", f"{report['bytes']:,}"]]
    for name, key in (("reading the result and writing the page", "renderSeconds"),
                      ("from opening the page to the player at work", "openSeconds")):
        spread = report[key]
        rows.append([name, "not measured: no chromium" if spread is None else
                     f"{spread['median']:.2f} s ({spread['min']:.2f}–{spread['max']:.2f})"])
    yield measure.table(["", "measured"], rows)
    yield ""
    assert report["seconds"] >= SECONDS and report["strategies"] >= 8
    yield measure.verdict("bytes of the page", report["bytes"], MOST_BYTES, at_most=True)[1]
    yield measure.verdict("seconds to make it", report["renderSeconds"]["median"], MOST_RENDER_SECONDS, at_most=True)[1]
    if report["openSeconds"]:
        yield measure.verdict(
            "seconds until it is of use", report["openSeconds"]["median"], MOST_OPEN_SECONDS, at_most=True)[1]
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    result = run()
    measure.save(result, measure.argument("--json", "results/local/report.json"))
    print("\n".join(render(result)))
