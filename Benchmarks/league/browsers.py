"""Chromium, Firefox and WebKitGTK over a page: without a bar, without their first-run pages, with what they do by default."""

CHROMIUM = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--no-default-browser-check", "--hide-crash-restore-bubble",
            "--hide-scrollbars", "--kiosk", "--window-position=0,0"]
FIREFOX = {
    "browser.shell.checkDefaultBrowser": "false", "browser.aboutwelcome.enabled": "false", "browser.startup.page": "0",
    "datareporting.policy.dataSubmissionEnabled": "false", "app.update.auto": "false", "browser.tabs.warnOnClose": "false",
    "browser.sessionstore.resume_from_crash": "false", "widget.non-native-theme.scrollbar.size.override": "0",
    "full-screen-api.warning.timeout": "0", "toolkit.startup.max_resumed_crashes": "-1",
    "browser.startup.couldRestoreSession.count": "-1", "toolkit.telemetry.reportingpolicy.firstRun": "false",
}
# The sources of what a program file says about its browser; how far ahead images load comes first.
CHROMIUM_SOURCE = [
    "chromium/chromium@01e80222 third_party/blink/renderer/core/frame/settings.json5: 1,250 px on 4G, 2,500 on 3G, 3,000 if unknown",
    "chromium/chromium@f24a8e13 third_party/blink/renderer/core/html/lazy_load_image_observer.cc: loads within that margin",
    "chromium/chromium@00119e86 cc/tiles/tile_manager.cc: decodes for tiles, most urgent first; far ones for their images alone",
    "chromium/chromium@0cea589e cc/tiles/checker_image_tracker.h: one at a time; what is not decoded yet is left out",
    "chromium/chromium@07e126be cc/tiles/software_image_decode_cache.cc: the last 1,000 decoded images, as far as memory allows"]
FIREFOX_SOURCE = [
    "mozilla/enterprise-firefox@085c764d modules/libpref/init/StaticPrefList.yaml: dom.lazy-loading.margin, 600 px each way",
    "mozilla/gecko-dev@46d3e579 image/DecodePool.cpp: two threads on two cores, the newest first (an earlier version)",
    "mozilla/gecko-dev@0e44e785 image/SurfaceCache.cpp: decoded images stay until they expire (an earlier version)"]
# Examples/WebGrid: screenfuls ahead along the fling, as far as 64 MB go; what is needed first is loaded first.
WEBGRID = "webgrid/?mode=webgrid&columns=5&spacing=2&photos=/photos/"
WEBGRID_SOURCE = {"ahead": "screenfuls", "first": "any", "degraded": False, "keeps": False,
                  "where": ["Examples/WebGrid/web-grid.js: `bank` ahead, in the order `urgency`"]}


def chromium(home, url, size):
    return ["chromium", *CHROMIUM, "--window-size={},{}".format(*size), f"--user-data-dir={home.folder}/chromium", url]


def firefox(home, url, size):
    home.write("firefox/user.js", "".join(f'user_pref("{name}", {value});\n' for name, value in FIREFOX.items()))
    return ["firefox-esr", "--no-remote", "--profile", home.folder / "firefox", "--kiosk", url]
