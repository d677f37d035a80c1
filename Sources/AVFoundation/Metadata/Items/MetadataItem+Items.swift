internal import MovieFile

// Conversions between items of files and AVFoundation's.

extension AVMetadataItem {
  /// Creates an item from one of a file.
  ///
  /// - Parameter value: Reads a value that was left out; nil for the item's own.
  convenience init(_ item: MetadataItem, value: LazyMetadataValue? = nil, time: CMTimeRange? = nil) {
    var content = MetadataItemContent()
    content.keySpace = AVMetadataKeySpace(item.keySpace)
    content.key = item.key.object(in: item.keySpace)
    let tag = LanguageTag(language: item.language?.identifier, country: item.country)
    (content.languageTag, content.locale) = (tag?.identifier, tag?.locale)
    content.dataType = item.dataTypeName
    content.extraAttributes = item.extraAttributes
    content.value = value ?? LazyMetadataValue(MetadataItemValue(item.value))
    if let time { (content.time, content.duration) = (time.start, time.duration) }
    self.init(content)
  }

  /// The item as files store it, under its own key: `MetadataTranslator` finds the key for a file type. Nil if it has
  /// no key, or no value that a file can hold. Blocks until the value is read.
  var fileItem: MetadataItem? {
    let content = snapshot
    guard let keySpace = content.keySpace?.fileKeySpace, let key = content.fileKey,
      case .success(let value) = content.value.value, let stored = value.fileValue
    else { return nil }
    var item = MetadataItem(keySpace: keySpace, key: key, value: stored)
    item.language = content.languageTag.map { .tag(LanguageTag.iso639(of: $0)) }
    // Only QuickTime's metadata have countries beside languages.
    if keySpace == .quickTimeMetadata { item.country = content.languageTag.flatMap { LanguageTag($0) }?.country }
    item.attributes = MetadataItem.attributes(content.extraAttributes ?? [:])
    item.dataType = (content.extraAttributes?[.dataType] as? NSNumber)?.uint32Value
    return item
  }
}

extension LanguageTag {
  /// Makes a tag from the language of an item and its country.
  init?(language: String?, country: String?) {
    guard let language else { return nil }
    self.init(country.map { "\(language.split(separator: "-").first ?? "")-\($0)" } ?? language)
  }
}

extension MetadataItem {
  /// The `kCMMetadataBaseDataType` of the stored value.
  fileprivate var dataTypeName: String? {
    if omittedValue != nil {
      let kinds: [UInt32: CFString] = [
        1: kCMMetadataBaseDataType_UTF8, 2: kCMMetadataBaseDataType_UTF16, 12: kCMMetadataBaseDataType_GIF,
        13: kCMMetadataBaseDataType_JPEG, 14: kCMMetadataBaseDataType_PNG, 27: kCMMetadataBaseDataType_BMP,
      ]
      return String(dataType.flatMap { kinds[$0] } ?? kCMMetadataBaseDataType_RawData)
    }
    let name: CFString? =
      switch value {
      case .text(_, .utf16BigEndian): kCMMetadataBaseDataType_UTF16
      case .text: keySpace == .id3 ? nil : kCMMetadataBaseDataType_UTF8
      case .integer(_, byteCount: 1): kCMMetadataBaseDataType_SInt8
      case .integer(_, byteCount: 2): kCMMetadataBaseDataType_SInt16
      case .integer(_, byteCount: ...4): kCMMetadataBaseDataType_SInt32
      case .integer: kCMMetadataBaseDataType_SInt64
      case .unsigned(_, byteCount: 1): kCMMetadataBaseDataType_UInt8
      case .unsigned(_, byteCount: 2): kCMMetadataBaseDataType_UInt16
      case .unsigned(_, byteCount: ...4): kCMMetadataBaseDataType_UInt32
      case .unsigned: kCMMetadataBaseDataType_UInt64
      case .float(_, byteCount: 4): kCMMetadataBaseDataType_Float32
      case .float: kCMMetadataBaseDataType_Float64
      case .image(.jpeg, _): kCMMetadataBaseDataType_JPEG
      case .image(.png, _): kCMMetadataBaseDataType_PNG
      case .image(.gif, _): kCMMetadataBaseDataType_GIF
      case .image(.bmp, _): kCMMetadataBaseDataType_BMP
      case .image, .data: kCMMetadataBaseDataType_RawData
      }
    return name.map { String($0) }
  }

  /// The file's attributes of the value, under Apple's names where they exist, else under MovieFile's.
  fileprivate var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
    var result: [AVMetadataExtraAttributeKey: Any] = [:]
    for (attribute, value) in attributes {
      switch (attribute, value) {
      case (.mimeType, .text(let type)):
        result[.dataType] = type
        result[.dataTypeNamespace] = "org.iana.media-type"
      case (.pictureType, .number(let number)):
        result[.pictureType] = ID3PictureType.name(number)
      case (_, .text(let text)): result[AVMetadataExtraAttributeKey(attribute.rawValue)] = text
      case (_, .number(let number)): result[AVMetadataExtraAttributeKey(attribute.rawValue)] = NSNumber(value: number)
      }
    }
    result[.info] = Self.informative.lazy.compactMap { attributes[$0] }.first?.description
    if let dataType {
      result[.dataType] = NSNumber(value: dataType)
      result[.dataTypeNamespace] = keySpace == .quickTimeMetadata ? "com.apple.quicktime.mdta" : "com.apple.itunes"
    }
    if keySpace == .id3, let language = language?.identifier { result[.language] = language }
    return result.isEmpty ? nil : result
  }

  /// The attributes that describe the value in words; the first that is present counts.
  private static let informative: [MetadataAttribute] = [.description, .owner, .role]

  /// Returns the attributes of a file for extra attributes.
  fileprivate static func attributes(
    _ extra: [AVMetadataExtraAttributeKey: Any]
  ) -> [MetadataAttribute: MetadataAttributeValue] {
    var result: [MetadataAttribute: MetadataAttributeValue] = [:]
    for attribute in MetadataAttribute.allCases {
      switch extra[AVMetadataExtraAttributeKey(attribute.rawValue)] {
      case let text as String:
        let number = attribute == .pictureType ? ID3PictureType.number(text) : nil
        result[attribute] = number.map { .number($0) } ?? .text(text)
      case let number as NSNumber: result[attribute] = .number(number.int64Value)
      default: break
      }
    }
    if let type = extra[.dataType] as? String { result[.mimeType] = .text(type) }
    if !informative.contains(where: { result[$0] != nil }), let info = extra[.info] as? String {
      result[.description] = .text(info)
    }
    return result
  }
}

extension AVMetadataExtraAttributeKey {
  /// The subject of a picture, by ID3's names.
  static let pictureType = AVMetadataExtraAttributeKey("pictureType")
  /// The language as stored in the tag: three letters.
  static let language = AVMetadataExtraAttributeKey("language")
}

/// The picture types of attached pictures (ID3v2.4, clause 4.14).
enum ID3PictureType {
  static func name(_ number: Int64) -> String {
    Int(exactly: number).flatMap { names.indices.contains($0) ? names[$0] : nil } ?? "\(number)"
  }

  static func number(_ name: String) -> Int64? {
    names.firstIndex(of: name).map { Int64($0) } ?? Int64(name)
  }

  private static let names = [
    "Other", "32x32 pixels 'file icon' (PNG only)", "Other file icon", "Cover (front)", "Cover (back)", "Leaflet page",
    "Media (e.g. label side of CD)", "Lead artist/lead performer/soloist", "Artist/performer", "Conductor",
    "Band/Orchestra",
    "Composer", "Lyricist/text writer", "Recording Location", "During recording", "During performance",
    "Movie/video screen capture", "A bright coloured fish", "Illustration", "Band/artist logotype",
    "Publisher/Studio logotype",
  ]
}
