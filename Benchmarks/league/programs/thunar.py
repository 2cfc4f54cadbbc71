"""Thunar, Xfce's file manager, with its thumbnailer tumbler."""

TITLE = "Thunar with tumbler"
PACKAGES = ["thunar", "tumbler", "xfconf", "adwaita-icon-theme"]
MODEL = "tumbler"
# Asks for the files on screen, one request at a time: while it runs, no scroll asks for more. The service takes the newest request
# first and makes each from its first file on, in one thread, so the top comes first. Thumbnails stay in ~/.cache/thumbnails; they
# are the photos' embedded ones where these are large enough.
SOURCE = {"screenfuls": 0, "ahead": "nothing", "first": "top", "degraded": True, "keeps": True, "where": [
    "xfce-mirror/thunar@157ed637 thunar/thunar-standard-view.c: the visible range; nothing while a request runs",
    "xfce-mirror/thunar@157ed637 thunar/thunar-thumbnailer.c: the range in its order, to the foreground queue",
    "xfce-mirror/tumbler@0b83e5bb tumblerd/tumbler-lifo-scheduler.c: newest request first, each by one thread, first file first",
    "xfce-mirror/tumbler@01548638 plugins/jpeg-thumbnailer/jpeg-thumbnailer.c: the embedded thumbnail, unless it is too small"]}
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="thunar" version="1.0">
  <property name="last-view" type="string" value="ThunarIconView"/>
  <property name="last-icon-view-zoom-level" type="string" value="THUNAR_ZOOM_LEVEL_200_PERCENT"/>
  <property name="last-side-pane" type="string" value="void"/>
  <property name="last-location-bar" type="string" value="void"/>
  <property name="last-menubar-visible" type="bool" value="false"/>
  <property name="last-statusbar-visible" type="bool" value="false"/>
  <property name="misc-thumbnail-mode" type="string" value="THUNAR_THUMBNAIL_MODE_ALWAYS"/>
  <property name="misc-thumbnail-max-file-size" type="uint64" value="0"/>
</channel>
"""


def start(home, library, size):
    home.write(".config/xfce4/xfconf/xfce-perchannel-xml/thunar.xml", SETTINGS)
    return ["thunar", library.folder]
