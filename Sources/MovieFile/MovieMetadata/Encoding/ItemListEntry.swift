/// Encodes entries of an 'ilst' box: the inverse of `MetadataCollector.readItemList`.
enum ItemListEntry {
  /// Encodes an entry in iTunes' form: the type of the box is the key, `----` for a free-form key.
  static func box(_ group: [MetadataItem]) throws(MovieError) -> [UInt8] {
    guard let first = group.first else { return [] }
    let contents = try contents(group)
    guard first.keySpace == .iTunesFreeForm else {
      guard case .code(let code) = first.key else { throw .notStorable(first, "iTunes' keys are four characters") }
      return boxBytes(BoxType(rawValue: code), contents)
    }
    let (meaning, name) = try freeForm(first)
    var writer = BoxWriter()
    writer.box("----") { entry in
      entry.fullBox("mean") { $0.text(meaning) }
      entry.fullBox("name") { $0.text(name) }
      entry.append(contents)
    }
    return writer.contents
  }

  /// Returns the boxes of values, after a name if there is one.
  static func contents(_ group: [MetadataItem]) throws(MovieError) -> [UInt8] {
    var writer = BoxWriter()
    if let first = group.first, first.keySpace != .iTunesFreeForm, let name = first.attributes[.description] {
      writer.fullBox("name") { $0.text(name.description) }
    }
    for item in group {
      let country = try country(of: item)
      let language = try language(of: item)
      let (type, bytes) = item.typedBytes
      guard type < 1 << 24 else { throw .notStorable(item, "there is no data type \(type)") }
      writer.box("data") { data in
        data.u32(type)
        data.u16(country)
        data.u16(language)
        data.append(bytes)
      }
    }
    return writer.contents
  }

  static func boxBytes(_ type: BoxType, _ contents: [UInt8]) -> [UInt8] {
    var writer = BoxWriter()
    writer.box(type) { $0.append(contents) }
    return writer.contents
  }

  /// Returns the parts of a free-form key: the meaning is the item's attribute, or the part before the last point.
  private static func freeForm(_ item: MetadataItem) throws(MovieError) -> (meaning: String, name: String) {
    guard case .name(let key) = item.key else { throw .notStorable(item, "a free key is text") }
    var meaning = item.attributes[.meaning]?.description
    if meaning == nil, let point = key.lastIndex(of: ".") { meaning = String(key[..<point]) }
    guard let meaning, key.hasPrefix(meaning + "."), key.utf8.count <= 65_536 else {
      throw .notStorable(item, "a free key is a reverse-DNS meaning, a point and a name")
    }
    return (meaning, String(key.dropFirst(meaning.count + 1)))
  }

  /// Returns the country code; 0 for all countries.
  private static func country(of item: MetadataItem) throws(MovieError) -> UInt16 {
    guard let country = item.country else { return 0 }
    let letters = Array(country.utf8)
    guard letters.count == 2, letters.allSatisfy({ (0x41...0x5a).contains($0) }) else {
      throw .notStorable(item, "'\(country)' is no country of two capital letters")
    }
    return UInt16(letters[0]) << 8 | UInt16(letters[1])
  }

  /// Returns the language code; 0 for all languages.
  private static func language(of item: MetadataItem) throws(MovieError) -> UInt16 {
    guard let language = item.language else { return 0 }
    guard let code = language.threeLetters else {
      throw .notStorable(item, "'\(language.identifier ?? "\(language)")' is no language of ISO 639-2")
    }
    return code
  }
}

extension MetadataItem {
  /// The value and its number in QuickTime's table of types: the item's own type if that fits the value.
  var typedBytes: (type: UInt32, bytes: [UInt8]) {
    let plain = value.inTypedEncoding
    let bytes = plain.bytes
    if let dataType {
      let isCover = dataType == 0 && key == .code("covr") && plain.image != nil
      if isCover || MetadataDataType.value(dataType, bytes) == plain { return (dataType, bytes) }
    }
    return (MetadataDataType.type(of: plain), bytes)
  }
}

extension MetadataValue {
  /// The value with its text in an encoding of QuickTime's types.
  fileprivate var inTypedEncoding: MetadataValue {
    switch self {
    case .text(let text, .utf16), .text(let text, .latin1), .text(let text, .macRoman): .text(text, .utf8)
    default: self
    }
  }
}

extension MetadataDataType {
  /// Returns the usual type of a value; 0 for data whose type only the key defines.
  static func type(of value: MetadataValue) -> UInt32 {
    switch value {
    case .text(_, .utf16BigEndian): 2
    case .text: 1
    case .integer: 21
    case .unsigned: 22
    case .float(_, byteCount: 4): 23
    case .float: 24
    case .image(.gif, _): 12
    case .image(.jpeg, _): 13
    case .image(.png, _): 14
    case .image(.bmp, _): 27
    case .image, .data: 0
    }
  }
}
