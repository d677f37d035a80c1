extension ISOUserData {
  /// Returns the contents of an entry of 3GPP's user data; nil if the type is not 3GPP's, or the items are plain data
  /// rather than 3GPP's fields.
  ///
  /// - Parameter isISO: True if the items must have 3GPP's form: others are an error.
  static func bytes(_ type: BoxType, _ group: [MetadataItem], isISO: Bool) throws(MovieError) -> [UInt8]? {
    guard let first = group.first, types.contains(type) else { return nil }
    // Whole entries as they were read; always for 'loci'.
    if case .data(let bytes) = first.value {
      guard !isISO || ISOUserData(type, bytes) != nil else {
        throw .notStorable(first, "the data are not what 3GPP says")
      }
      return bytes
    }
    var writer = BoxWriter()
    writer.u32(0)
    switch type {
    case "yrrc":
      guard let year = first.value.integer.flatMap(UInt16.init(exactly:)) else {
        throw .notStorable(first, "a year is a whole number of 0 to 65535")
      }
      writer.u16(year)
    case "loci": throw .notStorable(first, "a place is data, made of a GeographicLocation")
    case "rtng", "clsf":
      writer.append(try fixed(first, .entity, count: 4))
      if type == "rtng" {
        writer.append(try fixed(first, .table, count: 4))
      } else {
        guard case .number(let number)? = first.attributes[.table], let table = UInt16(exactly: number) else {
          throw .notStorable(first, "a classification needs the number of its table")
        }
        writer.u16(table)
      }
      writer.u16(try language(of: first))
      writer.append(try text(first))
    case "kywd":
      writer.u16(try language(of: first))
      guard let count = UInt8(exactly: group.count) else {
        throw .notStorable(first, "\(group.count) keywords are more than 255")
      }
      writer.u8(count)
      for item in group {
        let word = try text(item)
        guard let length = UInt8(exactly: word.count) else {
          throw .notStorable(item, "a keyword has at most 254 bytes")
        }
        writer.u8(length)
        writer.append(word)
      }
    default:
      writer.u16(try language(of: first))
      writer.append(try text(first))
      if type == "albm", case .number(let number)? = first.attributes[.trackNumber] {
        guard let track = UInt8(exactly: number) else { throw .notStorable(first, "track \(number) is above 255") }
        writer.u8(track)
      }
    }
    return writer.contents
  }

  /// The types that 3GPP defines (3GPP TS 26.244, clause 8.2).
  private static let types: Set<BoxType> = [
    "titl", "auth", "perf", "gnre", "dscp", "cprt", "albm", "yrrc", "rtng", "clsf", "kywd", "loci",
  ]

  private static func language(of item: MetadataItem) throws(MovieError) -> UInt16 {
    guard let language = item.language else { return MediaLanguage.undetermined }
    guard let code = language.packed else {
      throw .notStorable(item, "'\(language.identifier ?? "\(language)")' is no language of ISO 639-2")
    }
    return code
  }

  /// Returns the text in UTF-8, or in UTF-16 after a byte order mark, and a zero character.
  private static func text(_ item: MetadataItem) throws(MovieError) -> [UInt8] {
    guard case .text(let text, let encoding) = item.value else { throw .notStorable(item, "3GPP has text here") }
    guard !text.unicodeScalars.contains("\0") else {
      throw .notStorable(item, "the text has a zero character in it")
    }
    switch encoding {
    case .utf16, .utf16BigEndian: return [0xfe, 0xff] + MetadataTextEncoding.utf16BigEndian.bytes(of: text) + [0, 0]
    default: return Array(text.utf8) + [0]
    }
  }

  private static func fixed(
    _ item: MetadataItem, _ attribute: MetadataAttribute, count: Int
  ) throws(MovieError) -> [UInt8] {
    let bytes = MetadataTextEncoding.latin1.bytes(of: item.attributes[attribute]?.description ?? "")
    guard bytes.count == count else {
      throw .notStorable(item, "it needs the attribute '\(attribute.rawValue)' of \(count) characters")
    }
    return bytes
  }
}

extension GeographicLocation {
  /// The contents of 3GPP's 'loci' (3GPP TS 26.244, clause 8.2.10): language, name, role, coordinates, astronomical
  /// body.
  var threeGPPBytes: [UInt8] {
    func fixed(_ number: Double) -> UInt32 {
      let scaled = (number * 65_536).rounded()
      return UInt32(bitPattern: Int32(max(Double(Int32.min), min(Double(Int32.max), scaled.isNaN ? 0 : scaled))))
    }
    var writer = BoxWriter()
    writer.u32(0)
    writer.u16(MediaLanguage.undetermined)
    // No name; role 0, the shooting location.
    writer.u8(0)
    writer.u8(0)
    writer.u32(fixed(longitude))
    writer.u32(fixed(latitude))
    writer.u32(fixed(altitude ?? 0))
    writer.text("earth")
    writer.zeros(2)
    return writer.contents
  }
}
