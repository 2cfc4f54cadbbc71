"""The image manager's cache compared with libCacheSim: ten million requests for speed, those of grids for the same misses."""

import itertools
import pathlib
import re
import subprocess
import tempfile
import time

import measure

PROGRAM = ".build/release/CacheReplay"
REQUESTS = 10_000_000
OBJECTS = 1_000_000
SKEW = 0.9
OBJECT_BYTES = 600_000
SIZES = [6_000_000_000, 60_000_000_000]
POLICIES = {"lru": "LRU", "clock": "Clock", "sieve": "Sieve"}
MOST_RATIO = 2.0
ROUNDS = 3
GRIDS = ["browse", "fling", "growth"]
GRID_SIZES = [10_000_000, 50_000_000, 150_000_000]


def write_trace(path):
    """Zipf-distributed requests in libCacheSim's oracleGeneral format; the same every time."""
    import numpy

    random = numpy.random.default_rng(1)
    weights = numpy.cumsum(1 / numpy.arange(1, OBJECTS + 1) ** SKEW)
    ranks = numpy.searchsorted(weights / weights[-1], random.random(REQUESTS))
    names = random.permutation(OBJECTS).astype(numpy.uint64)
    records = numpy.zeros(REQUESTS, dtype=[("time", "<u4"), ("object", "<u8"), ("size", "<u4"), ("next", "<i8")])
    records["time"] = numpy.arange(REQUESTS) // 1000
    records["object"] = names[ranks] + 1
    records["size"] = OBJECT_BYTES
    records["next"] = -1
    records.tofile(path)


def ours(path, size, policy):
    output = subprocess.run(
        [PROGRAM, "replay", path, str(size), policy], check=True, capture_output=True, text=True).stdout
    return float(re.search(r"seconds ([0-9.]+)", output)[1]), int(re.search(r"misses ([0-9]+)", output)[1])


def theirs(path, size, policy):
    import libcachesim

    reader = libcachesim.TraceReader(
        trace=str(path), trace_type=libcachesim.TraceType.ORACLE_GENERAL_TRACE)
    cache = getattr(libcachesim, POLICIES[policy])(cache_size=size)
    start = time.perf_counter()
    misses, _ = cache.process_trace(reader)
    return time.perf_counter() - start, round(misses * (path.stat().st_size // 24))


def compare_grids(folder):
    """Misses over what the cells of shipped scenarios ask for; nothing is timed."""
    for grid in GRIDS:
        trace = folder / f"{grid}.oracleGeneral.bin"
        subprocess.run(
            [PROGRAM, "requests", f"scenarios/{grid}.json", trace], check=True, capture_output=True)
        for policy, size in itertools.product(POLICIES, GRID_SIZES):
            yield {
                "grid": grid, "policy": policy, "size": size, "requests": trace.stat().st_size // 24,
                "oursMisses": ours(trace, size, policy)[1], "theirsMisses": theirs(trace, size, policy)[1]}


def run():
    try:
        import libcachesim
        import numpy  # noqa: F401
    except ImportError as error:
        return {"machine": measure.machine(), "missing": str(error), "rows": []}
    subprocess.run(["scripts/build", "-c", "release", "--product", "CacheReplay"], check=True, capture_output=True)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "zipf.oracleGeneral.bin"
        write_trace(trace)
        for policy, size in itertools.product(POLICIES, SIZES):
            row = {"policy": policy, "size": size, "ours": [], "theirs": []}
            for number in range(ROUNDS):
                sides = [("ours", ours), ("theirs", theirs)]
                for name, replay in sides if number % 2 == 0 else reversed(sides):
                    seconds, misses = replay(trace, size, policy)
                    row[name].append(seconds)
                    row[f"{name}Misses"] = misses
            rows.append(row)
        grids = list(compare_grids(pathlib.Path(folder)))
    machine = measure.machine()
    machine["libcachesim"] = getattr(libcachesim, "__version__", "unknown")
    return {"machine": machine, "rows": rows, "grids": grids}


def render(report):
    yield "# The cache alone, compared with libCacheSim\n"
    if report.get("missing"):
        yield f"not measured: {report['missing']} (pip install libcachesim numpy)"
        return
    yield (f"{REQUESTS:,} requests for {OBJECTS:,} objects of {OBJECT_BYTES:,} bytes, Zipf {SKEW}; wall-clock "
           f"seconds on one thread, medians of {ROUNDS} rounds in turn (lowest–highest).\n")
    lines, verdicts = [], []
    for row in report["rows"]:
        mine, peer = measure.spread(row["ours"]), measure.spread(row["theirs"])
        ratio = mine["median"] / peer["median"]
        what = f"`{row['policy']}`, {row['size'] / 1e9:g} GB"
        lines.append([
            what, f"{row['oursMisses']:,}", f"{row['theirsMisses']:,}",
            *(f"{side['median']:.2f} ({side['min']:.2f}–{side['max']:.2f})" for side in (mine, peer)), f"{ratio:.2f}"])
        verdicts.append(
            measure.verdict(f"{what}: time over libCacheSim's", ratio, MOST_RATIO, at_most=True)[1])
        same = "pass" if row["oursMisses"] == row["theirsMisses"] else "FAIL"
        verdicts.append(f"- {same}: {what}: the same misses, to the request")
    yield measure.table(
        ["cache", "misses, ours", "misses, theirs", "ours, s", "libCacheSim, s", "ratio"], lines)
    yield ""
    yield from verdicts
    yield "\nRequests of the cells of shipped scenarios (`CacheReplay requests`), replayed by both:\n"
    yield measure.table(
        ["requests of", "cache", "requests", "misses, ours", "misses, theirs", "hit ratio"],
        [[f"`{row['grid']}`", f"`{row['policy']}`, {row['size'] / 1e6:g} MB", f"{row['requests']:,}",
          f"{row['oursMisses']:,}", f"{row['theirsMisses']:,}", f"{1 - row['oursMisses'] / row['requests']:.4f}"]
         for row in report["grids"]])
    same = "pass" if all(row["oursMisses"] == row["theirsMisses"] for row in report["grids"]) else "FAIL"
    yield f"\n- {same}: the same misses in all of them, to the request"
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--json"])
    result = run()
    measure.save(result, measure.argument("--json", "results/local/cache.json"))
    print("\n".join(render(result)))
