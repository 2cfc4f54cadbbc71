"""What is seen in a recording without reading its tags: when it changes, and which part of a screen is filled first."""

import pathlib
import subprocess

SIDE = 20
AS_THEY_ARE = ["-fps_mode", "passthrough", "-enc_time_base", "1:1000"]
# Levels of grey by which a part of the screen differs when a photo comes, and the least parts that tell an order.
CHANGE, PARTS = 10, 8


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
        """How the times at which the screen's parts were last filled go with their heights: 1 is the top first, -1 the bottom first.

        None where nothing, or all at once, came between two moments of rest.
        """
        filled = {}
        for k, time in enumerate(self.times):
            if k > 0 and start <= time < end:
                for part, (one, other) in enumerate(zip(self.frames[k - 1], self.frames[k])):
                    if abs(one - other) > CHANGE:
                        filled[part] = time
        if len(filled) < PARTS or len(set(filled.values())) < 3:
            return None
        return _correlation(list(filled.values()), [part // SIDE for part in filled])


def _ranks(values):
    ordered = sorted(values)
    return [(ordered.index(value) + len(ordered) - 1 - ordered[::-1].index(value)) / 2 for value in values]


def _correlation(one, other):
    """Spearman's."""
    one, other = _ranks(one), _ranks(other)
    mean = (len(one) - 1) / 2
    both = sum((a - mean) * (b - mean) for a, b in zip(one, other))
    spread = (sum((a - mean) ** 2 for a in one) * sum((b - mean) ** 2 for b in other)) ** 0.5
    return round(both / spread, 2) if spread else None
