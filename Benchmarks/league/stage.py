"""A program on a display of its own, in a home of its own: started, recorded, weighed and ended."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import threading
import time

TICKS = os.sysconf("SC_CLK_TCK")
RECORDER = ["-c:v", "libx264rgb", "-qp", "0", "-preset", "ultrafast"]
HERTZ = 60


def _status(process):
    """The fields of a process's status, from its state on (proc(5)); none of one that has ended and is not yet gone."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    if fields[0] == "Z":
        raise ProcessLookupError
    return fields


class Home:
    """A home directory, by which all processes are found that live in it, services too."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        (self.folder / "run").mkdir(parents=True, exist_ok=True)
        (self.folder / "run").chmod(0o700)
        # Those found so far: some lose their parents before they end.
        self.known = set()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def environment(self, display):
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        places = {f"XDG_{kind}_HOME": str(self.folder / place) for kind, place in
                  [("CONFIG", ".config"), ("CACHE", ".cache"), ("DATA", ".local/share"), ("STATE", ".local/state")]}
        return {**kept, **places, "LC_ALL": "C.UTF-8", "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder / "run"),
                "DISPLAY": display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "QT_QPA_PLATFORM": "xcb",
                "QT_QUICK_BACKEND": "software", "NO_AT_BRIDGE": "1", "GTK_A11Y": "none"}

    def processes(self):
        """Those whose environment has this home, and their descendants: Chromium's overwrite their environment."""
        mark, parents, found = f"HOME={self.folder}\0".encode(), {}, set()
        for entry in os.scandir("/proc"):
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    process = int(entry.name)
                    parents[process] = int(_status(process)[1])
                    if mark in pathlib.Path(f"/proc/{entry.name}/environ").read_bytes():
                        found.add(process)
        found |= self.known & parents.keys()
        while more := {process for process, parent in parents.items() if parent in found} - found:
            found |= more
        self.known = found
        return found

    def clear(self):
        """Ends every process that lives here, and waits until it has."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            for process in self.processes():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, number)
            end = time.monotonic() + 4
            while time.monotonic() < end:
                if not self.processes():
                    return
                time.sleep(0.05)


class Stopped:
    """What is stopped whatever happens: left behind, it would take processor time from the programs after it."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Scale(Stopped):
    """Weighs all processes of a home: their processor time four times a second, and, which takes longer, their proportional memory
    every second."""

    def __init__(self, home):
        self.home, self.peak, self.first, self.last, self.sums = home, 0, {}, {}, []
        self.over = threading.Event()
        self.weigh()
        self.first, self.sums = dict(self.last), [0.0]
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def weigh(self):
        memory = 0
        for process in self.home.processes():
            with contextlib.suppress(OSError, ValueError):
                fields = _status(process)
                # utime and stime.
                self.last[process] = (int(fields[11]) + int(fields[12])) / TICKS
                if len(self.sums) % 4 == 0:
                    rollup = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
                    memory += sum(int(line.split()[1]) * 1024 for line in rollup.splitlines() if line.startswith("Pss:"))
        self.peak = max(self.peak, memory)
        self.sums.append(self.seconds())

    def seconds(self):
        return sum(last - self.first.get(process, 0) for process, last in self.last.items())

    def is_idle(self):
        """Whether the last second took less than a tenth of one of a processor."""
        return self.sums[-1] - self.sums[-1 - min(4, len(self.sums) - 1)] < 0.1

    def _run(self):
        while not self.over.wait(0.25):
            self.weigh()

    def stop(self):
        """The peak in bytes, and the seconds."""
        self.over.set()
        self.thread.join()
        self.weigh()
        return self.peak, self.seconds()


class Recording(Stopped):
    """The display's pixels without loss, each frame with its time; `codec` is ffmpeg's options for writing them."""

    def __init__(self, display, path, codec=RECORDER):
        self.recorder = subprocess.Popen(
            ["ffmpeg", "-v", "error", "-y", "-f", "x11grab", "-draw_mouse", "0", "-framerate", str(HERTZ), "-video_size",
             "{}x{}".format(*display.size), "-i", display.name, "-fps_mode", "passthrough", *codec, str(path)],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1)

    def stop(self):
        """The processor seconds that recording took."""
        try:
            # utime and stime.
            seconds = sum(map(int, _status(self.recorder.pid)[11:13])) / TICKS
            self.recorder.communicate(b"q", timeout=60)
            return seconds
        finally:
            self.recorder.kill()
            self.recorder.wait()


class Album(Stopped):
    """Pictures of a display as a video, a second each."""

    def __init__(self, display, path):
        self.writer = subprocess.Popen(
            ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr0", "-video_size", "{}x{}".format(*display.size),
             "-framerate", "1", "-i", "-", *RECORDER, str(path)], stdin=subprocess.PIPE)

    def add(self, pixels):
        self.writer.stdin.write(pixels)

    def stop(self):
        self.writer.communicate()


@contextlib.contextmanager
def running(program, library, display, home, log, picture=None):
    """A program that shows a library, in a home; ended with all that it started.

    It is waited for until it shows the first screen's picture, and no longer; where none is known, until it has come to rest.
    Yields the home, and whether it came to that in time.
    """
    home = Home(home)
    # Out of the way, yet above what scrolls.
    display.point(*getattr(program, "POINTER", (display.size[0] - 20, display.size[1] // 2)))
    with open(log, "w") as words:
        command = ["dbus-run-session", "--", *map(str, program.start(home, library, display.size))]
        subprocess.Popen(command, env=home.environment(display.name), stdin=subprocess.DEVNULL, stdout=words,
                         stderr=subprocess.STDOUT, cwd=home.folder, start_new_session=True)
    try:
        patience = getattr(program, "PATIENCE", 40)
        ready = display.wait_for(picture, patience) if picture else display.wait(still=8, most=patience)
        yield home, ready
    finally:
        home.clear()


def _copy(source, target):
    """Copies a file of a home; photos are linked, which no program changes."""
    is_photo = source.endswith(".jpg") and os.path.getsize(source) > 1e6
    os.link(source, target) if is_photo else shutil.copy2(source, target)


def _left_behind(place, names):
    """What tells of a process that has ended: locks, and sockets."""
    paths = {name: pathlib.Path(place, name) for name in names}
    return [name for name, path in paths.items() if name in ("run", "lock", ".parentlock") or name.startswith("Singleton")
            or not (path.is_file() or path.is_dir() or path.is_symlink())]


def fresh(folder, like=None):
    """An empty home, or one that is like another was left."""
    shutil.rmtree(folder, ignore_errors=True)
    if pathlib.Path(folder).exists():
        raise OSError(f"expected an empty home, found that {folder} cannot be removed; end what writes there")
    if like:
        shutil.copytree(like, folder, symlinks=True, copy_function=_copy, ignore=_left_behind)
    return folder
