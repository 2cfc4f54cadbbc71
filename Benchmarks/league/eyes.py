"""What is seen in a recording without reading its tags: when it changes, and which part of a screen is filled first."""

import pathlib
import statistics
import subprocess

SIDE = 20
AS_THEY_ARE = ["-fps_mode", "passthrough", "-enc_time_base", "1:1000"]
# Levels of grey by which a part of the screen differs when a photo comes, and the least parts that tell an order.
CHANGE, PARTS = 10, 8
# A correlation of times and heights from which on one side is filled first.
ONE_SIDE = 0.4


class Eyes:
    """The frames of a video in so few pixels that each is the mean of a part of the screen; with their times."""

    def __init__(self, video):
        times = pathlib.Path(video).with_suffix(".times")
        done = subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-i", str(video), "-filter_complex",
             f"scale={SIDE}:{SIDE}:flags=area,format=gray,split[a][b]",
             "-map", "[a]", *AS_THEY_ARE, "-f", "framehash", "-hash", "crc32", str(times),
             "-map", "[b]", *AS_THEY_ARE, "-f", "rawvideo", "-"], capture_output=True, check=True)
        lines = [line.split(",") for line in times.read_text().splitlines() if not line.startswith("#")]
        times.unlink()
        self.times = [int(line[2]) / 1000 for line in lines]
        self.frames = [done.stdout[at:at + SIDE * SIDE] for at in range(0, len(done.stdout), SIDE * SIDE)]

    def changes(self, start, end):
        """The frames between two moments that differ from those before."""
        return sum(start <= self.times[k] < end and self.frames[k] != self.frames[k - 1] for k in range(1, len(self.times)))

    def order(self, start, end):
        """How the times at which the screen's parts were last filled, between two moments of rest, go with their heights."""
        filled = {}
        for k, time in enumerate(self.times):
            if k > 0 and start <= time < end:
                for part, (one, other) in enumerate(zip(self.frames[k - 1], self.frames[k])):
                    if abs(one - other) > CHANGE:
                        filled[part] = time
        return correlation([(time, part // SIDE) for part, time in filled.items()]) if len(filled) >= PARTS else None


def correlation(filled):
    """How times go with heights, by Spearman: 1 is the top first, -1 the bottom first; None of less than three times."""
    times, heights = [time for time, _ in filled], [height for _, height in filled]
    if len(set(times)) < 3:
        return None
    times, heights = _ranks(times), _ranks(heights)
    mean = (len(filled) - 1) / 2
    both = sum((a - mean) * (b - mean) for a, b in zip(times, heights))
    spread = (sum((a - mean) ** 2 for a in times) * sum((b - mean) ** 2 for b in heights)) ** 0.5
    return round(both / spread, 2) if spread else None


def side(orders):
    """Which part of a screen at rest is filled first, by the median of several rests."""
    known = [order for order in orders if order is not None]
    middle = statistics.median(known) if known else None
    return "–" if middle is None else "top" if middle > ONE_SIDE else "bottom" if middle < -ONE_SIDE else "mixed"


def _ranks(values):
    ordered = sorted(values)
    return [(ordered.index(value) + len(ordered) - 1 - ordered[::-1].index(value)) / 2 for value in values]
