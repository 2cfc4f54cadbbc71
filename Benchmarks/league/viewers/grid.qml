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
        anchors.fill: parent
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
