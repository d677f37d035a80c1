import CoreGraphics
import Foundation

/// The error of a description of text that no sample entry can have.
package struct UnsupportedText: Error {
  package let reason: String

  fileprivate init(_ reason: String) { self.reason = reason }
}

extension CMFormatDescription {
  /// Returns the sample entry of 3GPP timed text or QuickTime text, a complete box: the fields of which
  /// `Extensions.addTimedText(_:)`, `addFontTable(_:)` and `addQuickTimeText(_:)` make extensions.
  ///
  /// Values that are missing are the usual ones: white text, centred.
  ///
  /// - Throws: The error of other types of text, and of values that the fields have no room for.
  package func textEntry() throws(UnsupportedText) -> [UInt8] {
    var writer = TextFieldWriter(extensionDictionary ?? [:])
    switch mediaSubType {
    case .mobile3GPP: try writer.writeTimedText()
    case .qt: try writer.writeQuickTimeText()
    default: throw UnsupportedText("\(mediaSubType) has no description that can be written")
    }
    return writer.entry(mediaSubType)
  }
}

/// Writes extensions of text as the big-endian fields of sample entries.
private struct TextFieldWriter {
  private let extensions: NSDictionary
  private var bytes: [UInt8] = []

  init(_ extensions: NSDictionary) { self.extensions = extensions }

  /// Returns the box of the fields: before them are reserved bytes and the data reference index.
  func entry(_ type: CMFormatDescription.MediaSubType) -> [UInt8] {
    var header = Self(extensions)
    header.append(bytes.count + 16, 4)
    header.append(Int(type.rawValue), 4)
    return header.bytes + [0, 0, 0, 0, 0, 0, 0, 1] + bytes
  }

  /// Writes the fields of 3GPP timed text (3GPP TS 26.245, clause 5.16), and its boxes.
  mutating func writeTimedText() throws(UnsupportedText) {
    try number(kCMTextFormatDescriptionExtension_DisplayFlags, 4, or: 0)
    try number(kCMTextFormatDescriptionExtension_HorizontalJustification, 1, or: 1)
    try number(kCMTextFormatDescriptionExtension_VerticalJustification, 1, or: -1)
    let colors = [
      kCMTextFormatDescriptionColor_Red, kCMTextFormatDescriptionColor_Green, kCMTextFormatDescriptionColor_Blue,
      kCMTextFormatDescriptionColor_Alpha,
    ]
    let background = try dictionary(kCMTextFormatDescriptionExtension_BackgroundColor)
    for key in colors { try number(key, of: background, 1, or: 0) }
    try box()
    let style = try dictionary(kCMTextFormatDescriptionExtension_DefaultStyle)
    try number(kCMTextFormatDescriptionStyle_StartChar, of: style, 2, or: 0)
    try number(kCMTextFormatDescriptionStyle_EndChar, of: style, 2, or: 0)
    try number(kCMTextFormatDescriptionStyle_Font, of: style, 2, or: 1)
    try number(kCMTextFormatDescriptionStyle_FontFace, of: style, 1, or: 0)
    try number(kCMTextFormatDescriptionStyle_FontSize, of: style, 1, or: 18)
    let foreground = try dictionary(kCMTextFormatDescriptionStyle_ForegroundColor, of: style)
    for key in colors { try number(key, of: foreground, 1, or: 255) }
    try fontTable()
  }

  /// Writes the fields of QuickTime text (QuickTime File Format, "Text Sample Description").
  mutating func writeQuickTimeText() throws(UnsupportedText) {
    try number(kCMTextFormatDescriptionExtension_DisplayFlags, 4, or: 0)
    try number(kCMTextFormatDescriptionExtension_TextJustification, 4, or: 1)
    let colors = [
      kCMTextFormatDescriptionColor_Red, kCMTextFormatDescriptionColor_Green, kCMTextFormatDescriptionColor_Blue,
    ]
    let background = try dictionary(kCMTextFormatDescriptionExtension_BackgroundColor)
    for key in colors { try number(key, of: background, 2, or: 0) }
    try box()
    bytes += [UInt8](repeating: 0, count: 8)
    let style = try dictionary(kCMTextFormatDescriptionExtension_DefaultStyle)
    try number(kCMTextFormatDescriptionStyle_Font, of: style, 2, or: 0)
    try number(kCMTextFormatDescriptionStyle_FontFace, of: style, 2, or: 0)
    bytes += [0, 0, 0]
    let foreground = try dictionary(kCMTextFormatDescriptionStyle_ForegroundColor, of: style)
    for key in colors { try number(key, of: foreground, 2, or: 65_535) }
    try name(extensions.object(forKey: kCMTextFormatDescriptionExtension_DefaultFontName) ?? "")
  }

  private mutating func box() throws(UnsupportedText) {
    let box = try dictionary(kCMTextFormatDescriptionExtension_DefaultTextBox)
    for edge in [
      kCMTextFormatDescriptionRect_Top, kCMTextFormatDescriptionRect_Left, kCMTextFormatDescriptionRect_Bottom,
      kCMTextFormatDescriptionRect_Right,
    ] { try number(edge, of: box, 2, or: 0) }
  }

  private mutating func fontTable() throws(UnsupportedText) {
    let table = try dictionary(kCMTextFormatDescriptionExtension_FontTable)
    var fonts: [(number: UInt16, name: Any)] = []
    for (key, name) in table ?? ["1": "Serif"] {
      guard let number = (key as? String).flatMap({ UInt16($0) }) else {
        throw UnsupportedText("a font has the key '\(key)', not the text of a number up to 65535")
      }
      fonts.append((number, name))
    }
    var box = Self(extensions)
    box.append(fonts.count, 2)
    for font in fonts.sorted(by: { $0.number < $1.number }) {
      box.append(Int(font.number), 2)
      try box.name(font.name)
    }
    append(box.bytes.count + 8, 4)
    bytes += Array("ftab".utf8) + box.bytes
  }

  /// Writes a name after the number of its bytes.
  private mutating func name(_ value: Any) throws(UnsupportedText) {
    guard let name = value as? String, let length = UInt8(exactly: name.utf8.count) else {
      throw UnsupportedText("a font has the name '\(value)', not text of 255 bytes at most")
    }
    bytes += [length] + Array(name.utf8)
  }

  /// Returns the dictionary of a key; nil if it is missing.
  private func dictionary(_ key: CFString, of values: NSDictionary? = nil) throws(UnsupportedText) -> NSDictionary? {
    let values = values ?? extensions
    guard let value = values.object(forKey: key) else { return nil }
    guard let dictionary = values.dictionary(key) else { throw UnsupportedText("\(key) is \(value), not a dictionary") }
    return dictionary
  }

  /// Writes a number of the extensions.
  private mutating func number(_ key: CFString, _ count: Int, or usual: Int) throws(UnsupportedText) {
    try number(key, of: extensions, count, or: usual)
  }

  /// Writes a number with or without a sign, in some bytes; the usual one if it is missing.
  private mutating func number(
    _ key: CFString, of values: NSDictionary?, _ count: Int, or usual: Int
  ) throws(UnsupportedText) {
    guard let value = values?.object(forKey: key) else { return append(usual, count) }
    let end = Double(1 << (8 * count))
    guard let number = (value as? NSNumber)?.doubleValue.rounded(), number >= -end / 2, number < end else {
      throw UnsupportedText("\(key) is \(value), not a number of \(8 * count) bits")
    }
    append(Int(number), count)
  }

  private mutating func append(_ number: Int, _ count: Int) {
    for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }
}
