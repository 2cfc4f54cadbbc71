"""Geeqie's grid of thumbnails."""

TITLE = "Geeqie"
PACKAGES = ["geeqie"]
POINTER = (400, 500)
# One thumbnail at a time: visible ones first, from the top, then the folder from its beginning; all stay in memory.
SOURCE = {"ahead": "the folder", "first": "top", "degraded": False, "keeps": True, "where": [
    "BestImageViewer/geeqie@c22134be src/view_file/view_file_icon.c: the first visible that has none, then the first of all",
    "BestImageViewer/geeqie@c22134be src/view_file/view_file.c: one loader; thumbnails stay with their files"]}

# Icons instead of the list of names, which the picture beside it leaves nearly the whole window.
SETTINGS = """<gq>
<global image.zoom_mode="0" thumbnails.max_width="128" thumbnails.max_height="128" thumbnails.enable_caching="true" thumbnails.spec_standard="true"><filter>
<file_type key="jpeg" enabled="true" extensions=".jpeg;.jpe;.jpg" description="JPEG" file_class="1" writable="true"/>
</filter></global>
<layout id="main" style="0" order="123" file_view_type="1" show_thumbnails="true" main_window.maximized="true"
 main_window.hdivider_pos="{0}" main_window.vdivider_pos="60" toolbar_hidden="true"/>
</gq>
"""


def start(home, library, size):
    home.write(".config/geeqie/geeqierc.xml", SETTINGS.format(size[0] - 20))
    return ["geeqie", library.folder]
