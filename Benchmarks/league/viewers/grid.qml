// A folder's photos in Qt Quick's GridView, with what its documentation shows for images: asynchronous, at the cell's size.
import QtQuick
import QtQuick.Window
import Qt.labs.folderlistmodel

Window {
    readonly property var words: Qt.application.arguments.slice(-3)
    visible: true
    width: Number(words[1])
    height: Number(words[2])

    GridView {
        id: view
        anchors.fill: parent
        // The same way for each click: by itself, how far a wheel goes depends on how fast it is turned.
        interactive: false
        WheelHandler {
            onWheel: (event) => {
                view.contentY = Math.max(0, Math.min(view.contentHeight - view.height, view.contentY - event.angleDelta.y));
            }
        }
        cellWidth: width / 5
        cellHeight: cellWidth
        model: FolderListModel { folder: words[0]; nameFilters: ["*.jpg"]; showDirs: false }
        delegate: Image {
            required property url fileUrl
            width: GridView.view.cellWidth - 2
            height: width
            source: fileUrl
            asynchronous: true
            fillMode: Image.PreserveAspectCrop
            sourceSize.width: width * 4 / 3
            sourceSize.height: width
        }
    }
}
