public import Foundation

/// The properties of assets that a predicate can ask for; see ``AssetPredicate/where(_:)``.
public struct AssetFields: Sendable {
  /// A property with a value of this type, to be compared with `==`, `!=`, `<`, `<=`, `>` and `>=`.
  public struct Field<Value: Sendable>: Sendable {
    let column: AssetColumn
    let stored: @Sendable (Value) -> AssetColumn.Value

    /// Holds if the property has one of these values.
    public func isOneOf(_ values: some Sequence<Value>) -> AssetPredicate {
      AssetPredicate(.isOneOf(column, Set(values.map(stored))))
    }

    /// Holds if the property has a value.
    public var exists: AssetPredicate { AssetPredicate(.has(column)) }

    fileprivate func compare(_ comparison: AssetPredicate.Comparison, _ value: Value) -> AssetPredicate {
      AssetPredicate(.compare(column, comparison, stored(value)))
    }
  }

  /// A property that is a set of marks.
  public struct Marks<Value: OptionSet>: Sendable where Value.RawValue == Int {
    let column: AssetColumn

    /// Holds if the asset has all of these marks.
    public func contains(_ marks: Value) -> AssetPredicate {
      AssetPredicate(.hasBits(column, marks.rawValue))
    }
  }

  /// See ``Asset/localIdentifier``.
  public var localIdentifier: Field<String> { Field(column: .identifier) { .text($0) } }
  /// See ``Asset/fileName``.
  public var fileName: Field<String> { Field(column: .fileName) { .text($0) } }
  /// See ``Asset/byteCount``.
  public var byteCount: Field<Int> { Field(column: .byteCount) { .integer($0) } }
  /// See ``Asset/creationDate``.
  public var creationDate: Field<Date> { Field(column: .created) { .real($0.timeIntervalSince1970) } }
  /// The creation date by the clocks at the photo's place, as if they were in UTC.
  package var localCreationDate: Field<Date> {
    Field(column: .localCreated) { .real($0.timeIntervalSince1970) }
  }
  /// See ``Asset/modificationDate``.
  public var modificationDate: Field<Date> { Field(column: .modified) { .real($0.timeIntervalSince1970) } }
  /// The upright picture's width; see ``Asset/pixelSize``.
  public var pixelWidth: Field<Int> { Field(column: .width) { .integer($0) } }
  /// The upright picture's height; see ``Asset/pixelSize``.
  public var pixelHeight: Field<Int> { Field(column: .height) { .integer($0) } }
  /// The latitude of ``Asset/location``, in degrees.
  public var latitude: Field<Double> { Field(column: .latitude) { .real($0) } }
  /// The longitude of ``Asset/location``, in degrees.
  public var longitude: Field<Double> { Field(column: .longitude) { .real($0) } }
  /// See ``Asset/burstIdentifier``.
  public var burstIdentifier: Field<String> { Field(column: .burst) { .text($0) } }
  /// See ``Asset/mediaSubtypes``.
  public var mediaSubtypes: Marks<Asset.MediaSubtypes> { Marks(column: .subtypes) }
  /// See ``Asset/burstSelectionTypes``.
  public var burstSelectionTypes: Marks<Asset.BurstSelectionTypes> { Marks(column: .burstSelection) }
  /// See ``Asset/isFavorite``.
  public var isFavorite: AssetPredicate { AssetPredicate(.compare(.isFavorite, .equal, .integer(1))) }
  /// See ``Asset/isHidden``; without ``FetchOptions/includeHidden``, a fetch finds none.
  public var isHidden: AssetPredicate { AssetPredicate(.compare(.isHidden, .equal, .integer(1))) }
  /// See ``Asset/representsBurst``.
  public var representsBurst: AssetPredicate {
    AssetPredicate(.compare(.isRepresentative, .equal, .integer(1)))
  }
  /// Whether the photo states its location.
  public var hasLocation: AssetPredicate { AssetPredicate(.has(.latitude)) }
  /// Whether the photo was edited; see ``Asset/hasAdjustments``.
  public var hasAdjustments: AssetPredicate { AssetPredicate(.has(.adjustments)) }

  /// Holds for photos taken between these parallels and meridians, all in degrees.
  ///
  /// - Parameters:
  ///   - latitudes: from south to north.
  ///   - west: the western meridian.
  ///   - east: the eastern meridian; less than `west` if the area crosses the 180th meridian.
  public func isWithin(latitudes: ClosedRange<Double>, west: Double, east: Double) -> AssetPredicate {
    let (left, right) = (longitude >= west, longitude <= east)
    return latitude >= latitudes.lowerBound && latitude <= latitudes.upperBound
      && (west <= east ? left && right : left || right)
  }
}

extension AssetFields.Field where Value == String {
  /// Holds if the property contains this text, whatever the case and the accents of either.
  ///
  ///     .where { $0.fileName.contains("cafe") }   // finds Café.jpg and CAFE_2.HEIC
  ///
  /// - Complexity: O(length) for each asset; no index serves it.
  public func contains(_ text: String) -> AssetPredicate { AssetPredicate(.contains(column, text)) }
}

/// Holds if the property has this value.
public func == <Value>(field: AssetFields.Field<Value>, value: Value) -> AssetPredicate {
  field.compare(.equal, value)
}

/// Holds if the property has another value, or none.
public func != <Value>(field: AssetFields.Field<Value>, value: Value) -> AssetPredicate {
  !field.compare(.equal, value)
}

/// Holds if the property is less than the value.
public func < <Value: Comparable>(field: AssetFields.Field<Value>, value: Value) -> AssetPredicate {
  field.compare(.less, value)
}

/// Holds if the property is less than the value or equal to it.
public func <= <Value: Comparable>(field: AssetFields.Field<Value>, value: Value) -> AssetPredicate {
  field.compare(.lessOrEqual, value)
}

/// Holds if the property is greater than the value.
public func > <Value: Comparable>(field: AssetFields.Field<Value>, value: Value) -> AssetPredicate {
  field.compare(.greater, value)
}

/// Holds if the property is greater than the value or equal to it.
public func >= <Value: Comparable>(field: AssetFields.Field<Value>, value: Value) -> AssetPredicate {
  field.compare(.greaterOrEqual, value)
}
