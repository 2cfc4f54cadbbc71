"""The six scrolls, in screenfuls, and the clicks of a wheel that make them."""

import time

import screen

# Each scroll: rests (None, seconds) and movements (screenfuls, seconds). All begin at the top, at rest.
FLING = (3.5, 1.5)
REST = (None, 1.0)
SCROLLS = {
    # Row after row, as one looks for a photo.
    "browse": [(1, 1.2), (None, 0.8)] * 5,
    # Three flings in a row.
    "fling": [FLING, REST] * 3,
    # Flings that are waited for.
    "settle": [FLING, (None, 3.0)] * 2,
    # As with the scroll bar: far at once, a look, and on.
    "scrub": [(5, 0.4), (None, 1.5), (5, 0.4), (None, 1.5), (-7, 0.4), (None, 1.5)],
    "there-and-back": [(6, 2.5), REST, (-6, 2.5), REST],
    # Down, up to the top at once, a rest, and the same again.
    "second-visit": [(5, 2.0), REST, (-5, 0.6), (None, 1.5), (5, 2.0), REST],
}
# Seconds after the last click by which a program has come to rest.
COMES_TO_REST = 0.15
# Fewer screenfuls a second than this are slow: programs that speed the wheel up do so above it.
SLOW = 1.0


def at_speed(name, speed):
    """A scroll whose movements take so many times less long, and its rests as long."""
    return [(far, seconds if far is None else seconds / speed) for far, seconds in SCROLLS[name]]


def rests(scroll, start):
    """When a scroll that starts then rests: from and to."""
    for far, seconds in scroll:
        if far is None:
            yield start + COMES_TO_REST, start + seconds
        start += seconds


def clicks(scroll, per_screenful, gain=1.0):
    """The times of a scroll's clicks and their directions, and how long it takes.

    `gain` is by how much farther than slow clicks a program goes with fast ones. A movement slows down towards its end.
    """
    # What is wanted so far, in clicks, and what was turned; so that rounding does not add up.
    plan, now, wanted, turned = [], 0.0, 0.0, 0
    for distance, seconds in scroll:
        if distance is not None:
            is_slow = abs(distance) / seconds <= SLOW
            wanted += distance * per_screenful / (1 if is_slow else gain)
            button = screen.DOWN if distance > 0 else screen.UP
            count = abs(round(wanted) - turned)
            turned = round(wanted)
            for number in range(count):
                share = (number + 0.5) / count
                plan.append((now + seconds * (1 - (1 - share) ** (1 / 3)), button))
        now += seconds
    return plan, now


def play(display, plan, seconds):
    """Turns the wheel, and says by how many seconds a click came late at most: a program may leave little of the processor."""
    start, late = time.monotonic(), 0.0
    for moment, button in plan:
        time.sleep(max(0, start + moment - time.monotonic()))
        late = max(late, time.monotonic() - start - moment)
        display.click(button)
    time.sleep(max(0, start + seconds - time.monotonic()))
    return late


def distance(scroll):
    """The screenfuls that a scroll goes, there and back."""
    return sum(abs(far) for far, _ in scroll if far is not None)


def farthest(names):
    """The most screenfuls below the top that some scrolls come to."""
    most = 0
    for name in names:
        place = 0
        for far, _ in SCROLLS[name]:
            place += far or 0
            most = max(most, place)
    return most
