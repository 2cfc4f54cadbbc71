"""The thumbnail server under load: processor time a thumbnail beside vipsthumbnail, thumbnails a second, memory."""

import concurrent.futures
import http.client
import itertools
import os
import pathlib
import queue
import shutil
import signal
import statistics
import subprocess
import tempfile
import threading
import time

import measure
import photos

PACKAGE = photos.ROOT / "Examples" / "ThumbnailServer"
SCRATCH = photos.ROOT / ".build" / "thumbnail-server"
CLIENTS = (16, 64)
MADE, KEPT = "made", "from the store"
VIPS = "vipsthumbnail"
# Each photo so often in a pass of pictures that the store has.
KEPT_TIMES = 4
# Of vipsthumbnail's processor time, at most; and bytes that stay behind a load.
MOST_OF_VIPS = 0.5
MOST_LEFT = 10e6
# gist.github.com/DarthSim/9d971d2859f3714a29cf8ce094b3fc55, 2019: 7360×4912 to fit 500×500, 4 clients, on four virtual cores.
IMGPROXY = {"perSecond": 9.67, "cores": 4, "megapixels": 7360 * 4912 / 1e6, "peakBytes": 194e6}


def build():
    """The server, compiled for use."""
    command = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", SCRATCH]
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    folder = subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True, env=environment)
    return pathlib.Path(folder.stdout.strip()) / "ThumbnailServer"


class Server:
    """A server over a folder, ended as an operator does."""

    def __init__(self, program, folder, state):
        self.process = subprocess.Popen(
            [program, folder, "--port", "0", "--state", state, "--index", "86400"], stdout=subprocess.PIPE, text=True)
        start = "listening on http://127.0.0.1:"
        line = next((line for line in self.process.stdout if line.startswith(start)), None)
        if line is None:
            raise measure.CommandFailed(f"{program}: ended with {self.process.wait()} before it listened")
        self.port = int(line[len(start):])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.stdout.read()
        self.process.wait()

    def cpu_seconds(self):
        """User and system time so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def status_bytes(self, name):
        lines = pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name + ":"))

    def reset_peak(self):
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def ask(self, paths, clients):
        """Asks for all paths by so many clients at a time; seconds that pass, and bytes that came."""
        waiting = queue.SimpleQueue()
        for path in paths:
            waiting.put(path)
        failures, sizes = [], []

        def client():
            connection = http.client.HTTPConnection("127.0.0.1", self.port)
            while not failures:
                try:
                    path = waiting.get_nowait()
                except queue.Empty:
                    break
                connection.request("GET", path)
                response = connection.getresponse()
                body = response.read()
                sizes.append(len(body))
                if response.status != 200:
                    failures.append(f"{path}: {response.status}: {body.decode(errors='replace').strip()}")
            connection.close()

        threads = [threading.Thread(target=client) for _ in range(clients)]
        start = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        elapsed = time.perf_counter() - start
        if failures:
            raise measure.CommandFailed(failures[0])
        return elapsed, sum(sizes)


def measure_server(server, names, rounds, peer):
    """{(what, clients): rounds of figures}, memory, and the peer's figure of each round.

    Each round of made pictures has a size of its own, which nothing has kept.
    """
    sizes = itertools.count(390)
    found = {(what, clients): [] for what in (MADE, KEPT) for clients in CLIENTS}
    server.ask([f"/files/{name}?size=389" for name in names], 2)
    time.sleep(1)
    begin = server.status_bytes("VmRSS")
    peers = []
    for _ in range(rounds):
        for clients in CLIENTS:
            # A pixel more or less is no other work.
            size = next(sizes)
            paths = [f"/files/{name}?size={size}" for name in names]
            for what, asked in ((MADE, paths), (KEPT, paths * KEPT_TIMES)):
                server.reset_peak()
                before = server.cpu_seconds()
                elapsed, count = server.ask(asked, clients)
                found[what, clients].append({
                    "cpuMs": (server.cpu_seconds() - before) * 1000 / len(asked),
                    "perSecond": len(asked) / elapsed, "peakBytes": server.status_bytes("VmHWM"),
                    "bytes": count / len(asked)})
                time.sleep(0.5)
        # In turn with the server, so that a drift of the machine meets both.
        if peer:
            peers.append(peer())
    time.sleep(2)
    return found, {"beginBytes": begin, "endBytes": server.status_bytes("VmRSS")}, peers


def vips_milliseconds(files, folder):
    """Processor time a thumbnail in one process for each core, as many as the server has workers, without the time to start."""
    command = [VIPS, "--size", "390x390", "--smartcrop", "centre", "--output", f"{folder}/%s.jpg[Q=85]"]
    processes = os.cpu_count()
    with concurrent.futures.ThreadPoolExecutor(processes) as pool:
        def seconds(commands):
            return sum(pool.map(lambda command: measure.cpu_seconds(command, {"VIPS_CONCURRENCY": "1"}), commands))

        start = seconds([[VIPS]] * processes)
        return (seconds([[*command, *files[first::processes]] for first in range(processes)]) - start) * 1000 / len(files)


def run(rounds):
    machine = measure.machine()
    program = build()
    chosen, what = photos.large()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "photos").mkdir()
        (folder / "vips").mkdir()
        files = [folder / "photos" / f"{number}.jpg" for number in range(len(chosen))]
        for file, photo in zip(files, chosen):
            # A library follows no links out of its folder.
            shutil.copyfile(photo.path, file)
        with Server(program, folder / "photos", folder / "state") as server:
            sound = [file for file in files if answers(server, file.name)]
            if not sound:
                raise measure.CommandFailed(f"{program}: expected thumbnails, found none of {len(files)} photos")
            peer = None if measure.vips_version() == measure.MISSING else lambda: vips_milliseconds(sound, folder / "vips")
            found, memory, vips = measure_server(server, [file.name for file in sound], rounds, peer)
    return {
        "machine": machine, "photos": what, "count": len(sound), "rounds": rounds, "vipsMs": vips, "memory": memory,
        "megapixels": statistics.mean(photo.megapixels for photo, file in zip(chosen, files) if file in sound),
        "loads": [{"what": what, "clients": clients, "rounds": figures} for (what, clients), figures in found.items()],
        "loadAverageAtEnd": round(os.getloadavg()[0], 1)}


def answers(server, name):
    """Whether the server makes a thumbnail of the photo."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", f"/files/{name}?size=16")
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status == 200


def figures(load, name):
    return measure.spread([each[name] for each in load["rounds"]])


def render(report):
    yield "# The thumbnail server\n"
    yield (f"390×390, filled, JPEG of quality 85, `exact`, of {report['count']} {report['photos']}, {report['megapixels']:.1f} megapixels "
           f"in the mean, over loopback. Processor time is the server's, user and system, on all its threads; medians of "
           f"{report['rounds']} rounds (lowest–highest). The clients are threads of Python on the same machine, and take their "
           "share of it.\n")
    rows = []
    for load in report["loads"]:
        cpu, speed = figures(load, "cpuMs"), figures(load, "perSecond")
        rows.append([
            f"{load['what']}, {load['clients']} clients", f"{cpu['median']:.1f} ({cpu['min']:.1f}–{cpu['max']:.1f})",
            f"{speed['median']:.0f} ({speed['min']:.0f}–{speed['max']:.0f})",
            f"{figures(load, 'peakBytes')['max'] / 1e6:.0f}"])
    if report["vipsMs"]:
        vips = measure.spread(report["vipsMs"])
        rows.append([
            f"{VIPS}, a process for each core, without the time to start",
            f"{vips['median']:.1f} ({vips['min']:.1f}–{vips['max']:.1f})", "", ""])
    yield measure.table(["", "ms a thumbnail", "thumbnails a second", "peak resident memory, MB"], rows) + "\n"
    memory = report["memory"]
    yield (f"Resident memory was {memory['beginBytes'] / 1e6:.0f} MB before these loads, behind one pass over all photos, and "
           f"{memory['endBytes'] / 1e6:.0f} MB two seconds after them.\n")
    if report["vipsMs"]:
        made = statistics.median(
            each["cpuMs"] for load in report["loads"] if load["what"] == MADE for each in load["rounds"])
        share = made / statistics.median(report["vipsMs"])
        yield measure.verdict(f"processor time a thumbnail, as a share of {VIPS}'s", share, MOST_OF_VIPS, at_most=True)[1]
    else:
        yield f"- not measured: {VIPS}"
    yield measure.verdict(
        "MB that stay after the loads", (memory["endBytes"] - memory["beginBytes"]) / 1e6, MOST_LEFT / 1e6, at_most=True)[1]
    most = IMGPROXY["cores"] * 1000 / IMGPROXY["perSecond"] / IMGPROXY["megapixels"]
    yield (f"\nFor scale, not compared: imgproxy's author published {IMGPROXY['perSecond']} thumbnails a second of a JPEG of 36 megapixels on "
           f"{IMGPROXY['cores']} virtual cores in 2019, which is at most {most:.1f} ms of processor time a megapixel, with a peak of "
           f"{IMGPROXY['peakBytes'] / 1e6:.0f} MB.")
    yield f"\n{measure.describe(report['machine'])}; load average at the end {report['loadAverageAtEnd']}"


if __name__ == "__main__":
    result = run(rounds=int(measure.argument("--rounds", "7")))
    measure.save(result, measure.argument("--json", "results/local/server.json"))
    print("\n".join(render(result)))
