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
# Examples/WebGrid: screenfuls ahead along the fling, as far as 64 MB go; what is needed first is loaded first.
WEBGRID = "webgrid/?mode=webgrid&columns=5&spacing=2&photos=/photos/"
WEBGRID_SOURCE = {"ahead": "screenfuls", "first": "any", "degraded": False, "keeps": True}


def chromium(home, url, size):
    return ["chromium", *CHROMIUM, "--window-size={},{}".format(*size), f"--user-data-dir={home.folder}/chromium", url]


def firefox(home, url, size):
    home.write("firefox/user.js", "".join(f'user_pref("{name}", {value});\n' for name, value in FIREFOX.items()))
    return ["firefox-esr", "--no-remote", "--profile", home.folder / "firefox", "--kiosk", url]
