import CoreGraphics
import Foundation

/// A property of a dictionary, and the path of its tag.
struct MetadataProperty {
  /// The name of the dictionary; empty for the image's own.
  let dictionary: String
  let name: String
  let path: String
  /// True if the tag holds an array.
  let isList: Bool

  static let all: [MetadataProperty] = {
    // Tags of other namespaces than their dictionary's.
    let tiff = [
      "ImageDescription": "dc:description", "Artist": "dc:creator", "Copyright": "dc:rights",
      "Software": "xmp:CreatorTool", "DateTime": "xmp:ModifyDate",
    ]
    let iptc = [
      "ObjectName": "dc:title", "Caption/Abstract": "dc:description", "CopyrightNotice": "dc:rights",
      "City": "photoshop:City", "Province/State": "photoshop:State",
      "Country/PrimaryLocationName": "photoshop:Country", "Headline": "photoshop:Headline",
      "Credit": "photoshop:Credit", "Source": "photoshop:Source", "SpecialInstructions": "photoshop:Instructions",
      "Category": "photoshop:Category", "DateCreated": "photoshop:DateCreated",
      "OriginalTransmissionReference": "photoshop:TransmissionReference",
      "Country/PrimaryLocationCode": "Iptc4xmpCore:CountryCode", "SubLocation": "Iptc4xmpCore:Location",
    ]
    let lists = [
      "Keywords": "dc:subject", "Byline": "dc:creator", "SupplementalCategory": "photoshop:SupplementalCategories",
      "Writer/Editor": "photoshop:CaptionWriter", "BylineTitle": "photoshop:AuthorsPosition",
    ]
    func make(_ dictionary: CFString, _ name: String, _ path: String, isList: Bool = false) -> MetadataProperty {
      MetadataProperty(dictionary: dictionary as String, name: name, path: path, isList: isList)
    }
    var all: [MetadataProperty] = [make("", "Orientation", "tiff:Orientation")]
    for tag in ExifTag.tiff {
      let path = tiff[tag.key] ?? "tiff:\(tag.key)"
      all.append(make(kCGImagePropertyTIFFDictionary, tag.key, path, isList: path == "dc:creator"))
    }
    for tag in ExifTag.exif { all.append(make(kCGImagePropertyExifDictionary, tag.key, "exif:\(tag.key)")) }
    for tag in ExifTag.gps {
      let name = tag.key.hasPrefix("GPS") ? tag.key : "GPS\(tag.key)"
      all.append(make(kCGImagePropertyGPSDictionary, tag.key, "exif:\(name)"))
    }
    for (name, path) in iptc { all.append(make(kCGImagePropertyIPTCDictionary, name, path)) }
    for (name, path) in lists { all.append(make(kCGImagePropertyIPTCDictionary, name, path, isList: true)) }
    return all
  }()

  /// Returns the property of a dictionary; nil for those without a tag.
  static func find(_ dictionary: String, _ name: String) -> MetadataProperty? {
    all.first { $0.dictionary == dictionary && $0.name == name }
  }

  /// Returns a value in the form of the tag.
  func list(_ value: CGImageMetadataTag.Value) -> CGImageMetadataTag.Value {
    if isList, case .text = value { return .array([value]) }
    return value
  }
}

extension CGImageMetadata {
  /// The properties of the tags, in Apple's dictionaries: the values that files hold.
  var imageProperties: [String: Any] {
    var result: [String: Any] = [:]
    for property in MetadataProperty.all {
      guard let value = tag(property.path)?.value else { continue }
      let own: Any? =
        switch value {
        case .text(let text): property.value(text)
        case .array(let values) where property.isList && property.dictionary != "{TIFF}": values.compactMap(\.text)
        case .array(let values):
          property.isList ? values.first?.text : values.compactMap { $0.text.flatMap(MetadataProperty.number) }
        case .languages: value.text
        case .structure: nil
        }
      guard let own else { continue }
      if property.dictionary.isEmpty {
        result[property.name] = own
      } else {
        var dictionary = result[property.dictionary] as? [String: Any] ?? [:]
        dictionary[property.name] = own
        result[property.dictionary] = dictionary
      }
    }
    return result
  }
}

extension MetadataProperty {
  /// Returns the value of a text for a dictionary: a number, unless the property is a text.
  fileprivate func value(_ text: String) -> Any? {
    let tags =
      switch dictionary {
      case "{TIFF}": ExifTag.tiff
      case "{Exif}": ExifTag.exif
      case "{GPS}": ExifTag.gps
      default: [ExifTag]()
      }
    switch tags.first(where: { $0.key == name })?.kind {
    case .ascii?, .comment?, .time?: return name.hasPrefix("DateTime") ? ExifTag.date(text) : text
    case nil: return dictionary.isEmpty ? Self.number(text) : text
    default: return Self.number(text)
    }
  }

  /// Returns the number of a text, such as 2.8 or 14/5.
  fileprivate static func number(_ text: String) -> NSNumber? {
    if let whole = Int(text) { return NSNumber(value: whole) }
    if let number = Double(text) { return NSNumber(value: number) }
    let parts = text.split(separator: "/").compactMap { Double($0) }
    return parts.count == 2 && parts[1] != 0 ? NSNumber(value: parts[0] / parts[1]) : nil
  }
}

extension ExifTag {
  /// Returns the local time of a date in the form of Exif; other texts as they are.
  static func date(_ text: String) -> String {
    // 2026-01-02T03:04:05, perhaps with a part of a second and a zone.
    let digits = Array(text.utf8.prefix(19))
    let marks: [Int: UInt8] = [4: 0x2D, 7: 0x2D, 10: 0x54, 13: 0x3A, 16: 0x3A]
    guard digits.count == 19,
      digits.enumerated().allSatisfy({ place, digit in
        if let mark = marks[place] { mark == digit } else { (0x30...0x39).contains(digit) }
      })
    else { return text }
    let parts = text.prefix(19).split(separator: "T")
    return parts[0].replacingOccurrences(of: "-", with: ":") + " " + parts[1]
  }

  /// Returns the form of XMP of a time in that of Exif; other texts as they are.
  static func isoDate(_ text: String) -> String {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0].utf8.count == 10, parts[1].utf8.count == 8,
      parts[0].split(separator: ":").count == 3
    else { return text }
    return parts[0].replacingOccurrences(of: ":", with: "-") + "T" + parts[1]
  }
}
