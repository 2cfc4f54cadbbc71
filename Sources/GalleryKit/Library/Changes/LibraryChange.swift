internal import Foundation
internal import GalleryEngine

/// One change of a library, as a value: objects are named by their identifiers.
enum LibraryChange: Sendable {
  case createAsset(NewOriginal, String)
  case edit(AssetEdit, String)
  case deleteAssets([String])
  case createCollection(isList: Bool, title: String, parent: String?, String)
  case rename(String, String)
  case moveCollection(String, parent: String?, index: Int?)
  case deleteCollections([String])
  case insert([String], album: String, index: Int?)
  case remove([String], album: String)
  case reorder([Int], to: Int, album: String)
}

/// Where the original of a new asset comes from.
enum NewOriginal: Sendable {
  case file(String, isRemoved: Bool)
  case bytes(Data, name: String?)
}

/// A change of one property of an asset.
enum AssetEdit: Sendable {
  case creationDate(Date)
  case location(Location?)
  case isFavorite(Bool)
  case isHidden(Bool)
  case isUserPick(Bool)
  case adjustments(Adjustments?)
}

extension LibraryChange: CustomStringConvertible {
  /// For people, who are told which change of a block failed.
  var description: String {
    switch self {
    case .createAsset(.file(let path, _), _): "creating an asset from \(path)"
    case .createAsset(.bytes(let data, let name), _):
      "creating an asset from \(data.count) bytes" + (name.map { " named \($0)" } ?? "")
    case .edit(let edit, let asset): "setting the \(edit.property) of asset \(asset)"
    case .deleteAssets(let assets): "deleting \(assets.count) assets"
    case .createCollection(let isList, let title, _, _):
      "creating the \(isList ? "list" : "album") “\(title)”"
    case .rename(let collection, let title): "renaming \(collection) to “\(title)”"
    case .moveCollection(let collection, _, _): "moving \(collection)"
    case .deleteCollections(let collections): "deleting \(collections.count) collections"
    case .insert(let assets, let album, _): "inserting \(assets.count) assets into album \(album)"
    case .remove(let assets, let album): "removing \(assets.count) assets from album \(album)"
    case .reorder(let indexes, let index, let album):
      "moving \(indexes.count) assets to \(index) in album \(album)"
    }
  }
}

extension AssetEdit {
  fileprivate var property: String {
    switch self {
    case .creationDate: "creation date"
    case .location: "location"
    case .isFavorite: "favourite mark"
    case .isHidden: "hidden mark"
    case .isUserPick: "user's pick"
    case .adjustments: "adjustments"
    }
  }
}
