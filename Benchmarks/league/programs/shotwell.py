"""Shotwell's library, which imports the photos first."""

TITLE = "Shotwell"
PACKAGES = ["shotwell", "dconf-gsettings-backend"]
PATIENCE = 240
# It shows what it has imported, with thumbnails that the import made: there is no cold start.
CONDITIONS = ["warm"]
# Only visible thumbnails, quickly at first and then well (Thumbnail.vala); made at the import, kept in ~/.cache/shotwell.
SOURCE = {"screenfuls": 0, "ahead": "nothing", "first": "any", "degraded": True, "keeps": True}
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
