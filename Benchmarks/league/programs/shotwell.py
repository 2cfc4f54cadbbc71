"""Shotwell's library, which imports the photos first."""

TITLE = "Shotwell"
PACKAGES = ["shotwell", "dconf-gsettings-backend"]
PATIENCE = 240
# It shows what it has imported, with thumbnails that the import made: there is no cold start.
CONDITIONS = ["warm"]
MODEL = "shotwell"
# Only visible thumbnails, from the top: of 128 px at first and, a tenth of a second later, at the size shown, which by default is
# the same; made at the import, kept in ~/.cache/shotwell, and 30 MB of them in memory.
SOURCE = {"screenfuls": 0, "ahead": "nothing", "first": "top", "degraded": False, "keeps": True, "where": [
    "GNOME/shotwell@71084ffd src/Thumbnail.vala: asks when it is exposed, lets go when it is not; quickly, then well",
    "GNOME/shotwell@71084ffd src/CheckerboardLayout.vala: exposes what is on screen, row by row",
    "GNOME/shotwell@71084ffd src/ThumbnailCache.vala: 128 and 360 px, made at the import; 30 and 40 MB in memory",
    "GNOME/shotwell@71084ffd misc/org.yorba.shotwell.gschema.xml: thumbnails of 128 px by default"]}
SETTINGS = """mkdir -p ~/Pictures && ln "$0"/*.jpg ~/Pictures/ || cp "$0"/*.jpg ~/Pictures/
gsettings set org.yorba.shotwell.preferences.files import-dir "$HOME/Pictures"
gsettings set org.yorba.shotwell.preferences.files auto-import true
gsettings set org.yorba.shotwell.preferences.ui show-welcome-dialog false
gsettings set org.yorba.shotwell.preferences.window library-maximize true
gsettings set org.yorba.shotwell.preferences.ui display-sidebar false
exec shotwell
"""


def start(home, library, size):
    return ["sh", "-c", SETTINGS, library.folder]
