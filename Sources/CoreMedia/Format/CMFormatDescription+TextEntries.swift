import CoreGraphics
import Foundation

// The sample entries of text in movies, as big-endian bytes: readers of files and Core Media's bridge read them here.

extension CMFormatDescription.Extensions {
  /// The number of bytes of the fields of 3GPP timed text.
  package static let timedTextLength = 30
  /// The greatest number of bytes of the fields of QuickTime text, which end with the name of the font.
  package static let quickTimeTextLength = 43 + 256

  /// Adds the fields of 3GPP timed text (ISO/IEC 14496-17; 3GPP TS 26.245, clause 5.16); nothing if they are too short.
  package mutating func addTimedText(_ fields: [UInt8]) {
    var scanner = ByteScanner(fields)
    guard fields.count >= Self.timedTextLength, let flags = scanner.u32(), let horizontal = scanner.u8(),
      let vertical = scanner.u8(), let background = Self.color(&scanner), let box = Self.box(&scanner)
    else { return }
    self[.displayFlags] = .number(Int(flags))
    self[.horizontalJustification] = .number(Int(Int8(bitPattern: horizontal)))
    self[.verticalJustification] = .number(Int(Int8(bitPattern: vertical)))
    self[.backgroundColor] = .init(background)
    self[.defaultTextBox] = box
    let style = NSMutableDictionary()
    style[kCMTextFormatDescriptionStyle_StartChar] = scanner.u16().map { NSNumber(value: $0) }
    style[kCMTextFormatDescriptionStyle_EndChar] = scanner.u16().map { NSNumber(value: $0) }
    style[kCMTextFormatDescriptionStyle_Font] = scanner.u16().map { NSNumber(value: $0) }
    style[kCMTextFormatDescriptionStyle_FontFace] = scanner.u8().map { NSNumber(value: $0) }
    style[kCMTextFormatDescriptionStyle_FontSize] = scanner.u8().map { NSNumber(value: $0) }
    style[kCMTextFormatDescriptionStyle_ForegroundColor] = Self.color(&scanner)
    self[.defaultStyle] = .init(style)
  }

  /// Adds the font table of 3GPP timed text, as far as it is there.
  package mutating func addFontTable(_ table: [UInt8]) {
    var scanner = ByteScanner(table)
    var fonts: [Int: String] = [:]
    for _ in 0..<(scanner.u16() ?? 0) {
      guard let id = scanner.u16(), let length = scanner.u8(), let name = scanner.bytes(Int(length)) else { break }
      fonts[Int(id)] = String(decoding: name, as: UTF8.self)
    }
    self[.fontTable] = .fontTable(fonts)
  }

  /// Adds the fields of QuickTime text (QuickTime File Format, "Text Sample Description"), of which writers omit the
  /// end; nothing if they are too short.
  package mutating func addQuickTimeText(_ fields: [UInt8]) {
    var scanner = ByteScanner(fields)
    guard fields.count >= 43, let flags = scanner.u32(), let justification = scanner.i32(),
      let background = Self.wideColor(&scanner), let box = Self.box(&scanner)
    else { return }
    self[.displayFlags] = .number(Int(flags))
    self[.textJustification] = .number(Int(justification))
    self[.backgroundColor] = .init(background)
    self[.defaultTextBox] = box
    _ = scanner.bytes(8)
    let style = NSMutableDictionary()
    style[kCMTextFormatDescriptionStyle_Font] = scanner.u16().map { NSNumber(value: $0) }
    style[kCMTextFormatDescriptionStyle_FontFace] = scanner.u16().map { NSNumber(value: $0) }
    _ = scanner.bytes(3)
    style[kCMTextFormatDescriptionStyle_ForegroundColor] = Self.wideColor(&scanner)
    self[.defaultStyle] = .init(style)
    guard let length = scanner.u8(), let name = scanner.bytes(Swift.min(Int(length), scanner.remaining)), !name.isEmpty
    else { return }
    self[.defaultFontName] = .string(String(decoding: name, as: UTF8.self))
  }

  private static func box(_ scanner: inout ByteScanner) -> Value? {
    let edges = (0..<4).compactMap { _ in scanner.u16().map { Int(Int16(bitPattern: $0)) } }
    guard edges.count == 4 else { return nil }
    return .textRect(top: edges[0], left: edges[1], bottom: edges[2], right: edges[3])
  }

  private static func color(_ scanner: inout ByteScanner) -> NSDictionary? {
    guard let bytes = scanner.bytes(4) else { return nil }
    return [
      kCMTextFormatDescriptionColor_Red: NSNumber(value: bytes[0]),
      kCMTextFormatDescriptionColor_Green: NSNumber(value: bytes[1]),
      kCMTextFormatDescriptionColor_Blue: NSNumber(value: bytes[2]),
      kCMTextFormatDescriptionColor_Alpha: NSNumber(value: bytes[3]),
    ]
  }

  private static func wideColor(_ scanner: inout ByteScanner) -> NSDictionary? {
    guard let red = scanner.u16(), let green = scanner.u16(), let blue = scanner.u16() else { return nil }
    return [
      kCMTextFormatDescriptionColor_Red: NSNumber(value: red),
      kCMTextFormatDescriptionColor_Green: NSNumber(value: green),
      kCMTextFormatDescriptionColor_Blue: NSNumber(value: blue),
    ]
  }
}

/// A sample entry of text: six reserved bytes and the data reference index, then fields and boxes.
struct TextSampleEntry {
  /// The size, type, reserved bytes and data reference index.
  private static let headerLength = 16

  let type: CMFormatDescription.MediaSubType
  /// The complete box.
  let bytes: [UInt8]

  /// - Parameter bytes: The box; bytes behind its end are left out.
  /// - Returns: Nil for boxes that are too short, and for other types than `tx3g`, `text` and `wvtt`.
  init?(_ bytes: [UInt8]) {
    var scanner = ByteScanner(bytes)
    guard let size = scanner.u32(), let code = scanner.u32(), size >= Self.headerLength, size <= bytes.count else {
      return nil
    }
    type = .init(rawValue: code)
    self.bytes = Array(bytes.prefix(Int(size)))
    switch type {
    case .mobile3GPP: if size < Self.headerLength + CMFormatDescription.Extensions.timedTextLength { return nil }
    case .qt, .webVTT: break
    default: return nil
    }
  }

  /// Creates the entry of a description: the one that it was made of, or one of its extensions.
  init?(_ description: CMFormatDescription) {
    for key: CMFormatDescription.Extensions.Key in [.verbatimSampleDescription, .verbatimISOSampleEntry] {
      guard let data = description.extensions[key]?.propertyListRepresentation as? Data else { continue }
      self.init([UInt8](data))
      return
    }
    guard let made = try? description.textEntry() else { return nil }
    self.init(made)
  }

  /// Returns the description of the entry.
  ///
  /// - Parameter isQuickTime: True to keep the entry as one of QuickTime, false as one of ISO files.
  /// - Throws: `invalidParameter` for boxes that do not end.
  func formatDescription(
    _ mediaType: CMFormatDescription.MediaType, isQuickTime: Bool
  ) throws -> CMFormatDescription {
    var extensions = CMFormatDescription.Extensions()
    extensions[isQuickTime ? .verbatimSampleDescription : .verbatimISOSampleEntry] = .init(NSData(data: Data(bytes)))
    var scanner = ByteScanner(Array(bytes.dropFirst(Self.headerLength)))
    switch type {
    case .mobile3GPP: extensions.addTimedText(scanner.bytes(CMFormatDescription.Extensions.timedTextLength) ?? [])
    case .qt: extensions.addQuickTimeText(scanner.rest())
    default: break
    }
    var boxes: [String: [NSData]] = [:]
    // A zero may end the boxes (QuickTime File Format, "Sample description atoms").
    while let size = scanner.u32(), size > 0 {
      guard size >= 8, let name = scanner.bytes(4), let contents = scanner.bytes(Int(size) - 8) else {
        throw CMFormatDescription.Error.invalidParameter
      }
      if name.elementsEqual("ftab".utf8) { extensions.addFontTable(contents) }
      let key = String(String.UnicodeScalarView(name.map { Unicode.Scalar($0) }))
      boxes[key, default: []].append(NSData(data: Data(contents)))
    }
    // A type that occurs several times has an array.
    let atoms = NSMutableDictionary()
    for (key, contents) in boxes { atoms[key as NSString] = contents.count == 1 ? contents[0] : contents as NSArray }
    if atoms.count > 0 { extensions[.sampleDescriptionExtensionAtoms] = .init(atoms) }
    return try CMFormatDescription(mediaType: mediaType, mediaSubType: type, extensions: extensions)
  }
}
