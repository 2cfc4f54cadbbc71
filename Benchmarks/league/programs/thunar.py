"""Thunar, Xfce's file manager, with its thumbnailer tumbler."""

TITLE = "Thunar with tumbler"
PACKAGES = ["thunar", "tumbler", "xfconf", "adwaita-icon-theme"]
# Visible files are asked for first; the service's foreground queue is LIFO (tumbler-service.c); thumbnails stay in ~/.cache/thumbnails.
SOURCE = {"screenfuls": 0, "ahead": "nothing", "first": "bottom", "degraded": False, "keeps": True}
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
