"""Processor time of commands, run in turn, and what the machine is."""

import importlib.metadata
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import time

MISSING = "not installed"


class CommandFailed(Exception):
    """A command that ended otherwise than well, with what it said."""


def cpu_seconds(command, environment=None):
    """User and system time of a command with its threads, until it has ended."""
    return both_seconds(command, environment)[0]


def elapsed_seconds(command, environment=None):
    """Time that passes until a command has ended."""
    return both_seconds(command, environment)[1]


def both_seconds(command, environment=None):
    """Processor time of a command, and the time that passes."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [str(word) for word in command], env={**os.environ, **(environment or {})},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    complaint = process.stderr.read().decode(errors="replace").strip()
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    if process.returncode != 0:
        raise CommandFailed(f"{command[0]}: exit {process.returncode}: {complaint}")
    return usage.ru_utime + usage.ru_stime, elapsed


def display(width, height):
    """The server of a virtual display of so many pixels, and the display's name."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"], pass_fds=[write],
        stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        name = ":" + pipe.readline().strip()
    if name == ":":
        raise CommandFailed(f"Xvfb: exit {server.wait()}")
    return server, name


def in_turn(commands, rounds, gauge=cpu_seconds):
    """Seconds of each command, round by round: {name: (command, environment)} to {name: [seconds]}.

    Every other round runs them backwards (ABBA), so that a drift of the machine meets all alike. One round before
    them fills the page cache and is not counted.
    """
    seconds = {name: [] for name in commands}
    for number in range(-1, rounds):
        names = list(commands) if number % 2 == 0 else list(reversed(commands))
        for name in names:
            taken = gauge(*commands[name])
            if number >= 0:
                seconds[name].append(taken)
    return seconds


def spread(values):
    """The median, and the range that all values lie in."""
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def machine():
    """What a reader needs to know of the machine to compare figures; peers that are missing are said to be."""
    cpu = platform.processor()
    if os.path.exists("/proc/cpuinfo"):
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        cpu = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), cpu)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return {
        "command": " ".join(["python3", *sys.argv]),
        "cpu": cpu,
        "cores": os.cpu_count(),
        "os": platform.platform(),
        "commit": commit.stdout.strip(),
        "libjpeg": pkg_version("libjpeg"),
        "python": platform.python_version(),
        "pillow": pillow_version(),
        "vips": vips_version(),
        "date": now(),
        "loadAverage": round(os.getloadavg()[0], 1),
    }


def now():
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())


def pkg_version(library):
    if not shutil.which("pkg-config"):
        return "unknown"
    return subprocess.run(["pkg-config", "--modversion", library], capture_output=True, text=True).stdout.strip()


def pillow_version():
    try:
        from PIL import features
    except ImportError:
        return MISSING
    return f"{importlib.metadata.version('pillow')} (libjpeg-turbo {features.version('libjpeg_turbo')})"


def vips_version():
    if not shutil.which("vipsthumbnail"):
        return MISSING
    return subprocess.run(["vipsthumbnail", "--vips-version"], capture_output=True, text=True).stdout.strip()


def describe(facts):
    """The machine in a line of Markdown."""
    return "; ".join(f"{name} {value}" for name, value in facts.items())


def table(header, rows):
    """A Markdown table: first column to the left, others to the right."""
    lines = [header, ["---"] + ["---:"] * (len(header) - 1), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def verdict(requirement, value, limit, at_most=False):
    """A line that says whether a requirement holds."""
    holds = value <= limit if at_most else value >= limit
    return holds, f"- {'pass' if holds else 'FAIL'}: {requirement}: {value:.2f}"


def save(report, path):
    """Writes the raw figures beside the table that was made of them."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(report, indent=2, sort_keys=True) + "\n")


def refuse_other(usage, names, flags=()):
    """Ends with the usage where it is asked for, or where an option is none of these, which would be passed over in silence.

    A name's value may begin with a hyphen; a flag has none."""
    words = sys.argv[1:]
    other = [word for word, before in zip(words, ["", *words]) if word.startswith("-") and before not in names
             and word not in [*names, *flags]]
    if other:
        print(f"{usage.strip()}\n\nOptions: {', '.join([*names, *flags])}")
        is_asked = other[0] in ("-h", "--help")
        sys.exit(0 if is_asked else f"expected one of these options, found {other[0]}")


def argument(name, default):
    """The value of a `--name` argument."""
    words = sys.argv[1:]
    return words[words.index(name) + 1] if name in words else default
