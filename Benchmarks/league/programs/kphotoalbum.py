"""KPhotoAlbum's thumbnails, over a database that it makes of the folder."""

TITLE = "KPhotoAlbum"
PACKAGES = ["kphotoalbum", "breeze-icon-theme"]
VERSION = ["kphotoalbum", "--version"]
PATIENCE = 60
# Visible thumbnails first; they stay beside the database.
SOURCE = {"ahead": "unknown", "first": "any", "degraded": False, "keeps": True}


def start(home, library, size):
    return ["kphotoalbum", "-c", library.folder / "index.xml"]
