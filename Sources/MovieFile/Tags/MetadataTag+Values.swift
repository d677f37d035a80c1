import Foundation

/// Conversion of tag values between text for people and the forms of files.
extension MetadataTag {
  /// Makes an item with a value of the tag, in a key space.
  ///
  /// - Parameter text: A number may be followed by a total (`3/12`), a flag is `yes` or `no`, a place is in ISO 6709's
  ///   form (`+48.2082+016.3738/`).
  /// - Throws: `notStorable` if the key space has no key for the tag, or the text cannot be converted.
  public func item(_ text: String, in keySpace: MetadataKeySpace) throws(MovieError) -> MetadataItem {
    guard let key = key(in: keySpace) else {
      throw .notStorable("'\(rawValue)' has no key in '\(keySpace.rawValue)'")
    }
    return try item(text, in: keySpace, key)
  }

  /// Makes an item with a value under one of the keys of the tag.
  func item(_ text: String, in keySpace: MetadataKeySpace, _ key: MetadataKey) throws(MovieError) -> MetadataItem {
    var item = MetadataItem(keySpace: keySpace, key: key, value: .text(text, .utf8))
    if keySpace == .iTunes || keySpace == .quickTimeMetadata { item.dataType = 1 }
    switch form {
    case .text: break
    case .date: try setDate(text, of: &item)
    case .location: try setLocation(text, of: &item)
    case .number:
      guard let number = Int64(text), let size = numberSize, number >= 0, number >> (8 * size - 1) == 0 else {
        throw .notStorable("'\(rawValue)' takes a whole number, not '\(text)'")
      }
      if keySpace == .iTunes { item.setNumber(number, byteCount: size) }
    case .flag:
      guard let flag = Self.flag(text) else { throw .notStorable("'\(rawValue)' takes yes or no, not '\(text)'") }
      if keySpace == .iTunes {
        item.setNumber(flag ? 1 : 0, byteCount: 1)
      } else {
        item.value = .text(flag ? "1" : "0", .utf8)
      }
    case .numberAndTotal: try setPair(text, of: &item)
    case .picture: throw .notStorable("'\(rawValue)' takes a picture, not text")
    }
    // Every text of 3GPP's and QuickTime's user data has a language.
    if item.value.text != nil, keySpace == .isoUserData || keySpace == .quickTimeUserData {
      item.language = .tag("und")
    }
    if keySpace == .id3, key == .code("COMM") || key == .code("USLT") { item.language = .tag("und") }
    return item
  }

  /// Makes an item with a picture.
  public func item(picture: [UInt8], in keySpace: MetadataKeySpace) throws(MovieError) -> MetadataItem {
    guard form == .picture, let key = key(in: keySpace) else {
      throw .notStorable("'\(rawValue)' has no pictures in '\(keySpace.rawValue)'")
    }
    guard let format = MetadataImageFormat(signatureOf: picture) else {
      throw .notStorable("the picture is neither JPEG, PNG, GIF, BMP, WebP nor HEIC")
    }
    var item = MetadataItem(keySpace: keySpace, key: key, value: .image(format, picture))
    if keySpace == .id3 {
      item.attributes = [.mimeType: .text("image/\(format.rawValue)"), .pictureType: .number(3)]
    } else {
      item.dataType = MetadataDataType.type(of: item.value)
    }
    return item
  }

  /// The size of the number in iTunes' list, in bytes.
  private var numberSize: Int? {
    switch self {
    case .tempo: 2
    case .season, .episode: 4
    default: 1
    }
  }

  private static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "true", "1": true
    case "no", "false", "0": false
    default: nil
    }
  }

  private func setPair(_ text: String, of item: inout MetadataItem) throws(MovieError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { UInt16($0) }
    guard (1...2).contains(parts.count), numbers.count == parts.count else {
      throw .notStorable("'\(rawValue)' takes a number, or one of how many, such as 3/12, not '\(text)'")
    }
    guard item.keySpace == .iTunes else { return }
    let total = numbers.count == 2 ? numbers[1] : 0
    let bytes = [0, numbers[0], total].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    // iTunes stores two more bytes for tracks than for discs.
    item.value = .data(self == .track ? bytes + [0, 0] : bytes)
    item.dataType = 0
  }

  private func setDate(_ text: String, of item: inout MetadataItem) throws(MovieError) {
    guard item.keySpace == .isoUserData else { return }
    guard let year = UInt16(text.prefix(4)), text.utf8.count == 4 || text.dropFirst(4).hasPrefix("-") else {
      throw .notStorable("3gp files have the year of the date, which '\(text)' does not begin with")
    }
    item.value = .unsigned(UInt64(year), byteCount: 2)
  }

  private func setLocation(_ text: String, of item: inout MetadataItem) throws(MovieError) {
    guard let location = GeographicLocation(iso6709: text) else {
      throw .notStorable("'\(rawValue)' takes a place such as +48.2082+016.3738+171.000/, not '\(text)'")
    }
    if item.keySpace == .isoUserData {
      item.value = .data(location.threeGPPBytes)
      item.language = .tag("und")
    }
  }
}

extension MetadataItem {
  fileprivate mutating func setNumber(_ number: Int64, byteCount: Int) {
    value = .integer(number, byteCount: byteCount)
    dataType = 21
  }

  /// The value as `MetadataTag.item(_:in:)` takes it; nil for a picture, or for data of unknown form.
  public var tagText: String? {
    if let pair = numberAndTotal { return pair.total == 0 ? "\(pair.number)" : "\(pair.number)/\(pair.total)" }
    if let genres { return genres.joined(separator: "; ") }
    if value.text == nil, let location { return location.iso6709 }
    switch value {
    case .text("1", _) where tag?.form == .flag: return "yes"
    case .text("0", _) where tag?.form == .flag: return "no"
    case .text(let text, _): return text
    case .integer(let number, _):
      return tag?.form == .flag ? (number != 0 ? "yes" : "no") : "\(number)"
    case .unsigned(let number, _): return "\(number)"
    case .float(let number, _): return "\(number)"
    case .image, .data: return nil
    }
  }
}

extension MovieFormat {
  /// Returns the best key space for a tag in files of this type; nil if there is none.
  public func keySpace(for tag: MetadataTag) -> MetadataKeySpace? {
    metadataKeySpaces.first { tag.key(in: $0) != nil }
  }
}
