internal import MediaSource
internal import MovieFile

/// Converts the value of an item to text, number, date and bytes; nil if a conversion does not apply.
///
/// The key decides where a file leaves the type of a value open: numbers of tracks and discs, numeric genres, flags,
/// locations.
struct MetadataCoercion {
  let value: MetadataItemValue
  let keySpace: MetadataKeySpace?
  let key: MetadataKey?

  /// The item in its stored form, for conversions that depend on the key.
  private var item: MetadataItem? {
    guard let keySpace, let key, let value = value.fileValue else { return nil }
    return MetadataItem(keySpace: keySpace, key: key, value: value)
  }

  private func isOne(of codes: String, in keySpaces: MetadataKeySpace...) -> Bool {
    guard let keySpace, let key, keySpaces.contains(keySpace) else { return false }
    return codes.split(separator: " ").contains { keySpace.key(String($0)) == key }
  }

  var string: String? {
    if let pair = item?.numberAndTotal {
      return pair.total > 0 ? "\(pair.number)/\(pair.total)" : "\(pair.number)"
    }
    switch value.object {
    case let text as NSString:
      // "(17)" and "17" are numeric genres.
      if keySpace == .id3, let genres = item?.genres, !genres.isEmpty { return genres.joined(separator: ", ") }
      return String(text)
    case let number as NSNumber: return item?.genres?.joined(separator: ", ") ?? number.stringValue
    case let date as NSDate: return MetadataDate.text(date as Date)
    case is NSData: return item?.genres?.joined(separator: ", ") ?? item?.location?.iso6709
    default: return nil
    }
  }

  var number: NSNumber? {
    if let pair = item?.numberAndTotal { return NSNumber(value: pair.number) }
    switch value.object {
    case let number as NSNumber: return number
    case let text as NSString: return number(String(text).trimmingCharacters(in: .whitespacesAndNewlines))
    case let data as NSData:
      guard isOne(of: Self.numbers, in: .iTunes), (1...8).contains(data.length) else { return nil }
      // Signed if it has the size of an integer, so that flags and counters read alike in all formats.
      let bytes = Data(copying: data)
      return NSNumber(value: bytes.reduce(Int64(bytes[0] & 0x80 == 0 ? 0 : -1)) { $0 << 8 | Int64($1) })
    default: return nil
    }
  }

  /// Keys of iTunes' list with integer values, whatever type the file stores.
  private static let numbers = """
    gnre tmpo cpil pgap pcst hdvd rtng stik akID atID cnID geID sfID plID tves tvsn shwm ©mvi ©mvc cmID
    """.replacingOccurrences(of: "\n", with: " ")

  private func number(_ text: String) -> NSNumber? {
    var text = text
    // The number of a track or disc, and their total.
    if isOne(of: "TRCK TPOS TRK TPA MVIN", in: .id3), let slash = text.firstIndex(of: "/") {
      text = String(text[..<slash])
    }
    if let number = Int64(text) { return NSNumber(value: number) }
    guard text.wholeMatch(of: /[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/) != nil, let number = Double(text),
      number.isFinite
    else { return nil }
    return NSNumber(value: number)
  }

  var date: Date? {
    switch value.object {
    case let date as NSDate: return date as Date
    case let text as NSString:
      // Days, months, hours and minutes without a year.
      guard !isOne(of: "TDAT TIME TDA TIM", in: .id3) else { return nil }
      return MetadataDate.date(String(text))
    case let number as NSNumber:
      guard let keySpace, let key, CommonMetadataKey(key, in: keySpace) == .creationDate else { return nil }
      return MetadataDate.date(String(format: "%04d", number.int32Value))
    default: return nil
    }
  }

  var data: Data? { value.fileValue.map { Data($0.bytes) } }
}
