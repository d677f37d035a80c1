import CoreGraphics
import Foundation

/// The datasets of IPTC in a JPEG file (IPTC-NAA Information Interchange Model, record 2), which lie in Photoshop's
/// resource 0x0404.
struct IPTCBlock {
  private static let photoshop = Data("Photoshop 3.0\0".utf8)
  private static let resource: UInt16 = 0x0404
  /// The most datasets that are read or written.
  private static let maximumCount = 1000

  /// A dataset with a key: its number, and whether it may be repeated.
  private struct Field {
    let key: String
    let number: UInt8
    let isList: Bool

    init(_ key: String, _ number: UInt8, isList: Bool = false) {
      (self.key, self.number, self.isList) = (key, number, isList)
    }
  }

  private static let fields: [Field] = [
    Field("ObjectTypeReference", 3), Field("ObjectAttributeReference", 4, isList: true), Field("ObjectName", 5),
    Field("EditStatus", 7), Field("EditorialUpdate", 8), Field("Urgency", 10),
    Field("SubjectReference", 12, isList: true), Field("Category", 15),
    Field("SupplementalCategory", 20, isList: true), Field("FixtureIdentifier", 22),
    Field("Keywords", 25, isList: true), Field("ContentLocationCode", 26, isList: true),
    Field("ContentLocationName", 27, isList: true), Field("ReleaseDate", 30), Field("ReleaseTime", 35),
    Field("ExpirationDate", 37), Field("ExpirationTime", 38), Field("SpecialInstructions", 40),
    Field("ActionAdvised", 42), Field("ReferenceService", 45, isList: true),
    Field("ReferenceDate", 47, isList: true), Field("ReferenceNumber", 50, isList: true), Field("DateCreated", 55),
    Field("TimeCreated", 60), Field("DigitalCreationDate", 62), Field("DigitalCreationTime", 63),
    Field("OriginatingProgram", 65), Field("ProgramVersion", 70), Field("ObjectCycle", 75),
    Field("Byline", 80, isList: true), Field("BylineTitle", 85, isList: true), Field("City", 90),
    Field("SubLocation", 92), Field("Province/State", 95), Field("Country/PrimaryLocationCode", 100),
    Field("Country/PrimaryLocationName", 101), Field("OriginalTransmissionReference", 103), Field("Headline", 105),
    Field("Credit", 110), Field("Source", 115), Field("CopyrightNotice", 116), Field("Contact", 118, isList: true),
    Field("Caption/Abstract", 120), Field("Writer/Editor", 122, isList: true), Field("ImageType", 130),
    Field("ImageOrientation", 131), Field("LanguageIdentifier", 135),
  ]

  /// The values under Apple's keys: strings, and arrays of them.
  var values: [String: Any] = [:]

  init() {}

  /// Reads the datasets of a JPEG file.
  init(_ file: JPEGFile) {
    for segment in file.segments where segment.marker == 0xED && segment.payload.starts(with: Self.photoshop) {
      Self.resources(in: segment.payload.dropFirst(Self.photoshop.count)) { number, bytes in
        if number == Self.resource { read(bytes) }
      }
    }
  }

  /// Calls a body with each of Photoshop's resources: "8BIM", a number, a padded name, a length, padded bytes.
  private static func resources(in data: Data, _ body: (UInt16, Data) -> Void) {
    var rest = data[...]
    while rest.count >= 12, rest.starts(with: "8BIM".utf8) {
      let bytes = Array(rest.prefix(7))
      let number = UInt16(bytes[4]) << 8 | UInt16(bytes[5])
      let name = (Int(bytes[6]) + 2) & ~1
      guard rest.count >= 6 + name + 4 else { return }
      rest = rest.dropFirst(6 + name)
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard length <= rest.count else { return }
      body(number, rest.prefix(length))
      rest = rest.dropFirst((length + 1) & ~1)
    }
  }

  private mutating func read(_ data: Data) {
    var (rest, count) = (data[...], 0)
    while rest.count >= 5, rest.first == 0x1C, count < Self.maximumCount {
      let header = Array(rest.prefix(5))
      let length = Int(header[3]) << 8 | Int(header[4])
      // Longer datasets have a length of their length, which no text here needs.
      guard length < 0x8000, rest.count >= 5 + length else { return }
      let bytes = rest.dropFirst(5).prefix(length)
      rest = rest.dropFirst(5 + length)
      count += 1
      guard header[1] == 2, let field = Self.fields.first(where: { $0.number == header[2] }) else { continue }
      let text =
        String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
      if field.isList {
        values[field.key] = (values[field.key] as? [String] ?? []) + [text]
      } else if values[field.key] == nil {
        values[field.key] = text
      }
    }
  }

  /// Takes entries of a dictionary; null removes one. Unknown keys, and values of a wrong type, are ignored.
  mutating func merge(_ properties: Any?) {
    if properties is NSNull { values = [:] }
    for (key, value) in properties as? [String: Any] ?? [:] where Self.fields.contains(where: { $0.key == key }) {
      switch value {
      case is NSNull: values[key] = nil
      case let texts as [String]: values[key] = texts
      case let text as String: values[key] = text
      case let number as NSNumber: values[key] = number.stringValue
      default: continue
      }
    }
  }

  /// Writes the datasets into a JPEG file, in place of its own; returns false if they do not fit into a segment.
  func write(into file: inout JPEGFile) -> Bool {
    var others = Data()
    for segment in file.segments where segment.marker == 0xED && segment.payload.starts(with: Self.photoshop) {
      Self.resources(in: segment.payload.dropFirst(Self.photoshop.count)) { number, bytes in
        if number != Self.resource { others += Self.resource(number, bytes) }
      }
    }
    // Coded character set UTF-8, and the version of the record.
    var datasets = Data([0x1C, 1, 90, 0, 3, 0x1B, 0x25, 0x47, 0x1C, 2, 0, 0, 2, 0, 4])
    for field in Self.fields {
      let texts = values[field.key] as? [String] ?? (values[field.key] as? String).map { [$0] } ?? []
      for text in field.isList ? texts : Array(texts.prefix(1)) {
        let bytes = Data(text.utf8)
        guard bytes.count < 0x8000 else { return false }
        datasets += [0x1C, 2, field.number, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
      }
    }
    let payload = Self.photoshop + others + (values.isEmpty ? Data() : Self.resource(Self.resource, datasets))
    guard payload.count <= JPEGFile.maximumPayload else { return false }
    file.segments.removeAll { $0.marker == 0xED && $0.payload.starts(with: Self.photoshop) }
    if payload.count > Self.photoshop.count {
      let place = file.segments.firstIndex { $0.marker < 0xE0 || $0.marker > 0xEF } ?? file.segments.count
      file.segments.insert(JPEGFile.Segment(marker: 0xED, payload: payload), at: place)
    }
    return true
  }

  private static func resource(_ number: UInt16, _ bytes: Data) -> Data {
    let length = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - $0 * 8)) }
    let padding = Data(count: bytes.count % 2)
    return Data("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 0xFF), 0, 0] + length + bytes + padding
  }
}
