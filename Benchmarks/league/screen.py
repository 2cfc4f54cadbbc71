"""A virtual display, its wheel and its pixels, through libX11 and libXtst."""

import collections
import ctypes
import os
import pathlib
import subprocess
import time
import zlib

import measure

_x = ctypes.CDLL("libX11.so.6")
_test = ctypes.CDLL("libXtst.so.6")
_x.XOpenDisplay.restype = _x.XGetImage.restype = ctypes.c_void_p
_x.XDefaultRootWindow.restype = ctypes.c_ulong
_x.XDefaultRootWindow.argtypes = _x.XFlush.argtypes = _x.XCloseDisplay.argtypes = [ctypes.c_void_p]
_x.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int, ctypes.c_uint, ctypes.c_uint,
                         ctypes.c_ulong, ctypes.c_int]
_x.XDestroyImage.argtypes = [ctypes.c_void_p]
_test.XTestFakeButtonEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
_test.XTestFakeMotionEvent.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_ulong]

UP, DOWN = 4, 5
LEAST_LINES = 20
# A window manager that gives every program the whole display, without a frame.
OPENBOX = """<openbox_config xmlns="http://openbox.org/3.4/rc"><applications><application class="*">
<decor>no</decor><maximized>yes</maximized></application></applications></openbox_config>"""


class _Image(ctypes.Structure):
    """The beginning of Xlib's XImage."""
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int), ("format", ctypes.c_int),
                ("data", ctypes.c_void_p)]


class Screen:
    """A display of so many pixels, with a window manager; `folder` is the manager's home."""

    def __init__(self, size, folder):
        self.size, self.folder = size, pathlib.Path(folder)

    def __enter__(self):
        self.server, self.name = measure.display(*self.size)
        (self.folder / "openbox").mkdir(parents=True, exist_ok=True)
        (self.folder / "openbox" / "rc.xml").write_text(OPENBOX)
        self.manager = subprocess.Popen(
            ["openbox"], env={**os.environ, "DISPLAY": self.name, "HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.display = _x.XOpenDisplay(self.name.encode())
        self.root = _x.XDefaultRootWindow(self.display)
        return self

    def __exit__(self, *_):
        _x.XCloseDisplay(self.display)
        for process in (self.manager, self.server):
            process.terminate()
            process.wait()

    def point(self, x, y):
        _test.XTestFakeMotionEvent(self.display, 0, x, y, 0)
        _x.XFlush(self.display)

    def click(self, button):
        """One click of the wheel."""
        for is_down in (1, 0):
            _test.XTestFakeButtonEvent(self.display, button, is_down, 0)
        _x.XFlush(self.display)

    def pixels(self):
        """What the display shows, four bytes a pixel."""
        image = _x.XGetImage(self.display, self.root, 0, 0, *self.size, 0xFFFFFFFF, 2)
        data = _Image.from_address(image).data
        pixels = ctypes.string_at(data, self.size[0] * self.size[1] * 4)
        _x.XDestroyImage(image)
        return pixels

    def wait(self, still, most, least=0.0, is_idle=lambda: True, look=lambda pixels: None):
        """Waits until the display shows something, and the same for so many seconds; whether it came to that in the time given.

        A program that is not idle has to keep still for three times as long, and to show more than placeholders: what it works on
        may be for the screen. All pictures that differ are shown to `look`.
        """
        start = changed = time.monotonic()
        before = None
        while (now := time.monotonic()) < start + most:
            pixels = self.pixels()
            if pixels != before or pixels == pixels[:4] * (len(pixels) // 4):
                if pixels != before:
                    look(pixels)
                before, changed = pixels, now
            elif now > max(changed + still, start + least) and (
                    is_idle() or now > changed + 3 * still and not is_plain(pixels, self.size)):
                return True
            time.sleep(0.1)
        return False

    def wait_for(self, picture, most):
        """Waits until the display shows a picture; whether it came to that in the time given."""
        end = time.monotonic() + most
        while time.monotonic() < end:
            if likeness(self.pixels(), picture, self.size) > 0.99:
                return True
            time.sleep(0.05)
        return False


def _lines(pixels, size):
    """A number for the middle third of each line: beside it may be what does not scroll."""
    width, height = size
    starts = (4 * (y * width + width // 3) for y in range(height))
    return [zlib.crc32(pixels[start:start + 4 * (width // 3)]) for start in starts]


def is_plain(pixels, size):
    """Whether most lines are like others, as on a screen of placeholders."""
    return len(set(_lines(pixels, size))) < size[1] / 4


def shift(before, after, size):
    """How many pixels the picture moved up, by lines that both show; None where they have too few in common."""
    first, second = _lines(before, size), _lines(after, size)
    counts = collections.Counter(first)
    places = {line: y for y, line in enumerate(first) if counts[line] == 1}
    votes = collections.Counter(places[line] - y for y, line in enumerate(second) if line in places and places[line] != y)
    [(moved, count)] = votes.most_common(1) or [(None, 0)]
    return moved if count >= LEAST_LINES else None


def likeness(one, other, size):
    """The share of two pictures' squares of 25 pixels that are alike: their green is, at points on a diagonal."""
    width, height = size
    alike = [
        sum(abs(one[at] - other[at]) for step in range(25) for at in [4 * ((y + step) * width + x + step) + 1]) < 25 * 12
        for y in range(0, height - 24, 25) for x in range(0, width - 24, 25)]
    return sum(alike) / len(alike)
